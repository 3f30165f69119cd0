"""What holds of every input, whatever it contains."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from stud_audit.explain import Found, story_lines, tell
from stud_audit.explain.data import story_data
from stud_audit.explain.page import page
from stud_audit.explain.redact import redacted
from stud_audit.formats.csv_rows import Csv
from stud_audit.formats.json_lines import JsonLines
from stud_audit.formats.sarif import Sarif
from stud_audit.formats.text import ByNumber, Concise, Text
from stud_audit.infer.compare import Comparison
from stud_audit.infer.inference import Inference
from stud_audit.infer.outcome import outcome, outcome_lines
from stud_audit.ingest.convert import FORMATS, Conversion
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.input.decode import Decoder, NotText
from stud_audit.ingest.input.found import Located, StrayText
from stud_audit.ingest.reader import Reader
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.ingest.writers.neutral import header_line, write_events
from stud_audit.model.errors import HouseError, InputError, UsageError
from stud_audit.model.events import SeatTaken
from stud_audit.model.findings import Finding
from stud_audit.pipeline import Audit, HandResult
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.pipeline.baseline import Baseline, BaselineWriter
from stud_audit.pipeline.one_hand import ALWAYS_ON
from stud_audit.pipeline.verify import verify
from stud_audit.render.styled import Output, plain
from stud_audit.report.frames import AuditResult
from stud_audit.report.markdown import markdown
from stud_audit.report.summary import summary

SHARED_MEMORY: Final = Path("/dev/shm")
_AMOUNT: Final = re.compile(r"\d+(\.\d+)?")
_DRIVING: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SEPARATOR: Final = re.compile(
    r"(?i)[-*=_~+\u2013\u2014\u2500-\u257f\s]*(?:hand|game|begin)?\s*(?:#|no\.|nr\.)?\s*\d*(?: of \d+)?[.:]?"
    r"[-*=_~+\u2013\u2014\u2500-\u257f\s]*"
)
"""What exports put between hands."""
_BLANK: Final = " \t\r\n\v\f\0\xa0\ufeff\x1a"

# What is said of an input is bounded by its length: an event takes a few characters, and a finding at each of them
# some thousand bytes with the lines that it names.
_EVENTS_AT_LEAST, _JSON_AT_LEAST, _JSON_PER_CHARACTER = 64, 100_000, 600


class Broken(AssertionError):
    """A property that does not hold; `name` is the property's."""

    def __init__(self, name: str, detail: object) -> None:
        super().__init__(f"{name}: {detail}")
        self.name, self.detail = name, str(detail)


TOLD = ("findings", "outcomes", "seats", "pot", "rake", "played", "sitting", "facts")
"""What an audit tells of a hand."""


class Run:
    """One audit of some bytes, taken apart."""

    def __init__(self, data: bytes, house: str | None = None, **options: Any) -> None:
        self.data, self.house = data, house
        audit = Audit("-", house, stdin=io.BytesIO(data), **options)
        self.items = list(audit)
        self.summary = audit.summary
        self.hands = [item for item in self.items if isinstance(item, HandResult)]
        self.findings: list[Finding] = [finding for item in self.items for finding in item.findings]


@cache
def folder() -> Path:
    """A place for files that are read once, in memory where there is such a place."""
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None))


_PACKED: Final = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"PK\x03\x04")
"""First bytes of what is unpacked before it is read."""


# --- what always is looked at -----------------------------------------------------------------------


def accounted(run: Run) -> None:
    """Every hand seen is parsed, refused, or ignored, in the inputs as in the whole; no check failed."""
    said = run.summary
    if not said.hands == said.parsed + said.refused + said.ignored == len(run.hands):
        raise Broken(
            "accounted", f"{said.hands} seen, {len(run.hands)} given, {said.parsed, said.refused, said.ignored}"
        )
    if said.hands != sum(each.hands for each in said.inputs):
        raise Broken("accounted", "the inputs have another number of hands")
    for finding in run.findings:
        if finding.code == "I901":
            raise Broken("no internal error", finding.message)


