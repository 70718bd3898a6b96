"""Writes synthetic documents, word by word, in the project's JSONL format (optionally with their PDFs)."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from paperformer.errors import InvalidConfig
from paperformer.synthesis.capture import PrintedWord, words_on
from paperformer.synthesis.chance import generator, weighted
from paperformer.synthesis.compose import draw_invoice
from paperformer.synthesis.content import DOCUMENT_TYPES, Kind
from paperformer.synthesis.corpus_file import write_records
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.fonts import has_letters
from paperformer.synthesis.head_layout import SHAPES
from paperformer.synthesis.implied import implied_fields
from paperformer.synthesis.ink import Sheet
from paperformer.synthesis.invoice_layout import lay_out
from paperformer.synthesis.locale import Locale, locales_for
from paperformer.synthesis.receipt import draw_receipt
from paperformer.synthesis.receipt_layout import lay_out_receipt
from paperformer.synthesis.seeded import seeds_by_country
from paperformer.synthesis.seeds import Seed
from paperformer.synthesis.style import letters_of

logger = logging.getLogger(__name__)

KIND_SHARES: Mapping[Kind, float] = {
    "invoice": 46, "receipt": 33, "credit_note": 7, "reminder": 5, "utility_bill": 4, "hotel_folio": 3,
    "statement": 2,
}  # fmt: skip
"""How common each kind of document is in a corpus, unless told otherwise."""

_ENGLISH_RECEIPTS = 3.0  # the training needs English receipts more than its number of locales would give
_ALWAYS = ("document_type", "currency", "language", "supplier_country")


@dataclass(frozen=True, slots=True)
class SyntheticDocument:
    """A laid-out document and its truth.

    Args:
        id: Unique within seed and count.
        fields: Normalised values of the fields that the page prints, and of those that it implies
            (currency, language, document type, the seller's country).
        implied: Fields whose value is not printed as theirs and follows from others: sums of what is printed
            for each rate of tax, an amount due that is the total or the other way round, a subtotal without
            tax, the buyer's country, a due date that only terms of payment say. To give them is not wrong, to
            leave them out neither.
    """

    id: str
    kind: Kind
    locale: Locale
    sheets: tuple[Sheet, ...]
    words: tuple[PrintedWord, ...]
    fields: Mapping[str, list[str]]
    implied: tuple[str, ...] = ()


def draw_document(
    seed: int,
    index: int,
    locales: Sequence[Locale],
    kinds: Mapping[Kind, float] = KIND_SHARES,
    layouts: Sequence[str] = tuple(SHAPES),
    content: Mapping[str, Sequence[Seed]] | None = None,
) -> SyntheticDocument:
    """Document number ``index`` of the corpus with ``seed``; depends on nothing else.

    ``content`` has the e-invoices of each country whose content its documents have; receipts invent theirs.
    """
    rng = generator("paperformer", seed, index)
    kind = weighted(rng, kinds)
    boost = _ENGLISH_RECEIPTS if kind == "receipt" else 1.0
    shares = {
        place: entry.weight * (boost if entry.language == "en" else 1.0)
        for place, entry in enumerate(locales)
    }
    locale = locales[weighted(rng, shares)]
    if kind == "receipt":
        receipt = draw_receipt(rng, locale)
        sheets, facts = lay_out_receipt(rng, receipt), receipt.facts
    else:
        said = None if content is None else generator("content", seed, index).choice(content[locale.country])
        invoice = draw_invoice(rng, locale, kind, seed=said)
        sheets, facts = lay_out(rng, invoice, layouts), invoice.facts
    facts.add("document_type", DOCUMENT_TYPES.get(kind, kind))
    facts.add("language", locale.language)
    words = tuple(words_on(sheets))
    fields = _fields(facts, words)
    transfers, quotes = (locale.phrases.get(key, ()) for key in ("transfer", "quote"))
    implied = implied_fields(facts, fields, words, locale.payment_terms, transfers, quotes)
    return SyntheticDocument(f"{seed}-{index:06d}", kind, locale, tuple(sheets), words, fields, implied)


def _fields(facts: Facts, words: Sequence[PrintedWord]) -> Mapping[str, list[str]]:
    printed = {name for word in words for name in word.fields}
    return facts.values({*printed, *_ALWAYS})


def record(document: SyntheticDocument, split: str, file: str | None = None) -> dict[str, Any]:
    """The document as one JSON object of the corpus format.

    ``label`` is a word's main field, ``labels`` lists all of them where there are several, ``cell`` names the
    table cell (table, row, column) that it prints.
    """
    unprinted = {"not_printed": list(document.implied)} if document.implied else {}
    return {
        "id": document.id,
        "set": "synthetic",
        "split": split,
        "language": document.locale.language,
        "country": document.locale.country,
        "file": file,
        "unit": "word",
        "kind": document.kind,
        "pages": [
            {"number": s.number, "width": round(s.width, 1), "height": round(s.height, 1)}
            for s in document.sheets
        ],
        "words": [_word(word) for word in document.words],
        "fields": dict(document.fields),
        **unprinted,
    }


def _word(word: PrintedWord) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "text": word.text,
        "box": [round(edge, 1) for edge in word.box],
        "page": word.page,
    }
    if word.fields:
        entry["label"] = word.fields[0]
    if len(word.fields) > 1:
        entry["labels"] = list(word.fields)
    if word.cell:
        entry["cell"] = list(word.cell)
    return entry


def shares_of(kinds: Sequence[str] | None) -> Mapping[Kind, float]:
    """The shares of ``kinds``, of all kinds for None.

    Raises:
        InvalidConfig: when a kind is unknown.
    """
    if kinds is None:
        return KIND_SHARES
    if unknown := set(kinds) - set(KIND_SHARES):
        raise InvalidConfig(
            f"no such kind of document: {', '.join(sorted(unknown))}", f"Known: {', '.join(get_args(Kind))}"
        )
    return {kind: share for kind, share in KIND_SHARES.items() if kind in kinds}


@dataclass(frozen=True, slots=True)
class Order:
    """Which documents are wanted: everything that ``draw_document`` depends on. Made by ``place_order``."""

    count: int
    seed: int
    locales: tuple[Locale, ...]
    kinds: Mapping[Kind, float]
    layouts: tuple[str, ...]
    content: Mapping[str, tuple[Seed, ...]] | None = None

    def draw(self, index: int) -> SyntheticDocument:
        """Document number ``index``."""
        return draw_document(self.seed, index, self.locales, self.kinds, self.layouts, self.content)


def place_order(
    count: int,
    seed: int,
    *,
    languages: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    layouts: Sequence[str] | None = None,
    content: Sequence[Seed] | None = None,
) -> Order:
    """An order of ``count`` documents; None stands for all languages, kinds, layouts.

    With ``content`` they say what these e-invoices say, and are of countries that these have sellers of.

    Raises:
        InvalidConfig: when a language, kind or layout is unknown, ``count`` is negative, or no seller is of a
            country of the languages.
    """
    if count < 0:
        raise InvalidConfig(f"count is {count}", "Ask for 0 documents or more")
    if unknown := set(layouts or ()) - set(SHAPES):
        raise InvalidConfig(f"no such layout: {', '.join(sorted(unknown))}", f"Known: {', '.join(SHAPES)}")
    locales = tuple(_drawable(locales_for(languages), asked=languages is not None))
    chosen = tuple(SHAPES) if layouts is None else tuple(shape for shape in SHAPES if shape in layouts)
    seeds = None
    if content is not None:
        seeds = seeds_by_country(content, locales)
        locales = tuple(locale for locale in locales if locale.country in seeds)
        unused = ", ".join(sorted({seed.supplier.country for seed in content} - seeds.keys()))
        if not locales:
            raise InvalidConfig(
                f"the e-invoices' sellers are of {unused}, and none of the languages is of there",
                "Ask for other languages, or give other e-invoices",
            )
        if unused:
            logger.warning("e-invoices of sellers in %s are not used: no language is of there", unused)
    return Order(count, seed, locales, shares_of(kinds), chosen, seeds)


def draw_corpus(
    count: int,
    seed: int,
    *,
    languages: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    layouts: Sequence[str] | None = None,
) -> Iterator[SyntheticDocument]:
    """``count`` documents, one after the other.

    Raises:
        InvalidConfig: as ``place_order``.
    """
    order = place_order(count, seed, languages=languages, kinds=kinds, layouts=layouts)
    for index in range(count):
        yield order.draw(index)


def _drawable(locales: Sequence[Locale], *, asked: bool) -> Sequence[Locale]:
    """The locales that some font here has the letters of; those asked for by name stay, to fail clearly."""
    if asked:
        return locales
    able = [locale for locale in locales if has_letters(letters_of(locale))]
    for locale in locales:
        if locale not in able:
            logger.warning(
                "no font has the letters of %s: left out (install DejaVu or Liberation fonts)", locale.code
            )
    return able


def write_corpus(
    out: Path,
    count: int,
    seed: int,
    languages: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    *,
    split: str = "train",
    pdfs: bool = False,
) -> Path:
    """Write ``count`` documents to ``out``; the same arguments write the same bytes.

    Args:
        out: A ``.jsonl`` or ``.jsonl.gz`` file.
        count: How many documents.
        seed: Which corpus.
        languages: ``sv`` or ``sv-SE``; None for all.
        kinds: Such as invoice or receipt (see ``KIND_SHARES``); None for all in their usual shares.
        split: What each document says it belongs to (train, valid, test).
        pdfs: Whether to draw them too, to ``pdfs/`` beside ``out``.

    Returns:
        ``out``.

    Raises:
        InvalidConfig: when a language or kind is unknown, or ``out`` has another ending.
    """
    documents = draw_corpus(count, seed, languages=languages, kinds=kinds)
    return write_records(
        out,
        (record(document, split, _draw(out.parent, document) if pdfs else None) for document in documents),
    )


def _draw(folder: Path, document: SyntheticDocument) -> str:
    path = folder / "pdfs" / f"{document.id}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(draw_pdf(document.sheets, title=document.id))
    return f"pdfs/{document.id}.pdf"
