"""What we say of the words is what stands on the page."""

from __future__ import annotations

import io
import re
from collections import Counter
from decimal import Decimal

import pypdfium2
import pytest

from paperformer.fields.values.plain import compact
from paperformer.synthesis.capture import PrintedWord, spans
from paperformer.synthesis.corpus import SyntheticDocument, draw_corpus, record
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.ink import Piece

_AMOUNTS = frozenset(
    {"total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding", "tip"}
)
_DATES = frozenset({"document_date", "due_date", "period_start", "period_end"})
_IMPLIED = frozenset({"document_type", "currency", "supplier_country", "receiver_country", "payment_method"})


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())


def test_all_boxes_lie_inside_their_pages(corpus: list[SyntheticDocument]) -> None:
    for document in corpus:
        sizes = {sheet.number: (sheet.width, sheet.height) for sheet in document.sheets}
        for word in document.words:
            width, height = sizes[word.page]
            x0, y0, x1, y1 = word.box
            assert 0 <= x0 < x1 <= width, (document.id, word)
            assert 0 <= y0 < y1 <= height, (document.id, word)


def test_no_word_is_printed_over_another(corpus: list[SyntheticDocument]) -> None:
    clashing = [document.id for document in corpus if _clashes(document.words)]
    assert len(clashing) <= len(corpus) // 100, clashing


def test_no_column_of_three_is_printed_over_the_next() -> None:
    clashing = [
        document.id
        for document in draw_corpus(100, 3, kinds=["invoice"], layouts=["thirds"])
        if _clashes(document.words)
    ]
    assert len(clashing) <= 1, clashing


def _clashes(words: tuple[PrintedWord, ...]) -> bool:
    ordered = sorted(words, key=lambda word: (word.page, word.box[1]))
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.page != one.page or other.box[1] > one.box[3]:
                break
            across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
            down = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
            if across > 0.5 and down > 1.5:
                return True
    return False


def test_the_captured_words_are_the_text_layer_of_the_pdf(corpus: list[SyntheticDocument]) -> None:
    different = []
    for document in corpus[:80]:
        pdf = pypdfium2.PdfDocument(draw_pdf(document.sheets))
        assert len(pdf) == len(document.sheets)
        for number, page in enumerate(pdf, start=1):
            read = Counter(page.get_textpage().get_text_range().split())
            if read != Counter(word.text for word in document.words if word.page == number):
                different.append((document.id, number))
        pdf.close()
    assert len(different) <= 1, different


def test_the_captured_boxes_are_where_the_pdf_has_its_letters(corpus: list[SyntheticDocument]) -> None:
    for document in corpus[:20]:
        with pypdfium2.PdfDocument(io.BytesIO(draw_pdf(document.sheets))) as pdf:
            for sheet in document.sheets:
                boxes = _boxes_in(pdf[sheet.number - 1], sheet.height)
                for word in document.words:
                    if word.page == sheet.number and word.text.isalnum() and word.text in boxes:
                        nearest = min(_far(word.box, box) for box in boxes[word.text])
                        assert nearest < 2.6, (document.id, word, boxes[word.text])