def findings_fit(run: Run) -> None:
    """Findings can be written as JSON in UTF-8; their amounts are amounts; they lie in the file; they are bounded."""
    size = 0
    lines = _lines(run.data)
    for hand in [result.hand for result in run.hands if lines is not None and result.hand.file == "-"]:
        line = lines[hand.first_line - 1].replace("\ufeff", "")  # it is no column
        if not line[hand.column - 1 :].startswith(hand.text.split("\n")[0].replace("\ufeff", "").rstrip()):
            raise Broken("place", f"hand at {hand.first_line}:{hand.column}: {hand.text[:80]!r}")
    for finding in run.findings:
        try:
            text = json.dumps(finding.to_dict(), ensure_ascii=False, allow_nan=False)
            size += len(text.encode())
        except (ValueError, TypeError) as error:
            raise Broken("findings are JSON", f"{finding.code} {error!r}") from error
        if finding.street not in (None, 3, 4, 5, 6, 7):
            raise Broken("street", f"{finding.code} on street {finding.street}")
        effect = finding.money_effect
        if effect is not None and not _AMOUNT.fullmatch(effect):
            raise Broken("money effect", f"{finding.code} {effect}")
        _place(finding.code, finding, lines)
        for related in finding.related:
            _place(f"{finding.code} related", related, lines)
    if size > _JSON_AT_LEAST + _JSON_PER_CHARACTER * len(run.data):
        raise Broken("findings are bounded", f"{size} bytes of findings for {len(run.data)} bytes")
    events = sum(len(result.hand.events) for result in run.hands)
    if events > _EVENTS_AT_LEAST + len(run.data) and lines is not None:
        raise Broken("events are bounded", f"{events} events of {len(run.data)} bytes")


def _place(name: str, place: Any, lines: list[str] | None) -> None:
    line, start, end = place.line, place.column, place.end_column
    if line < 1 or start < 1 or end < start:
        raise Broken("place", f"{name} at {line}:{start}-{end}")
    if lines is None or place.file != "-":
        return
    if line > len(lines):
        raise Broken("place", f"{name} at line {line} beyond the file's last, {len(lines)}")
    length = len(lines[line - 1])
    if end > length + 1:
        raise Broken(
            "place", f"{name} at {line}:{start}-{end} in a line of {length} characters: {lines[line - 1][:80]!r}"
        )


def _lines(data: bytes) -> list[str] | None:
    """The lines of a text file; None where the bytes are no text, or a packed one, which may look like text."""
    if data.startswith(_PACKED):
        return None
    decoder = Decoder()
    try:
        text = decoder.feed(data) + decoder.finish()
    except NotText:
        return None
    return text.split("\n")


# --- what is looked at by turns ---------------------------------------------------------------------


def nothing_lost(run: Run) -> None:
    """Every line that begins a hand is in one, and every line is in a hand, stray, or known."""
    lines = _lines(run.data)
    if lines is None:
        return
    reader = Reader("-", stdin=io.BytesIO(run.data))
    covered = [False] * (len(lines) + 2)
    hands = 0
    for item in reader.blocks():
        if isinstance(item, Located):
            hands += 1
            covered[item.block.line : item.last_line + 1] = [True] * (item.last_line + 1 - item.block.line)
        elif isinstance(item, StrayText):
            covered[item.first_line : item.last_line + 1] = [True] * (item.last_line + 1 - item.first_line)
    if len(reader.inputs) != 1 or any(problem.kind in ("damaged", "not-text") for problem in reader.problems):
        return  # an archive that was opened; its members are inputs of their own
    dialects = get_dialects()
    filled = [line for line in lines if line.strip(_BLANK)]  # as an export is read that doubled every line end
    heads = min(sum(1 for _ in _heads().finditer("\n" + "\n".join(some))) for some in (lines, filled))
    if hands < heads:
        raise Broken("nothing lost", f"{heads} headers, {hands} hands")
    if not hands and reader.problems:
        return  # it was said of the whole file
    for number, line in enumerate(lines, 1):
        bare = re.sub(r"\A[>\s\ufeff]*", "", line)  # a quoted copy is read without its marks
        if (
            not covered[number]
            and not _SEPARATOR.fullmatch(bare)
            and bare.strip(_BLANK)
            and not any(d.outside and d.outside.match(bare) for d in dialects)
        ):
            raise Broken("nothing lost", f"line {number} is in no hand, not stray, and unknown: {line[:80]!r}")


