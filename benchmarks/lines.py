"""How well the rows of tables are read: lines of purchases and VAT shares, by rows and by cells.

    python benchmarks/lines.py [--seed 31] [--count 200] [--errors N] [--fit]
    python benchmarks/lines.py --drawn
    PAPERFORMER_DATA=folder python benchmarks/lines.py --zugferd

Without another option: documents of our generator, which knows which word prints which cell; nothing is
trained on them, and the rules were written while looking at seeds 21 and 22. A cell is right where its text
has the letters and digits of the truth, and a number its value. A row is right where it has the cells of the
truth, all right, and no other. Rows are paired in order so that most cells agree. VAT shares are counted in
documents whose truth has some (a lone "VAT 20 %" among the totals is no table to the generator).

``--drawn``: the open part of ``benchmarks/drawn``, with what its tables print as truth, counted the same.

``--zugferd``: the PDFs of ``invoices-zugferd``, their XML as truth; a cell counts where the pages print its
value, units (codes in the XML) and discounts do not count, and a description is right where it holds the
article's name. A row is right where name and total are, and quantity and price as far as they were read: a
quantity of 1 is often in the XML alone.

``--fit`` prints how often a line is right, by the arithmetic of the row and of the table: ``ROW_SCORES``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.documents import DocumentReader
from paperformer.documents.einvoice import read_einvoice
from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.reader import find_rows
from paperformer.labelled.documents import document_of
from paperformer.labelled.record import read_records

Cells = Mapping[str, str]
TEXTS = frozenset({"code", "description", "unit"})
NAMES = {"net": "base", "vat": "tax"}  # what the generator calls them
GROUPS = ("purchase_lines", "vat_distribution")


@dataclass
class Tally:
    """Rows and cells: right, found, true; documents: all rows right, of how many."""

    rows: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)
    whole: int = 0
    documents: int = 0

    def line(self, name: str) -> str:
        return (
            f"{name:28} {self.documents:5} {self.whole / max(self.documents, 1):7.3f}"
            f"   {figures(self.rows)}   {figures(self.cells)}"
        )


HEADING = (
    f"{'':28} {'docs':>5} {'whole':>7}   {'rows P':>6} {'R':>6} {'F1':>6}   {'cells P':>6} {'R':>6} {'F1':>6}"
)


def figures(counts: Counter[str]) -> str:
    precision = counts["right"] / max(counts["found"], 1)
    recall = counts["right"] / max(counts["true"], 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return f"{precision:6.3f} {recall:6.3f} {f1:6.3f}"


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--errors", type=int, default=0, help="print the errors of so many documents")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--zugferd", action="store_true")
    parser.add_argument("--drawn", action="store_true")
    options = parser.parse_args()
    if options.zugferd:
        folder = os.environ.get("PAPERFORMER_DATA")
        if not folder:
            print("lines: set PAPERFORMER_DATA to the folder of the labelled documents", file=sys.stderr)
            return 2
        return zugferd(Path(folder) / "invoices-zugferd", options.errors, fit=options.fit)
    examples = drawn() if options.drawn else generated(options.seed, options.count)
    return measure(examples, options.errors, fit=options.fit)


def rows_in(document: Document) -> list[GroupRow]:
    """What the rules read."""
    return find_rows(view_of(document, load_schema()))


# --- generated and drawn documents

Example = tuple[str, Sequence[str], Document, Mapping[str, list[Cells]]]
"""A document's title, the kinds that it is counted among, it, and its true rows by group."""


def generated(seed: int, count: int) -> Iterator[Example]:
    """Documents of our generator."""
    from paperformer.synthesis.corpus import write_corpus

    with tempfile.TemporaryDirectory() as folder:
        path = write_corpus(Path(folder) / "lines.jsonl", count, seed)
        for record, raw in read_records(path):
            kinds = (f"  {raw['kind']}", f"    {raw['language']}-{raw['country']}")
            truth = {group: list(true_rows(raw["words"], group)) for group in GROUPS}
            yield f"{record.id} {raw['kind']} {raw['language']}", kinds, document_of(record)[0], truth


