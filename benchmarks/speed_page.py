"""The page about speed: what the suite measured, as Markdown, JSON, and charts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

LINES = "floor: split into lines by pyarrow's CSV reader"
SPLIT = "decode and split into hands"
EVENTS = "text to events"
FINDINGS = "text to findings"
DATASET = "text to findings and dataset"
COLUMNS = "floor: the dataset's columns written by pyarrow"
UNCERTIFIED = "text to findings, `--no-certify`"
UNCERTIFIED_DATASET = "text to findings and dataset, `--no-certify`"
KIT_OWN = "PokerKit replays its own hands, from memory"
KIT_TEXT = "PokerKit replays its own hands, from its notation"
KIT_OURS = "PokerKit replays the log's hands, from memory"
NOTHING = "`python -c pass`"
VERSION = "`stud-audit --version`"
ONE_HAND = "`stud-audit audit`, one hand"
PART = 500
"""Hands of a part of the log, of which it is told how many were certified."""
MEGABYTE = 1e6


class Row(msgspec.Struct):
    """One measured thing: seconds in all of the processor and of the clock, bytes of memory, and what else it told.

    `child` is the most memory of any process that it started.
    """

    group: str
    name: str
    task: str
    hands: int
    cpu: float
    wall: float
    memory: int
    child: int
    told: dict[str, Any]

    @property
    def each(self) -> float:
        """Seconds of the processor a hand."""
        return self.cpu / max(self.hands, 1)

    @property
    def all_memory(self) -> float:
        """Bytes of all its processes, at the most: what they share is counted for each."""
        jobs: int = self.told.get("workers", 1)
        return self.memory + (self.child * jobs if jobs > 1 else 0)


class Figures(msgspec.Struct):
    """What one run of the suite measured."""

    command: str
    machine: dict[str, str]
    rows: list[Row]

    def of(self, group: str, task: str | None = None) -> list[Row]:
        """The rows of a group, in their order."""
        return [row for row in self.rows if row.group == group and task in (None, row.task)]

    def find(self, group: str, name: str) -> Row | None:
        """The row of that name; None where it was not measured."""
        return next((row for row in self.of(group) if row.name == name), None)


def write(figures: Figures, path: Path) -> None:
    """The page, and beside it the figures and the charts, named as the page is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    charts = [name for name, draw in CHARTS.items() if draw(figures, path.with_name(f"{path.stem}-{name}.svg"))]
    path.write_text("\n".join(lines(figures, charts, path.stem)) + "\n", "utf-8")


# --- the page -----------------------------------------------------------------------------------


def lines(figures: Figures, charts: Sequence[str] = (), stem: str = "") -> list[str]:
    """The page, with these charts."""
    text = [
        "# Speed",
        "",
        "What an audit takes, stage by stage, beside PokerKit and beside plain floors, all in one run:",
        "",
        "```sh",
        figures.command,
        "```",
        "",
        "Each figure comes from a process of its own, made ready with other hands, and is the least of several. It is",
        "time of the processor where nothing else is said. Ratios are what to compare: the same machine differs from",
        "hour to hour.",
        *_table(("machine", ""), figures.machine.items()),
    ]
    for section in SECTIONS:
        told = list(section(figures))
        if told:
            text += [f"## {(section.__doc__ or '').rstrip('.')}", "", *told, ""]
            if section.__name__ in charts:
                text += [f"![{(section.__doc__ or '').rstrip('.')}]({stem}-{section.__name__}.svg)", ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip().split("\n")


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return []
    return ["", f"| {' | '.join(heads)} |", f"| ---{' | ---:' * (len(heads) - 1)} |"] + [
        f"| {' | '.join(row)} |" for row in cells
    ] + [""]  # fmt: skip


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.3g}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def _times(ratio: float) -> str:
    return f"{ratio:.3g}" if ratio < 100 else f"{ratio:,.0f}"


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def goals(figures: Figures) -> Iterator[str]:
    """What is wanted of one worker, and what is reached."""
    yield from _table(("", "needed", "wanted", "measured"), _goals(figures))