def _far(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _boxes_in(page: pypdfium2.PdfPage, height: float) -> dict[str, list[tuple[float, ...]]]:
    """The words of the text layer with the boxes of their letters' ink."""
    layer = page.get_textpage()
    found: dict[str, list[tuple[float, ...]]] = {}
    text = ""
    edges: list[tuple[float, float, float, float]] = []
    for place in range(layer.count_chars() + 1):
        sign = layer.get_text_range(place, 1) if place < layer.count_chars() else " "
        if sign.isspace() or not sign:
            if text:
                left, bottom, right, top = (list(side) for side in zip(*edges, strict=True))
                found.setdefault(text, []).append(
                    (min(left), height - max(top), max(right), height - min(bottom))
                )
            text, edges = "", []
            continue
        text += sign
        edges.append(layer.get_charbox(place))
    return found


def test_labelled_words_print_the_value_of_their_field(corpus: list[SyntheticDocument]) -> None:
    for document in corpus:
        for word in document.words:
            for name in word.fields:
                assert name in document.fields, (document.id, word)
                if len(word.fields) == 1:
                    _check_part(document, word, name)


def _check_part(document: SyntheticDocument, word: PrintedWord, name: str) -> None:
    value = document.fields[name][0]
    if name in _IMPLIED or name in _DATES or name == "time":
        return
    if name in _AMOUNTS:
        assert re.sub(r"\D", "", word.text) in re.sub(r"\D", "", value), (document.id, word, value)
        return
    shown = _plain(word.text)
    if name == "supplier_phone":
        shown = _plain(word.text.replace("(0)", "").removeprefix("(0")).removeprefix("0")
    inner = (
        re.sub(r"[^0-9]", "", shown)
        if name in ("payment_reference", "bank_account_number", "card_last_four")
        else shown
    )
    assert shown in _plain(value) or inner in _plain(value) or _plain(value) in shown, (
        document.id,
        word,
        value,
    )


def test_every_value_is_covered_by_the_words_that_are_labelled_with_it(
    corpus: list[SyntheticDocument],
) -> None:
    for document in corpus:
        for name, (value,) in document.fields.items():
            words = [word.text for word in document.words if name in word.fields]
            if not words or name in _IMPLIED:
                continue
            printed = _plain("".join(words))
            if name in _AMOUNTS:
                assert re.sub(r"\D", "", value) in re.sub(r"\D", "", printed), (document.id, name, value)
            elif name in _DATES:
                assert value[2:4] in printed, (document.id, name, value, words)
                assert str(int(value[8:])) in printed, (document.id, name, value, words)
            elif name in ("iban", "supplier_vat_number", "payment_reference"):
                assert _plain(value)[2:] in printed, (document.id, name, value, words)
            elif name.endswith(("_name", "_address")):
                assert all(_plain(part) in printed for part in value.split()), (
                    document.id,
                    name,
                    value,
                    words,
                )


@pytest.mark.parametrize("name", ["total_incl_vat", "document_date", "supplier_name", "supplier_address"])
def test_what_matters_is_printed_on_nearly_all_documents(corpus: list[SyntheticDocument], name: str) -> None:
    fitting = [document for document in corpus if document.kind in ("invoice", "receipt")]
    having = [document for document in fitting if name in document.fields]
    assert len(having) >= 0.9 * len(fitting)


def test_a_word_of_several_pieces_has_the_fields_of_all_of_them() -> None:
    line = (Piece("No:"), Piece("17", ("document_number",)), Piece(" of "), Piece("A", ("order_number",)))
    assert [(text, fields) for _, text, fields, _ in spans(line)] == [
        ("No:17", ("document_number",)),
        ("of", ()),
        ("A", ("order_number",)),
    ]


def test_what_a_receipt_asks_for_is_its_total_and_what_is_due(corpus: list[SyntheticDocument]) -> None:
    """As on invoices: "Te betalen 9,00" with no other total says both."""
    both = [
        document
        for document in corpus
        if document.kind == "receipt"
        and any({"total_incl_vat", "amount_due"} <= set(word.fields) for word in document.words)
    ]
    assert both
    for document in both:
        assert document.fields["amount_due"] == document.fields["total_incl_vat"], document.id
        assert "tip" not in document.fields, document.id


def test_the_number_to_quote_is_the_payment_reference_too(corpus: list[SyntheticDocument]) -> None:
    quoted = [
        document
        for document in corpus
        if any({"document_number", "payment_reference"} <= set(word.fields) for word in document.words)
    ]
    words = {
        document.id: [word.text for word in document.words if "payment_reference" in word.fields]
        for document in quoted
    }
    assert any(text.endswith(".") for texts in words.values() for text in texts), "none at a sentence's end"
    for document in quoted:
        (value,) = document.fields["payment_reference"]
        printed = compact("".join(text.strip(".,;") for text in words[document.id]))
        # In the bank's details, in a sentence, or both.
        assert printed == compact(value) * (len(printed) // len(compact(value))), document.id


def test_who_is_asked_for_the_invoice_number_may_take_it_for_the_reference_or_not() -> None:
    english = list(draw_corpus(120, 5, languages=["en-GB"], kinds=["invoice"]))
    printed = {each.id: " ".join(word.text for word in each.words) for each in english}
    asked = [each for each in english if "quote the invoice number with" in printed[each.id]]
    assert asked
    for document in asked:
        assert {"payment_reference"} & {*document.fields, *document.implied}, document.id
    others = [each for each in english if each not in asked and "payment_reference" not in each.fields]
    assert others
    assert not any("payment_reference" in document.implied for document in others)


def test_a_sum_of_printed_parts_is_neither_wanted_nor_absent(corpus: list[SyntheticDocument]) -> None:
    implied = [document for document in corpus if "total_vat" in document.implied]
    assert implied
    for document in implied:
        columns = {word.cell[2] for word in document.words if word.cell and "vat" in word.cell[0]}
        assert "vat" in columns, document.id
        assert "total_vat" not in document.fields, document.id
        assert record(document, "train")["not_printed"] == list(document.implied)
    for document in corpus:
        assert not set(document.implied) & set(document.fields), document.id


def test_a_due_date_that_only_the_terms_of_payment_say_is_neither_wanted_nor_absent(
    corpus: list[SyntheticDocument],
) -> None:
    said = [document for document in corpus if "due_date" in document.implied]
    assert said
    for document in said:
        printed = " ".join(word.text for word in document.words)
        terms = [text for text in document.locale.payment_terms if "{days}" in text]
        assert any(text.format(days=days) in printed for text in terms for days in range(100)), document.id


def test_a_transfer_that_only_a_sentence_asks_for_is_neither_wanted_nor_absent(
    corpus: list[SyntheticDocument],
) -> None:
    asking = ("überweisen", "par virement", "bonifico", "transferencia", "przelewem", "over te maken")
    said = [document for document in corpus if "payment_method" in document.implied]
    assert said
    for document in corpus:
        printed = " ".join(word.text for word in document.words)
        if any(words in printed for words in asking):
            assert {"payment_method"} & {*document.implied, *document.fields}, document.id


def test_a_total_that_only_the_amount_due_prints_is_neither_wanted_nor_absent(
    corpus: list[SyntheticDocument],
) -> None:
    sums = ("total_incl_vat", "amount_due")
    said = [document for document in corpus if sums[0] in document.implied and document.kind != "receipt"]
    assert said
    for document in said:
        parts = [
            Decimal(document.fields[name][0])
            for name in ("total_excl_vat", "total_vat")
            if name in document.fields
        ]
        due = Decimal(document.fields["amount_due"][0])
        assert len(parts) < 2 or abs(sum(parts) - due) < 1, document.id
    # What was paid before, or is owed from before, parts the two.
    assert not any(
        sums[0] in document.implied for document in corpus if document.kind in {"reminder", "statement"}
    )