def drawn() -> Iterator[Example]:
    """The open part of ``drawn``: invented issuers, drawn by hands that never saw the reader."""
    from drawn.draw import draw_part

    with tempfile.TemporaryDirectory() as folder, DocumentReader() as reader:
        for path in sorted(draw_part("open", Path(folder))):
            rows = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")).get("rows") or {}
            truth = {group: rows.get(group, []) for group in GROUPS}
            yield path.name, (), reader.read(path, name=path.name), truth


def measure(examples: Iterable[Example], errors: int, *, fit: bool) -> int:
    """Read the rows of all documents, and print the tables."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    outcomes: dict[tuple[str, object], list[bool]] = defaultdict(list)
    for title, kinds, document, true in examples:
        found = rows_in(document)
        for group, truth in true.items():
            mine = [row for row in found if row.field == group]
            if not truth:
                continue
            names = [group, *(kinds if group == GROUPS[0] else [f"{kind} (vat)" for kind in kinds[:1]])]
            pairs = paired(mine, truth)
            wrong = count_all([tallies[name] for name in names], tallies, pairs, mine, truth, group)
            right_rows = {id(row) for row, true_row in pairs if is_right_row(row, true_row, group)}
            for row in mine:
                outcomes[group, (row.holds, round(row.score, 3))].append(id(row) in right_rows)
            if wrong and errors > 0:
                errors -= 1
                show(title, wrong)
    print(HEADING)
    for name in sorted(tallies, key=lambda name: (name.strip() not in GROUPS and "cell" in name, name)):
        print(tallies[name].line(name))
    if fit:
        show_outcomes(outcomes)
    return 0


def show_outcomes(outcomes: Mapping[tuple[str, object], Sequence[bool]]) -> None:
    """How often rows are right, by whether their arithmetic holds and by their confidence."""
    for (group, key), rights in sorted(outcomes.items(), key=str):
        part = sum(rights) / len(rights)
        print(f"{group:18} holds, score {key!s:16} {len(rights):5} rows, right {part:.3f}")


def true_rows(words: Sequence[Mapping[str, object]], group: str) -> Iterator[Cells]:
    """The rows of a group as the generator printed them."""
    rows: dict[int, dict[str, list[str]]] = {}
    for word in words:
        cell = word.get("cell")
        if isinstance(cell, list) and cell[0] == group:
            name = NAMES.get(cell[2], cell[2])
            rows.setdefault(cell[1], {}).setdefault(name, []).append(str(word["text"]))
    for _, cells in sorted(rows.items()):
        yield {name: " ".join(once(texts)) for name, texts in cells.items()}


def once(texts: Sequence[str]) -> Sequence[str]:
    """A cell that is printed twice, among the totals and in the table of rates, is one."""
    half = len(texts) // 2
    return texts[:half] if half and texts[:half] == texts[half:] and len(texts) % 2 == 0 else texts


def paired(found: Sequence[GroupRow], truth: Sequence[Cells]) -> list[tuple[GroupRow, Cells]]:
    """Rows of both, in order, paired so that most cells agree."""
    best = [[0] * (len(truth) + 1) for _ in range(len(found) + 1)]
    for i, row in enumerate(found, start=1):
        for j, true in enumerate(truth, start=1):
            same = sum(is_right(row, name, text) for name, text in true.items())
            best[i][j] = max(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] + same)
    pairs, i, j = [], len(found), len(truth)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((found[i], truth[j]))
    return pairs[::-1]


def is_right(row: GroupRow, name: str, text: str) -> bool:
    cell = row.cells.get(name)
    if cell is None:
        return False
    if name in TEXTS:
        return squeezed(cell.text) == squeezed(text)
    wanted, value = number(text), number(cell.value)
    return wanted is not None and value is not None and abs(wanted - value) < 1e-6


def is_right_row(row: GroupRow, true: Cells, group: str) -> bool:
    extra = row.cells.keys() - true.keys()
    if group == "vat_distribution":
        extra -= {"rate"}  # printed, but no cell of the generator's where it stands in a caption
    return not extra and all(is_right(row, name, text) for name, text in true.items())


def squeezed(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def number(text: str) -> float | None:
    """A printed number, read by where its last mark stands; independent of the library's reader."""
    digits = re.sub(r"[^0-9.,]", "", text).strip(".,")
    if not digits:
        return None
    found = re.fullmatch(r"(.*?)[.,]([0-9]{1,2}|[0-9]{4,6})", digits)
    whole, places = (found[1], found[2]) if found else (digits, "")
    value = float(f"{re.sub('[.,]', '', whole) or '0'}.{places or '0'}")
    return -value if "-" in text or "−" in text else value