@cache
def _heads() -> re.Pattern[str]:
    starts = []
    for dialect in get_dialects():
        pattern = dialect.hand_start
        flags = "".join(
            letter for flag, letter in ((re.I, "i"), (re.S, "s"), (re.M, "m"), (re.X, "x")) if pattern.flags & flag
        )
        starts.append(
            f"(?{flags}:{re.sub(r'[(][?]P<[^>]+>', '(', pattern.pattern)}{chr(10) if pattern.flags & re.X else ''})"
        )
    return re.compile(f"\n[\ufeff\0]*(?:{'|'.join(starts)})")


def same_again(run: Run) -> None:
    """Equal text gives equal findings."""
    _no_other("same again", "then", run.findings, Run(run.data, run.house).findings)


def in_full(run: Run) -> None:
    """A hand that is accepted without a replay comes to the same with one."""
    full = Run(run.data, run.house, certify=False)
    for quick, slow in zip(run.hands, full.hands, strict=True):
        for name in TOLD if quick.certified else ():
            if getattr(quick, name) != getattr(slow, name):
                raise Broken("in full", f"{name}: {getattr(slow, name)!r:.300} and {getattr(quick, name)!r:.300}")


def stored_otherwise(run: Run) -> None:
    """The same text with other line ends, in other encodings, or compressed, gives the same findings."""
    lines = _lines(run.data)
    try:
        text = run.data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if lines is None or text.split("\n") != lines or "\r" in text or "\0" in text:
        return
    others = {
        "CRLF": text.replace("\n", "\r\n").encode(),
        "a mark": text.encode("utf-8-sig"),
        "UTF-16": text.encode("utf-16"),
        "gzip": gzip.compress(run.data, 1, mtime=0),
    }
    for name, data in others.items():
        _no_other("stored otherwise", name, run.findings, Run(data, run.house).findings, same_text=name != "CRLF")


def chosen_otherwise(run: Run) -> None:
    """A selection of codes is a part of all findings; the dialect can be named; a baseline holds all there is."""
    slim = Run(run.data, run.house, slim=True)
    _no_other("chosen otherwise", "slim", run.findings, slim.findings)
    for family in ("W", "S7", "R,A"):
        chosen = [finding for finding in run.findings if finding.code.startswith(tuple(family.split(",")))]
        found = [
            finding for finding in Run(run.data, run.house, select=family).findings if finding.code not in ALWAYS_ON
        ]
        _no_other("chosen otherwise", family, [finding for finding in chosen if finding.code not in ALWAYS_ON], found)
    dialects = {name for each in run.summary.inputs for name, _ in each.dialects}
    if len(dialects) == 1 and not any(each.stray for each in run.summary.inputs):
        named = Run(run.data, run.house, dialect=min(dialects))
        # Lines outside of hands may be known to another dialect.
        _no_other("chosen otherwise", "dialect", *([f for f in each.findings if f.hand_key] for each in (run, named)))
    path = folder() / "baseline.toml"
    path.unlink(missing_ok=True)
    writer = BaselineWriter(None, path)
    for finding in run.findings:
        writer.add(finding)
    writer.write()
    baseline = Baseline.read(path)
    if left := [finding for finding in run.findings if not baseline.accepts(finding)]:
        raise Broken("chosen otherwise", f"a baseline does not hold {left[0]}")


def _no_other(name: str, how: str, some: list[Finding], others: list[Finding], same_text: bool = True) -> None:
    """Raises where the findings differ; with another text they may differ in the keys of hands."""
    if not same_text:
        some, others = ([replace(finding, hand_key=None) for finding in each] for each in (some, others))
    for first, second in zip(some, others, strict=False):
        if first != second:
            raise Broken(name, f"{how}: {first}\n  and {second}")
    if len(some) != len(others):
        raise Broken(
            name, f"{how}: {len(some)} findings and {len(others)}: {[f.code for f in some]}, {[f.code for f in others]}"
        )


