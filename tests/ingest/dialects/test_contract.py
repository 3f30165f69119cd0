"""What holds for every dialect, shown on its sample histories."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.dialects import audited, events, parse, renamed, samples, unknown, without_talk

from stud_audit.ingest.input.decode import Decoder
from stud_audit.model.events import Action, ChatSaid, Event, LineUnknown, Noted, Protected

ALL = samples()
NAMES = ("aldgate", "brixton", "camden", "dulwich", "euston", "finsbury", "greenwich", "holborn")
HOSTILE = (
    "a: folds", "bets $4", "Seat 3: x", "wins the pot ($9)", "x [Ks Kd]", "Uncalled bet of $1 returned to Al",
    "*** SUMMARY ***", "x\u2028\xa0($5 in chips)",
)  # fmt: skip
NESTED = ("folds", "x folds", "x", "x folds folds", "xx calls 5", "calls", "", "x x")
CHAT = {
    "fulltilt": "{name}: {line}",
    "fulltilt-since-2016": '{name} said, "{line}"',
    "everleaf": "{name}: {line}",
    "partypoker": "{name}: {line}",
    "pokerstars": '{name} said, "{line}"',
}

pytestmark = pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def decoded(data: bytes) -> str:
    decoder = Decoder()
    return decoder.feed(data) + decoder.finish()


def test_every_line_is_known(path: Path) -> None:
    hands = parse(text_of(path))
    assert hands
    for dialect, parsed in hands:
        assert dialect == path.parent.name
        assert parsed.status in ("parsed", "ignored"), parsed.problem
        assert not parsed.truncated
        assert not unknown(parsed.events)


def test_twins_in_other_encodings_read_alike(path: Path) -> None:
    text = text_of(path)
    plain = [parsed.events for _, parsed in parse(text)]
    crlf = text.replace("\n", "\r\n")
    bom = "\ufeff"
    for twin in (crlf.encode(), f"{bom}{text}".encode(), f"{bom}{crlf}".encode("utf-16-le"), text.encode("utf-16")):
        assert [parsed.events for _, parsed in parse(decoded(twin))] == plain


def test_a_hand_cut_off_anywhere_is_truncated_and_nothing_else(path: Path) -> None:
    whole, hand = text_of(path), audited(text_of(path))[0].block.text
    start = whole.index(hand)
    text = whole[: start + len(hand)]
    for end in range(start + len(hand.split("\n")[0]), len(text) - 80, 7):
        for _, parsed in parse(text[:end]):
            if parsed.status == "parsed":
                assert parsed.truncated, text[:end][-60:]
                assert not unknown(parsed.events), text[:end][-60:]


def test_a_line_that_is_not_known_is_kept_and_harms_no_other(path: Path) -> None:
    whole = events(text_of(path))
    lines = text_of(path).split("\n")
    places = [p for hand in audited(text_of(path)) for p in range(hand.block.line + 4, hand.last_line, 3)]
    assert places
    for place in places:
        if not lines[place - 1] or not lines[place]:
            continue
        changed = events("\n".join([*lines[:place], "@@ what is this @@", *lines[place:]]))
        found = unknown(changed)
        assert [(event.text, event.code) for event in found] == [("@@ what is this @@", "R001")]
        assert [event for event in changed if not isinstance(event, LineUnknown)] == whole


@pytest.mark.parametrize("names", [HOSTILE, NESTED], ids=["hostile", "nested"])
def test_hostile_names_read_as_plain_ones(path: Path, names: tuple[str, ...]) -> None:
    text = text_of(path)
    if not any(name in text for name in NAMES):
        pytest.skip("a dialect without names")
    mapping = dict(zip(NAMES, names, strict=True))
    hostile = text
    for plain, name in mapping.items():
        hostile = hostile.replace(plain, name)
    assert without_talk(events(hostile, path.parent.name)) == without_talk(renamed(events(text), mapping))


def test_hands_run_together_are_taken_apart(path: Path) -> None:
    text = text_of(path).rstrip()
    one = events(text)
    assert without_talk(events(f"{text}{text}")) == without_talk(one) * 2


def test_chat_that_repeats_lines_stays_chat(path: Path) -> None:
    chat = CHAT.get(f"{path.parent.name}-{path.stem}") or CHAT.get(path.parent.name)
    if chat is None:
        pytest.skip("the format has no chat")
    text = text_of(path)
    lines: list[str] = []
    talked = 0
    for line in text.split("\n"):
        lines.append(line)
        if lines[-1] and any(name in line for name in NAMES) and not line.startswith("Seat "):
            lines.append(chat.format(name="aldgate", line=line))
            talked += 1
    changed = events("\n".join(lines))
    assert sum(isinstance(event, ChatSaid) for event in changed) >= talked
    assert without_talk(changed) == without_talk(events(text))


def acts_of(path: Path) -> tuple[list[str], list[Event], dict[int, Action]]:
    """A sample's lines and events, and of each kind of action one, by the number of its line."""
    if path.parent.name in ("ipoker", "merge"):
        pytest.skip("the format has attributes, and no notes")
    whole = events(text_of(path))
    acts = {type(event): event for event in whole if isinstance(event, Action) and not isinstance(event, Protected)}
    assert acts
    return text_of(path).split("\n"), whole, {act.span.line: act for act in acts.values()}


def with_source(whole: list[Event], acts: dict[int, Action], source: str | None) -> list[Event]:
    return [replace(event, source=source) if any(event is act for act in acts.values()) else event for event in whole]


def test_a_note_behind_an_action_is_kept_and_names_its_source(path: Path) -> None:
    lines, whole, acts = acts_of(path)
    for note, source in (("timed out", "timeout"), ("disconnected", "disconnect"), ("by hand, slowly", None)):
        changed = [f"{line.rstrip()} ({note})" if number in acts else line for number, line in enumerate(lines, 1)]
        found = events("\n".join(changed))
        kept = [event for event in found if isinstance(event, Noted) and event.text == note]
        assert len(kept) == (0 if source else len(acts))
        assert all(
            changed[event.span.line - 1][event.span.column : event.span.end_column - 2] == note for event in kept
        )
        assert [event for event in found if event not in kept] == with_source(whole, acts, source)


def test_notes_may_follow_each_other_and_need_no_blank_before_them(path: Path) -> None:
    lines, whole, acts = acts_of(path)
    for number in acts:
        lines[number - 1] = f"{lines[number - 1].rstrip()}(away) (timed out)"
    assert events("\n".join(lines)) == with_source(whole, acts, "timeout")