def count_all(
    tallies: Sequence[Tally],
    every: Mapping[str, Tally],
    pairs: Sequence[tuple[GroupRow, Cells]],
    found: Sequence[GroupRow],
    truth: Sequence[Cells],
    group: str,
) -> list[str]:
    """Count into ``tallies`` and into those of each cell; returns what is wrong."""
    rows = Counter(right=0, found=len(found), true=len(truth))
    cells: Counter[str] = Counter()
    by_name: dict[str, Counter[str]] = defaultdict(Counter)
    wrong = []
    for row in found:
        skipped = {"rate"} if group == "vat_distribution" else set()
        true_cells = next((true for mine, true in pairs if mine is row), {})
        for name in row.cells:
            if name not in skipped or name in true_cells:
                by_name[name]["found"] += 1
    for true in truth:
        for name in true:
            by_name[name]["true"] += 1
    for row, true in pairs:
        rows["right"] += is_right_row(row, true, group)
        for name, text in true.items():
            by_name[name]["right"] += is_right(row, name, text)
    for name, counts in by_name.items():
        cells += counts
        every[f"  cell {group[:3]} {name}"].cells.update(counts)
    for tally in tallies:
        tally.rows.update(rows)
        tally.cells.update(cells)
        tally.documents += 1
        tally.whole += rows["right"] == rows["found"] == rows["true"]
    if not rows["right"] == rows["found"] == rows["true"]:
        wrong = [f"{group}: {len(found)} found, {len(truth)} true"]
        matched = {id(true): row for row, true in pairs}
        for true in truth:
            mine = matched.get(id(true))
            if mine is None or not is_right_row(mine, true, group):
                wrong.append(f"true {dict(true)}")
                wrong.append(f"  is {None if mine is None else {n: c.text for n, c in mine.cells.items()}}")
        used = {id(row) for row, _ in pairs}
        wrong += [
            f"extra { {n: c.text for n, c in row.cells.items()} }" for row in found if id(row) not in used
        ]
    return wrong


def show(title: str, wrong: Sequence[str]) -> None:
    print(f"--- {title}")
    for line in wrong[:12]:
        print(f"    {line}")


# --- real e-invoices