def round_trip(run: Run) -> None:
    """parse(write(events)) == events in the neutral notation."""
    neutral = get_dialect("neutral")
    for result in run.hands:
        hand = result.hand
        if hand.status != "parsed":
            continue
        text = "\n".join([header_line(hand.header), *write_events(hand.events, hand.header.decimals)])
        read = neutral.parse(Block(text, 1))
        written = text.split("\n")
        for number, (event, back) in enumerate(zip(hand.events, read.events, strict=False), 1):
            if event != back:
                raise Broken(
                    "round trip", f"{type(event).__name__} {written[number]!r:.150}: {event} came back as {back}"
                )
        if len(read.events) != len(hand.events) or read.status != "parsed":
            raise Broken("round trip", f"{len(hand.events)} events, {read.status} {len(read.events)}: {read.problem}")
        if read.header != hand.header:
            raise Broken("round trip", f"header {written[0]!r}: {hand.header} came back as {read.header}")


def converted(run: Run) -> None:
    """Each notation writes a hand or says why it cannot, and what it writes is read."""
    for to in FORMATS:
        refused: list[str] = []
        conversion = Conversion(Reader("-", stdin=io.BytesIO(run.data)), to, refused.append, f"x.{to}s")
        try:
            text = "".join(conversion)
        except InputError:
            continue
        data = text.encode()  # no lone surrogates
        if len(refused) + conversion.written != conversion.hands:
            raise Broken("converted", f"{to}: {conversion.hands} hands, {conversion.written} written, {refused}")
        if not conversion.written or to not in {dialect.name for dialect in get_dialects()}:
            continue
        back = Run(data)
        if back.summary.parsed != conversion.written:
            raise Broken(
                "converted", f"{to}: {conversion.written} written, {back.summary.parsed} of {back.summary.hands} read"
            )
        try:
            accounted(back)
        except Broken as error:
            raise Broken(error.name, f"of {to} as written: {error.detail}") from None


def explained(run: Run) -> None:
    """Each hand can be told in lines, as data, and as a page."""
    for result in run.hands:
        found = Found(result, tuple(result.findings))
        if found.result.hand.status != "parsed":
            continue
        story = tell(found.result.hand, found.result.house, found.findings)
        plain(list(story_lines(story, options=True))).encode()
        json.dumps(story_data(story), ensure_ascii=False, allow_nan=False).encode()


def shown(run: Run) -> None:
    """The first hand has a page."""
    for result in run.hands:
        if result.hand.status == "parsed":
            page(tell(result.hand, result.house, tuple(result.findings))).encode()
            return


def put_out(run: Run) -> None:
    """Every format can say the findings, and those for people hold no character that drives a terminal."""
    for form, for_people in (
        (Text, True),
        (Concise, True),
        (ByNumber, True),
        (JsonLines, False),
        (Csv, False),
        (Sarif, False),
    ):
        stream = io.StringIO()
        writer: Any = form(Output(stream) if for_people else stream)  # type: ignore[call-arg]
        for item in run.items:
            hand, house = (item.hand, item.house) if isinstance(item, HandResult) else (None, None)
            for finding in item.findings:
                writer.add(finding, hand, house)
        writer.finish(run.summary, {})
        text = stream.getvalue()
        text.encode()
        if for_people and (odd := _DRIVING.search(text)):
            raise Broken("put out", f"{form.__name__}: {odd[0]!r}")
        if form is JsonLines and [json.loads(line)["code"] for line in text.split("\n")[:-1]] != _codes(run):
            raise Broken("put out", "other findings as JSON")
        if form is Sarif and [each["ruleId"] for each in json.loads(text)["runs"][0]["results"]] != _codes(run):
            raise Broken("put out", "other findings as SARIF")
        if form is Csv and [row[0] for row in csv.reader(io.StringIO(text))][1:] != _codes(run):
            raise Broken("put out", "other findings as CSV")


def _codes(run: Run) -> list[str]:
    return [finding.code for finding in run.findings]


def held_against_houses(run: Run) -> None:
    """Two houses can be compared on an input, and all be ranked by it."""
    path = folder() / "log.txt"
    path.write_bytes(run.data)
    comparison = Comparison(str(path), "william-hill", "third-house")
    for _ in comparison:
        pass
    if comparison.internal_errors:
        raise Broken("no internal error", "where two houses are compared")
    inference = Inference(str(path))
    inference.run()
    if inference.hands:
        json.dumps(outcome(inference), allow_nan=False)
        plain(list(outcome_lines(inference))).encode()