def _goals(figures: Figures) -> Iterator[Sequence[object]]:
    kit = figures.find("stages", KIT_OWN)
    for name, needed, wanted in ((FINDINGS, (5_000, 12), (20_000, 50)), (DATASET, (3_000, 8), (10_000, 25))):
        rows = [row for row in (*figures.of("stages"), *figures.of("size")) if row.name == name]
        if rows and kit:
            row = max(rows, key=lambda row: row.hands)
            told = [f"{rate:,} hands/s, {times} times PokerKit" for rate, times in (needed, wanted)]
            reached = f"{1 / row.each:,.0f} hands/s, {_times(kit.each / row.each)} times"
            yield name, *told, f"{reached}; {row.hands:,} hands"
    now = figures.find("faulty", FINDINGS)
    for row in figures.of("faulty") if now else ():
        if now and row.name.startswith(f"{FINDINGS}, ") and "`" not in row.name:
            before = row.name.removeprefix(f"{FINDINGS}, ")
            ratio = _times(row.each / now.each)
            yield f"a hand that is not certified, beside {before}", "as fast", "twice as fast", ratio
    for name in (FINDINGS, DATASET):
        by = {row.told["workers"]: row for row in figures.of("workers") if row.name == name}
        if 2 in by:
            yield f"two workers, {name}", "1.8 times one", "", _times(by[1].wall / by[2].wall)
    audits = [row for row in figures.rows if row.task == "audit" and row.told.get("workers", 1) == 1]
    if audits:
        most = max(row.memory for row in audits)
        yield "memory", "under 400 MB", "", f"{most / MEGABYTE:.0f} MB, {max(row.hands for row in audits):,} hands"
    for name, seconds in ((VERSION, 0.10), (ONE_HAND, 0.45)):
        if (begun := figures.find("start", name)) is not None:
            yield name, f"{seconds:.2f} s", "", f"{begun.wall:.2f} s"


def stages(figures: Figures) -> Iterator[str]:
    """Stage by stage."""
    rows = figures.of("stages")
    kit, floor = figures.find("stages", KIT_OWN), figures.find("stages", LINES)
    if not rows:
        return
    if (events := figures.find("stages", EVENTS)) is not None:
        yield f"{events.hands:,} hands of {events.told['lines']:.0f} lines on average; PokerKit's are of six players."
    yield from _table(
        ("", "hands/s", "ms a hand", "times PokerKit", "times the floor's time"),
        (
            (row.name, f"{1 / row.each:,.0f}", _ms(row.each),
             _times(kit.each / row.each) if kit else "-", _times(row.each / floor.each) if floor else "-")
            for row in rows
        ),
    )  # fmt: skip
    data = figures.find("stages", DATASET)
    if data and floor:
        size, text = (row.told["bytes"] / row.hands for row in (data, floor))
        yield f"The dataset, which has the text too, takes {size:,.0f} bytes a hand on the disk; the log, {text:,.0f}."


def faulty(figures: Figures) -> Iterator[str]:
    """Hands that are not certified."""
    rows = figures.of("faulty")
    if rows:
        yield "Simulated hands, each with a planted fault: one that is not certified costs the attempt and the replay."
        yield from _table(("", "hands/s", "ms a hand", "of the first"), _beside(rows))


def _beside(rows: Sequence[Row]) -> Iterator[Sequence[object]]:
    for row in rows:
        yield row.name, f"{1 / row.each:,.0f}", _ms(row.each), f"{row.each / rows[0].each:.2f}"


def certified(figures: Figures) -> Iterator[str]:
    """The share certified, and the games."""
    for row in figures.of("certified"):
        share, places = _percent(row.told["certified"], row.told["clean"]), row.told["places"]
        yield f"Of {row.hands:,} simulated hands nothing is found in {row.told['clean']:,}, and {share} of these are"
        yield "accepted without a replay. Situations are judged once and then known, so the share grows:"
        yield f"{places[0]:.0%} of the first {min(row.hands, PART)} hands, {places[-1]:.0%} of the last."
    rows = figures.of("games", "audit")
    shares = {row.name: row.told for row in figures.of("games", "certified")}
    yield from _table(
        ("hands as the first ones of a run", "hands", "certified", "hands/s", "ms a hand", "of the first"),
        (
            (name, f"{row.hands:,}", _percent(shares[row.name]["certified"], shares[row.name]["clean"]), *rest)
            for row, (name, *rest) in zip(rows, _beside(rows), strict=True)
        ),
    )


def dialects(figures: Figures) -> Iterator[str]:
    """The dialects."""
    rows = figures.of("dialects")
    if not rows:
        return
    stars = next((row for row in rows if row.name == "pokerstars"), rows[0])
    line, event = stars.cpu / stars.told["lines"], stars.cpu / stars.told["events"]
    yield "Their samples read into events, over and over. A line of one site says more than a line of another, so the"
    yield "time for an event stands beside it. Certified: of the sample hands in which nothing is found, once their"
    yield "situations are known."
    yield from _table(
        ("", "ms a hand", "lines/s", "of PokerStars", "events/s", "of PokerStars", "certified"),
        (
            (row.name, _ms(row.each), f"{lines / row.cpu:,.0f}", f"{line * lines / row.cpu:.2f}",
             f"{events / row.cpu:,.0f}", f"{event * events / row.cpu:.2f}",
             _percent(row.told["certified"], row.told["clean"]))
            for row in rows
            for lines, events in [(row.told["lines"], row.told["events"])]
        ),
    )  # fmt: skip


