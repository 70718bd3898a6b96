"""How many generated invoices become a valid e-invoice when read from their pages, and how right it is.

    nice python benchmarks/einvoice_out.py [--count 120] [--seed 53] [--languages de,fr]

Invoices and credit notes of our generator are drawn as PDFs, read, and written as UBL. Four times:

- as they are read: what is missing, doubtful or does not add up is refused,
- with the parties known: names and countries of seller and buyer are given, as ``--term`` does, by a user
  who knows the supplier and is the buyer,
- forced: everything is written,
- forced with the parties known.

Of each: how many are refused, how many of the others validate against EN 16931, and how many state a wrong
amount: a total, or the amount, quantity or price of a line, that is not the generator's; or a wrong party: a
name, tax number or currency that is not the generator's. A list says why invoices are refused. Exits with 1
when one that was not refused states a wrong amount or does not validate.

All is told of all documents, and of those that print what EN 16931 requires: number, date, currency, names of
both parties, a tax number of the seller and a total. The generator leaves these out of some, as real ones do.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from lines import number, true_rows

from paperformer import Extractor
from paperformer.einvoicing.invoice import Invoice
from paperformer.einvoicing.validation.validator import Validator
from paperformer.errors import InvoiceRefused
from paperformer.extraction.invoicing.tax_registration import WORDED
from paperformer.extraction.result import Extraction
from paperformer.fields.values.currency import find_currencies
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.record import read_records
from paperformer.synthesis.corpus import write_corpus

_TOTALS = {
    "BT-106": "subtotal", "BT-109": "total_excl_vat", "BT-110": "total_vat", "BT-112": "total_incl_vat",
    "BT-115": "amount_due",
}  # fmt: skip
_PARTIES = {
    "BT-27": "supplier_name", "BT-40": "supplier_country", "BT-44": "receiver_name",
    "BT-55": "receiver_country",
}  # fmt: skip
_NAMED = {
    "BT-27": "supplier_name", "BT-44": "receiver_name", "BT-31": "supplier_vat_number",
    "BT-32": "supplier_vat_number", "BT-5": "currency",
}  # fmt: skip
_BOTH = "forced, with the parties known"
_PRINTED = ("document_number", "document_date", "supplier_name", "receiver_name")
_CELLS = {"BT-131": "total", "BT-129": "quantity", "BT-146": "unit_price"}


@dataclass
class Tally:
    """What became of the documents, and why some were refused."""

    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)

    def show(self, title: str) -> None:
        """Print the counts, what is wrong and the reasons."""
        written = self.counts["written"]
        print(f"\n{title}: {written} written, {self.counts['refused']} refused")
        print(f"  of those written: {self.counts['valid']} validate, {len(self.wrong)} state a wrong amount, "
              f"{len(self.misnamed)} a wrong name, tax number or currency")  # fmt: skip
        print(f"  of {self.counts['complete']} that print all that is required: "
              f"{self.counts['complete and valid']} are written and validate")  # fmt: skip
        for line in [*self.wrong, *self.misnamed]:
            print(f"    {line}")
        for reason, count in self.reasons.most_common(12):
            print(f"  {count:4} refused: {reason}")


def main() -> int:
    """Print the four tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=53)
    parser.add_argument("--languages", help="such as de,fr; all if left out")
    options = parser.parse_args()
    languages = options.languages.split(",") if options.languages else None
    tallies = {"as read": Tally(), "with the parties known": Tally(), "forced": Tally(),
               _BOTH: Tally()}  # fmt: skip
    spoken, absent = Counter[str](), Counter[str]()
    with Validator() as validator:
        for raw, answer in read(options.count, options.seed, languages):
            spoken[raw["language"]] += 1
            absent.update(lacking(raw))
            known = _parties(raw)
            count(tallies["as read"], raw, answer, validator, {})
            count(tallies["with the parties known"], raw, answer, validator, known)
            count(tallies["forced"], raw, answer, validator, {}, force=True)
            count(tallies[_BOTH], raw, answer, validator, known, force=True)
    print(f"{spoken.total()} documents in {len(spoken)} languages, seed {options.seed}")
    for name, count_of in absent.most_common():
        print(f"  {count_of:4} do not print: {name}")
    for title, tally in tallies.items():
        tally.show(title)
    kept = [tally for title, tally in tallies.items() if "forced" not in title]
    return int(any(tally.wrong or tally.counts["valid"] != tally.counts["written"] for tally in kept))


