"""Our encoder beside those that people would use instead: time, memory, part of the machine's peak.

    python benchmarks/peers [--quick] [--lengths NUMBERS] [--only TEXT] [--keep-memory]
                            [--write docs/benchmarks.md]

Every case at every length is a process of its own, so that its peak of memory is its own, with a time limit
and a limit of memory. The cases of a length take turns, ``--rounds`` times; the median of all passes counts.
What was measured is written at once, and not measured again: stop it and start it as you like, delete the
file to begin anew. About 20 minutes on two cores. The peers are no dependencies of ours (``pip install -r
benchmarks/peers-requirements.txt``); those that are missing are left out, with a line that says so.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from case import Case
from machine import available_memory, peaks
from measure import limit_memory, measure, missing
from others import PEERS
from ours import OURS
from records import Record, Records
from shape import LENGTHS, QUICK
from table import insert, render

CASES = [*OURS, *PEERS]
MEMORY = 0.85  # of what is available, for one case
ONCE = 15.0  # seconds: a longer pass is measured once
BUDGET = 3.0  # seconds of passes in a round, after which no other begins
MARK = "measured: "
# As it comes, glibc gives large blocks back at once and clears them anew for the next layer, as dear as a
# product. PyTorch's tuning guide advises an allocator that keeps them; this does the same.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TRIM_THRESHOLD_": "8000000000"}


def main() -> None:
    """Measure what is not measured yet, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"{QUICK[0]} tokens, one round")
    parser.add_argument("--lengths", nargs="+", type=int, default=None)
    parser.add_argument("--only", default="", help="cases whose name holds this text")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5, help="most passes of a round")
    parser.add_argument("--limit", type=float, default=150.0, help="seconds for one case in one round")
    parser.add_argument("--keep-memory", action="store_true", help="glibc shall keep what is freed")
    parser.add_argument("--results", type=Path, default=Path("build/peers.jsonl"))
    parser.add_argument("--write", type=Path, default=None, help="put the tables into this page")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # name, length: the child's side
    parser.add_argument("--prepare", help=argparse.SUPPRESS)  # name: likewise
    options = parser.parse_args()
    if options.prepare or options.one:
        child(options)
        return
    if options.quick:
        options.rounds, options.repeat = 1, 1
    lengths = options.lengths or (QUICK if options.quick else LENGTHS)
    cases = usable([case for case in CASES if options.only in case.name])
    records = Records(options.results)
    if records.machine(options.threads) is None:
        records.add({"peaks": peaks(options.threads), "threads": options.threads})
    for length in lengths:
        for turn in range(options.rounds):
            for case in cases:
                take_turn(records, case, length, turn, options)
    text = render(records, cases, lengths, options.threads)
    print(text)
    if options.write:
        insert(options.write, text)


def usable(cases: list[Case]) -> list[Case]:
    """Those whose packages are there; for each other one a line."""
    for case in cases:
        if absent := missing(case):
            say(f"left out: {case.name}, {' and '.join(absent)} not installed")
    return [case for case in cases if not missing(case)]


def take_turn(records: Records, case: Case, length: int, turn: int, options: argparse.Namespace) -> None:
    """Measure a case once more, unless this was done, failed, or takes too long to do twice."""
    done = records.of(case.name, length)
    if any(record["round"] >= turn or "why" in record or min(record["seconds"]) > ONCE for record in done):
        return
    if case.prepare and not prepared(case, options).exists():
        start_child(case, ["--prepare", case.name], options)
    start = time.monotonic()
    found = start_child(case, ["--one", case.name, str(length)], options)
    records.add({"case": case.name, "length": length, "round": turn, "threads": options.threads, **found})
    told = found.get("why") or f"{min(found['seconds']):.3f} s, {found['peak_mb']:,.0f} MB"
    say(f"{length:>6,} {case.name:40} {told}  ({time.monotonic() - start:.0f} s in all)")


def start_child(case: Case, what: list[str], options: argparse.Namespace) -> Record:
    """What a process of its own found, or why it found nothing."""
    command = [sys.executable, str(Path(__file__).parent), *what]
    for name in ("threads", "repeat", "results"):
        command += [f"--{name}", str(getattr(options, name))]
    environment = {
        **os.environ,
        **(KEEP_MEMORY if options.keep_memory else {}),
        "OMP_NUM_THREADS": str(options.threads),
        "TOKENIZERS_PARALLELISM": "false",
    }
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=options.limit, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        return {"why": f"more than {options.limit:.0f} s"}
    for line in answer.stdout.splitlines():
        if line.startswith(MARK):
            record: Record = json.loads(line.removeprefix(MARK))
            return record
    last = (answer.stderr.strip().splitlines() or [f"exit code {answer.returncode}"])[-1]
    wants_memory = "memory" in last.lower() or "bad_alloc" in last
    say(f"{case.name}: {last}")
    return {"why": "out of memory" if wants_memory else f"failed: {last[:80]}"}


def child(options: argparse.Namespace) -> None:
    """The side of the process that measures, or prepares."""
    folder = options.results.parent
    folder.mkdir(parents=True, exist_ok=True)
    named = {case.name: case for case in CASES}
    if options.prepare:
        prepare = named[options.prepare].prepare
        if prepare is not None:
            prepare(folder)
        print(MARK + "{}")
        return
    name, length = options.one
    limit_memory(int(available_memory() * MEMORY))
    found = measure(
        named[name],
        int(length),
        threads=options.threads,
        folder=folder,
        repeat=options.repeat,
        budget=BUDGET,
    )
    print(MARK + json.dumps(found))


def prepared(case: Case, options: argparse.Namespace) -> Path:
    """The file that tells that a case is prepared."""
    return options.results.parent / (case.prepared or "")


def say(line: str) -> None:
    """Progress."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
