"""What an audit on a cluster costs: the process that reads and compares, the scheduler, the workers, and the store.

    python -m benchmarks.cluster [--hands N] [--workers N]

It starts a scheduler, workers, and a server of S3 on this machine, and has invented PokerStars hands of about 70 lines,
which lie in the store, audited into the store. Times are those of the processor; what starting up costs is left out, by
taking the difference of two runs, one over twice as many hands as the other. At the end it reckons up a billion hands.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "benchmarks")]

from support.cluster import end, free_port, machines, start, wait_for  # noqa: E402
from support.play import play  # noqa: E402
from support.written import pokerstars  # noqa: E402

from stud_audit.pipeline import Audit  # noqa: E402
from stud_audit.pipeline.audit_writer import AuditWriter  # noqa: E402
from stud_audit.pipeline.cluster import Cluster  # noqa: E402

_CORE_HOUR, _GB_MONTH, _PUT, _GET = 0.04, 0.023, 5e-6, 4e-7
"""US dollars, about what machines and stores by the hour cost in 2026: for the reckoning alone."""
_BILLION = 1e9
_LARGE = {"hours": 3600, "TB": 1e12, "million": 1e6}


class Cost(NamedTuple):
    """Of a run: hands, bytes of logs, seconds of the processor, requests, and bytes of the dataset and its drafts."""

    hands: float
    log: float
    reader: float
    scheduler: float
    workers: float
    puts: float
    gets: float
    dataset: float
    drafts: float


def main() -> None:
    """Run the benchmark and print its table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--hands", type=int, default=4000, help="hands of the shorter run (default: 4000)")
    options.add_argument("--workers", type=int, default=2, help="(default: 2)")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, _store(Path(folder)) as (store, log):
        for name, hands in (("warm", 500), ("once", chosen.hands), ("twice", 2 * chosen.hands)):
            store.pipe_file(f"hands/{name}.txt", _invented(hands).encode())
        with machines(chosen.workers, nanny=False) as cluster:
            _run("warm", cluster, store, log)
            once = _run("once", cluster, store, log)
            twice = _run("twice", cluster, store, log)
    _print(Cost(*(after - before for before, after in zip(once, twice, strict=True))))


def _invented(hands: int) -> str:
    dice, texts = random.Random(7), []
    for number in range(hands):
        hand = play(dice, dice.choice(("stud", "stud8", "razz")), players=dice.choice((6, 6, 7)), loose=0.6)
        texts.append(pokerstars(hand, 7_000_000 + number, hand.seats[0].number) + "\n\n\n")
    return "".join(texts)


@contextmanager
def _store(folder: Path) -> Iterator[tuple[Any, Path]]:
    import s3fs

    port = free_port()
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}
    os.environ |= keys | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    log = folder / "requests.log"
    with log.open("w") as file:
        server = start("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), stderr=file)
    try:
        wait_for(port, server)
        store = s3fs.S3FileSystem()
        store.mkdir("hands")
        yield store, log
    finally:
        end(server)


def _run(name: str, cluster: Any, store: Any, log: Path) -> Cost:
    before, times = _requests(log), _times(cluster)
    executor = Cluster(cluster.address)
    run = Audit(f"s3://hands/{name}.txt", slim=True, executor=executor)
    drafts = 0
    with AuditWriter(f"s3://hands/{name}", run) as writer:
        for _ in run:
            pass
        drafts = store.du(f"hands/{name}")
        writer.finish(run.summary)
    requests = _requests(log) - before
    reader, scheduler, workers = (after - first for after, first in zip(_times(cluster), times, strict=True))
    puts, gets = requests["PUT"] + requests["POST"], requests["GET"] + requests["HEAD"]
    log_size, dataset = store.size(f"hands/{name}.txt"), store.du(f"hands/{name}")
    return Cost(run.summary.hands, log_size, reader, scheduler, workers, puts, gets, dataset, drafts)


def _requests(log: Path) -> Counter[str]:
    return Counter(re.findall(r'"(GET|HEAD|PUT|POST|DELETE) ', log.read_text()))


def _times(cluster: Any) -> tuple[float, float, float]:
    """Seconds of the processor: of this process, of the scheduler, of all workers."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return (
        own.ru_utime + own.ru_stime,
        _time(cluster.scheduler.pid),
        sum(_time(worker.pid) for worker in cluster.workers),
    )


def _time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _print(cost: Cost) -> None:
    def row(what: str, amount: float, unit: str, factor: float, of_billion: str) -> None:
        each = amount / cost.hands
        print(f"| {what} | {each * factor:.3g} {unit} | {each * _BILLION / _LARGE[of_billion]:,.3g} {of_billion} |")

    print("| | a hand | a billion hands |\n| --- | ---: | ---: |")
    row("processor: workers", cost.workers, "ms", 1000, "hours")
    row("processor: reading and comparing", cost.reader, "ms", 1000, "hours")
    row("processor: scheduler", cost.scheduler, "ms", 1000, "hours")
    row("log", cost.log, "bytes", 1, "TB")
    row("dataset", cost.dataset, "bytes", 1, "TB")
    row("drafts, until it is complete", cost.drafts, "bytes", 1, "TB")
    row("requests that write", cost.puts, "", 1, "million")
    row("requests that read", cost.gets, "", 1, "million")
    many = _BILLION / cost.hands
    hours = (cost.workers + cost.reader + cost.scheduler) * many / 3600
    requests = (cost.puts * _PUT + cost.gets * _GET) * many
    kept = cost.dataset * many / 1e9 * _GB_MONTH
    print(f"\nmachines ${hours * _CORE_HOUR:,.0f}, requests ${requests:,.0f}, the dataset ${kept:,.0f} a month")


if __name__ == "__main__":
    main()