def size(figures: Figures) -> Iterator[str]:
    """The number of hands."""
    if figures.of("size"):
        yield "That work grows no faster than the lines, of whatever kind, `python -m benchmarks.growth` tells."
    yield from _table(
        ("", "hands", "ms a hand", "memory, MB"),
        ((row.name, f"{row.hands:,}", _ms(row.each), f"{row.memory / MEGABYTE:,.0f}") for row in figures.of("size")),
    )


def workers(figures: Figures) -> Iterator[str]:
    """Several workers."""
    rows = figures.of("workers")
    alone = {row.name: row for row in rows if row.told["workers"] == 1}
    yield from _table(
        ("by the clock", "workers", "hands", "hands/s", "times one worker", "memory of all, MB, at most"),
        (
            (row.name, row.told["workers"], f"{row.hands:,}", f"{row.hands / row.wall:,.0f}",
             f"{alone[row.name].wall / row.wall:.2f}", f"{row.all_memory / MEGABYTE:,.0f}")
            for row in rows
        ),
    )  # fmt: skip


def start(figures: Figures) -> Iterator[str]:
    """The start."""
    rows = figures.of("start")
    heads = ("", "seconds by the clock", "of the processor", "memory, MB")
    yield from _table(heads, ((r.name, f"{r.wall:.2f}", f"{r.cpu:.2f}", f"{r.child / MEGABYTE:.0f}") for r in rows))


SECTIONS: tuple[Callable[[Figures], Iterator[str]], ...] = (
    goals, stages, faulty, certified, dialects, size, workers, start,
)  # fmt: skip


# --- charts -------------------------------------------------------------------------------------


def chart(height: float) -> tuple[Any, Any]:
    """A chart that is the same for the same figures, in the letters of the page."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "speed", "font.size": 9})
    from matplotlib import pyplot

    drawn, axes = pyplot.subplots(figsize=(8, height), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    return drawn, axes


def _saved(drawn: Any, path: Path) -> bool:
    drawn.savefig(path, metadata={"Date": None}, transparent=False)
    return True


def stages_chart(figures: Figures, path: Path) -> bool:
    """Time a hand, each stage a bar."""
    rows = figures.of("stages")[::-1]
    if not rows:
        return False
    drawn, axes = chart(0.5 + 0.3 * len(rows))
    colours = ["#999999" if row.name.startswith(("floor", "PokerKit")) else "#1f6f8b" for row in rows]
    bars = axes.barh([row.name.replace("`", "") for row in rows], [row.each * 1e3 for row in rows], color=colours)
    axes.bar_label(bars, [_ms(row.each) for row in rows], padding=3)
    axes.set(xscale="log", xlabel="ms a hand")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.margins(x=0.1)
    return _saved(drawn, path)


def certified_chart(figures: Figures, path: Path) -> bool:
    """The share certified against the hands seen."""
    rows = figures.of("certified")
    if not rows:
        return False
    drawn, axes = chart(3)
    for row in rows:
        places = row.told["places"]
        seen = [min(PART * (number + 1), row.hands) for number in range(len(places))]
        axes.plot(seen, [100 * share for share in places], color="#1f6f8b")
    axes.set(xlim=(0, None), ylim=(0, 100), xlabel="hands seen", ylabel="certified of the clean ones, %")
    return _saved(drawn, path)


def size_chart(figures: Figures, path: Path) -> bool:
    """Time a hand and memory against the number of hands."""
    rows = figures.of("size")
    if not rows:
        return False
    drawn, axes = chart(3)
    memory = axes.twinx()
    for name, colour in ((FINDINGS, "#1f6f8b"), (DATASET, "#b5651d")):
        some = [row for row in rows if row.name == name]
        hands = [row.hands for row in some]
        axes.plot(hands, [row.each * 1e3 for row in some], "o-", color=colour, label=name)
        memory.plot(hands, [row.memory / MEGABYTE for row in some], "s:", color=colour, label=f"memory, {name}")
    sizes = sorted({row.hands for row in rows})
    axes.set(xscale="log", xlabel="hands", ylabel="ms a hand (line)", ylim=(0, max(row.each for row in rows) * 1100))
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes], minor=False)
    axes.set_xticks([], minor=True)
    memory.set(ylabel="memory, MB (dots)", ylim=(0, max(row.memory for row in rows) / MEGABYTE * 1.1))
    axes.legend(loc="lower left")
    return _saved(drawn, path)


CHARTS: dict[str, Callable[[Figures, Path], bool]] = {
    "stages": stages_chart, "certified": certified_chart, "size": size_chart,
}  # fmt: skip