def read(
    number_of: int, seed: int, languages: Sequence[str] | None
) -> Iterator[tuple[Mapping[str, Any], Extraction]]:
    """Generated documents with what is read on their pages."""
    with tempfile.TemporaryDirectory() as folder, Extractor() as extractor:
        corpus = Path(folder) / "documents.jsonl"
        write_corpus(corpus, number_of, seed, languages, ["invoice", "credit_note"], pdfs=True)
        for _, raw in read_records(corpus):
            yield raw, extractor.extract(corpus.parent / raw["file"])


def count(
    tally: Tally, raw: Mapping[str, Any], answer: Extraction, validator: Validator,
    known: Mapping[str, str], *, force: bool = False,
) -> None:  # fmt: skip
    """Write one document, and count what became of it."""
    complete = not lacking(raw)
    tally.counts["complete"] += complete
    try:
        exported = answer.to_ubl(known=known, force=force)
    except InvoiceRefused as error:
        tally.counts["refused"] += 1
        tally.reasons.update({kind_of(line) for line in error.message.split("\n")})
        return
    tally.counts["written"] += 1
    violations = [one for one in validator.validate(exported.xml) if one.severity == "error"]
    tally.counts["valid"] += not violations
    tally.counts["complete and valid"] += complete and not violations
    if violations and not force:
        tally.reasons.update(f"not valid: {one.rule}" for one in violations)
    wrong = list(wrong_amounts(exported.draft.invoice, raw))
    if wrong:
        tally.wrong.append(f"{raw['id']} {raw['language']}: {'; '.join(wrong[:3])}")
    misnamed = list(wrong_names(exported.draft.invoice, raw))
    if misnamed:
        tally.misnamed.append(f"{raw['id']} {raw['language']}: {'; '.join(misnamed)}")


def lacking(raw: Mapping[str, Any]) -> list[str]:
    """What EN 16931 requires and the page does not print."""
    fields = raw["fields"]
    found = [name for name in _PRINTED if not fields.get(name)]
    taxpayer = "supplier_organisation_number" if raw["country"] == "US" else "supplier_vat_number"
    found += [] if fields.get(taxpayer) else ["tax number of the seller"]
    found += [] if fields.get("total_incl_vat") or fields.get("amount_due") else ["total"]
    words = plain(" ".join(word["text"] for word in raw["words"]))
    return found + ([] if any(find_currencies(words, NO_CONTEXT)) else ["currency"])


def wrong_names(invoice: Invoice, raw: Mapping[str, Any]) -> Iterator[str]:
    """The names, tax numbers and currencies that are not the generator's."""
    for term, name in _NAMED.items():
        said, true = invoice.first(term), raw["fields"].get(name, ())
        if term == "BT-32":
            true = [*true, *raw["fields"].get("supplier_organisation_number", ()), *WORDED.values()]
        if said is not None and said not in true:
            yield f"{term} {said!r}, not {next(iter(true), None)!r}"


def kind_of(problem: str) -> str:
    """A problem without its numbers."""
    return re.sub(r"\[\d+\]|-?\d[\d.]*|'.*?'", "#", problem.partition(":")[0])


def wrong_amounts(invoice: Invoice, raw: Mapping[str, Any]) -> Iterator[str]:
    """The amounts that are not the generator's, without sign: a credit note may print negative ones."""
    for term, name in _TOTALS.items():
        said, true = invoice.first(term), raw["fields"].get(name)
        if said is not None and true and abs(Decimal(said)) not in {abs(Decimal(one)) for one in true}:
            yield f"{term} {said}, not {true[0]}"
    rows = list(true_rows(raw["words"], "purchase_lines"))
    lines = invoice.groups.get("BG-25", ())
    if rows and lines and len(rows) != len(lines):
        yield f"{len(lines)} lines, not {len(rows)}"
        return
    for line, row in zip(lines, rows, strict=False):
        for term, name in _CELLS.items():
            said, true = line.first(term), number(row[name]) if name in row else None
            if said is None or true is None or "BT-149" in line.terms:
                continue
            if abs(abs(float(said)) - abs(true)) > 0.001:
                yield f"line {line.first('BT-126')} {term} {said}, not {row[name]}"


def _parties(raw: Mapping[str, Any]) -> dict[str, str]:
    """What a user knows who has dealt with the seller before and is the buyer."""
    fields = raw["fields"]
    known = {term: fields[name][0] for term, name in _PARTIES.items() if name in fields}
    return {"BT-55": known.get("BT-40", ""), **known}


if __name__ == "__main__":
    sys.exit(main())
