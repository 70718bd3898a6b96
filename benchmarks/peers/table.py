"""The records as Markdown: a table for each length, and what the comparison asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from case import Case
from records import Records
from shape import HEADS, INNER, LAYERS, WIDTH, operations

BEGIN, END = "<!-- peers: begin -->", "<!-- peers: end -->"


def render(records: Records, cases: Sequence[Case], lengths: Iterable[int], threads: int) -> str:
    """All tables."""
    peaks = records.machine(threads) or {"float32": 0.0, "int8": 0.0}
    parts = [
        f"{LAYERS} layers, width {WIDTH}, {HEADS} heads, feed-forward {INNER}, one document at a time, "
        f"{threads} threads. Large matrix products on this machine: float32 {peaks['float32']:.0f} GFLOP/s, "
        f"int8 {peaks['int8']:.0f}."
    ]
    for length in lengths:
        parts += [f"### {length:,} tokens", _table(records, cases, length, peaks)]
        parts.append("\n".join(f"- {line}" for line in verdicts(records, cases, length)))
    return "\n\n".join(part for part in parts if part) + "\n"


def insert(page: Path, text: str) -> None:
    """Replace what stands between the two marks of a page.

    Raises:
        ValueError: the page has no such marks.
    """
    old = page.read_text(encoding="utf-8")
    if BEGIN not in old or END not in old:
        raise ValueError(f"{page}: no place for the table. Write {BEGIN} and {END} where it belongs.")
    head, tail = old.split(BEGIN)[0], old.split(END)[1]
    page.write_text(f"{head}{BEGIN}\n\n{text}\n{END}{tail}", encoding="utf-8")


def _table(records: Records, cases: Sequence[Case], length: int, peaks: dict[str, float]) -> str:
    lines = [
        "| encoder | seconds | times ours, same mechanism | peak MB | GFLOP/s | of the peak |",
        "|---|---|---|---|---|---|",
    ]
    for case in cases:
        seconds, memory = records.seconds(case.name, length), records.peak_mb(case.name, length)
        if seconds is None or memory is None:
            lines.append(f"| {case.name} | {records.why_not(case.name, length)} | | | | |")
            continue
        own = records.seconds(f"ours, {case.mechanism}", length)
        ratio = f"{seconds / own:.2f}" if own else ""
        rate = operations(case.mechanism, length, case.features) / seconds / 1e9
        peak = peaks[case.precision]
        part = f"{rate / peak:.0%}" if peak else ""
        lines.append(f"| {case.name} | {seconds:.3f} | {ratio} | {memory:,.0f} | {rate:.0f} | {part} |")
    return "\n".join(lines)


def verdicts(records: Records, cases: Sequence[Case], length: int) -> list[str]:
    """What was asked for, met or not."""

    def fastest(chosen: Iterable[Case]) -> tuple[float, Case] | None:
        timed = [(records.seconds(case.name, length), case) for case in chosen]
        known = [(seconds, case) for seconds, case in timed if seconds is not None]
        return min(known, key=lambda pair: pair[0]) if known else None

    lines = []
    for mechanism in dict.fromkeys(case.mechanism for case in cases if not case.ours):
        same = [case for case in cases if case.mechanism == mechanism and case.precision == "float32"]
        own = fastest(case for case in same if case.ours)
        peer = fastest(case for case in same if not case.ours)
        if own and peer:
            lines.append(f"{mechanism}: {peer[1].name} takes {peer[0] / own[0]:.2f} times as long as ours")
    best = fastest(case for case in cases if case.ours and case.precision == "int8")
    peer = fastest(case for case in cases if not case.ours)
    if best and peer:
        lines.append(
            f"the best peer, {peer[1].name}, takes {peer[0] / best[0]:.2f} times as long as {best[1].name}"
        )
    return lines