def told_to_a_player(run: Run) -> None:
    """Each hand can be told as one of its players saw it."""
    for result in run.hands:
        seats = [event.seat for event in result.hand.events if isinstance(event, SeatTaken)]
        if result.hand.status == "parsed" and seats:
            found = redacted(Found(result, tuple(result.findings)), seats[-1], run.summary.codes)
            story = tell(found.result.hand, found.result.house, found.findings)
            plain(list(story_lines(story))).encode()


def stored(run: Run) -> None:
    """The dataset has what the audit had, verifies, and can be reported on."""
    if not run.summary.hands:
        return
    place = Path(tempfile.mkdtemp(dir=folder()))
    try:
        audit = Audit("-", run.house, stdin=io.BytesIO(run.data))
        with AuditWriter(place / "dataset", audit) as writer:
            for _ in audit:
                pass
            writer.finish(audit.summary)
        result = AuditResult(place / "dataset")
        counts = len(result.hands), len(result.findings), len(result.coverage)
        if counts[:2] != (run.summary.hands, len(run.findings)):
            raise Broken("stored", f"{counts} hands and findings, {run.summary.hands} and {len(run.findings)} before")
        for verdict in ("violation", "review"):
            number = sum(finding.verdict == verdict for finding in run.findings if finding.hand_key is not None)
            if (counted := result.hands[f"{verdict}s"].sum()) != number:
                raise Broken("stored", f"hands have {counted} {verdict}s, and the findings {number}")
        _seats_add_up(result)
        markdown(summary(result)).encode()
        if differences := verify(place / "dataset").differences:
            raise Broken("stored", f"does not verify: {differences}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _seats_add_up(result: AuditResult) -> None:
    for row in result.rows("seats"):
        parts = [row[name] for name in ("net", "won", "returned", "put_in")]
        if None not in parts and parts[0] != parts[1] + parts[2] - parts[3]:
            raise Broken("stored", f"net is not what was won and returned less what was put in: {row}")


TURNS: Final[dict[str, tuple[Callable[[Run], None], float]]] = {
    "nothing lost": (nothing_lost, 0.1),
    "same again": (same_again, 0.15),
    "in full": (in_full, 0.3),
    "stored otherwise": (stored_otherwise, 0.05),
    "chosen otherwise": (chosen_otherwise, 0.03),
    "round trip": (round_trip, 0.25),
    "converted": (converted, 0.02),
    "explained": (explained, 0.015),
    "shown": (shown, 0.003),
    "put out": (put_out, 0.04),
    "held against houses": (held_against_houses, 0.001),
    "told to a player": (told_to_a_player, 0.01),
    "stored": (stored, 0.002),
}
"""Property to what looks at it, and to the part of all executions in which it does."""


def check_log(data: bytes, house: str | None, turns: Iterable[str]) -> None:
    """Puts an input through an audit and what the turns say. Raises `Broken`, or whatever was raised."""
    run = Run(data, house)
    accounted(run)
    findings_fit(run)
    for turn in turns:
        TURNS[turn][0](run)


def check_house(data: bytes, log: bytes) -> None:
    """A house file is loaded or refused with its name and the reason; a house that is loaded can judge."""
    path = folder() / "house.toml"
    path.write_bytes(data)
    try:
        check_log(log, str(path), ())
    except HouseError as error:
        if path.name not in str(error):
            raise Broken("house errors", f"the file is not named: {error}") from None
        str(error).encode()
    except UsageError as error:
        raise Broken("house errors", f"a file is refused as a call: {error}") from None


def same_with_jobs(paths: list[Path]) -> None:
    """The number of worker processes changes nothing."""

    def findings(jobs: int) -> list[Finding]:
        return [finding for item in Audit(paths, jobs=jobs) for finding in item.findings]

    alone, together = findings(1), findings(2)
    for first, second in zip(alone, together, strict=False):
        if first != second:
            raise Broken("jobs", f"{first}\n  with two {second}")
    if len(alone) != len(together):
        raise Broken("jobs", f"{len(alone)} findings, {len(together)} with two")


def unexpected(error: BaseException) -> NoReturn:
    """An exception that is none of ours, as the property that it breaks."""
    raise Broken("no exception", repr(error)) from error