def zugferd(folder: Path, errors: int, *, fit: bool) -> int:
    outcomes: dict[tuple[str, object], list[bool]] = defaultdict(list)
    rows, shares = Counter[str](), Counter[str]()
    cells: dict[str, Counter[str]] = defaultdict(Counter)
    whole = documents = 0
    with DocumentReader() as reader:
        for record in map(json.loads, (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()):
            document = reader.read(folder / record["file"], name=record["id"], ocr="never")
            if document.einvoice is None:
                continue
            invoice = read_einvoice(document.einvoice)
            page = Page(document)
            found = rows_in(document)
            lines = [row for row in found if row.field == "purchase_lines"]
            truth = [
                {
                    name: text
                    for name in ("code", "description", "quantity", "unit_price", "vat_rate", "total")
                    if (text := getattr(line, name)) is not None and page.prints(name, text)
                }
                for line in invoice.purchase_lines
            ]
            truth = [line for line in truth if "total" in line or "description" in line]
            pairs = paired_loosely(lines, truth)
            documents += 1
            right, good = 0, set[int]()
            for row, true in pairs:
                same = {name: holds_cell(row, name, text) for name, text in true.items()}
                names = ("description", "total", *({"quantity", "unit_price"} & row.cells.keys()))
                if all(same.get(name, True) for name in names):
                    right += 1
                    good.add(id(row))
                for name, ok in same.items():
                    cells[name]["right"] += ok
                    cells[name]["found"] += name in row.cells
            for true in truth:
                for name in true:
                    cells[name]["true"] += 1
            for row in lines if truth else ():
                outcomes["purchase_lines", (row.holds, round(row.score, 3))].append(id(row) in good)
            rows.update(right=right, found=len(lines), true=len(truth))
            whole += right == len(lines) == len(truth)
            count_shares(shares, [row for row in found if row.field == "vat_distribution"], invoice, page)
            if errors > 0 and not right == len(lines) == len(truth):
                errors -= 1
                show(
                    f"{record['id']}: {right} right, {len(lines)} found, {len(truth)} true",
                    [f"true {line}" for line in truth[:5]]
                    + [f"is   { {n: c.text for n, c in row.cells.items()} }" for row in lines[:6]],
                )
    print(f"{documents} documents, {whole} with every line right")
    print(f"{'lines':40} {figures(rows)}   of {rows['true']}")
    for name, counts in cells.items():
        print(f"  cell {name:33} {figures(counts)}   of {counts['true']}")
    print(f"{'VAT shares (base and tax)':40} {figures(shares)}   of {shares['true']}")
    if fit:
        show_outcomes(outcomes)
    return 0


class Page:
    """What the pages of a document print, to look values up."""

    def __init__(self, document: Document) -> None:
        texts = [word.text for word in document.words]
        self.text = squeezed("".join(texts))
        self.numbers = {n for text in texts if (n := number(text)) is not None}

    def prints(self, name: str, text: str) -> bool:
        if name in TEXTS:
            return bool(squeezed(text)) and squeezed(text) in self.text
        return any(abs(n - float(text)) < 1e-6 for n in self.numbers)


def holds_cell(row: GroupRow, name: str, text: str) -> bool:
    cell = row.cells.get(name)
    if cell is None:
        return False
    if name == "description":
        return squeezed(text) in squeezed(cell.text)
    if name == "code":
        return squeezed(text) == squeezed(cell.text)
    value = number(cell.value)
    return value is not None and abs(value - float(text)) < 1e-6


def paired_loosely(found: Sequence[GroupRow], truth: Sequence[Cells]) -> list[tuple[GroupRow, Cells]]:
    """As ``paired``, with the looser comparison."""
    left = list(found)
    pairs = []
    for true in truth:
        same = [(sum(holds_cell(row, n, t) for n, t in true.items()), -i) for i, row in enumerate(left)]
        if same and max(same)[0] > 0:
            pairs.append((left.pop(-max(same)[1]), true))
    return pairs


def count_shares(counts: Counter[str], found: Sequence[GroupRow], invoice: object, page: Page) -> None:
    """VAT shares whose base and tax the pages print."""
    truth = [
        (float(share.base), float(share.amount))
        for share in invoice.vat_distribution  # type: ignore[attr-defined]
        if share.base is not None
        and share.amount is not None
        and page.prints("base", share.base)
        and page.prints("tax", share.amount)
    ]
    mine = [
        (float(row.cells["base"].value), float(row.cells["tax"].value))
        for row in found
        if "base" in row.cells and "tax" in row.cells
    ]
    counts.update(right=sum(share in mine for share in truth), found=len(mine), true=len(truth))


if __name__ == "__main__":
    sys.exit(main())
