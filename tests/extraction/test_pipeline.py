"""``Extractor``, with a model that leaves the reading to the rules."""

import shutil
import threading
from pathlib import Path

import pytest

from paperformer.documents.model import Document, Page
from paperformer.errors import InvalidConfig, UnknownField, UnreadableDocument
from paperformer.extraction.calibration import Calibration, Curve, save_calibration
from paperformer.extraction.explain import explain, to_dict
from paperformer.extraction.model_folder import CALIBRATION
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from toy_documents import document_of, words_of

INVOICE = document_of(
    "ACME Trading Ltd",
    "Invoice number: INV-17",
    "Invoice date: 2024-03-12",
    "Net: 100.00 EUR",
    "Total: 120.00 EUR",
)


def test_fields_come_with_value_print_place_and_confidence(toy_folder: Path) -> None:
    answer = Extractor(toy_folder).extract_document(INVOICE)
    number = answer.fields["document_number"][0]
    assert (number.value, number.text, number.page, number.source) == ("INV-17", "INV-17", 1, "rule")
    word = next(word for word in INVOICE.words if word.text == "INV-17")
    assert number.box is not None
    assert (number.box.x0, number.box.y1) == (word.box.x0, word.box.y1)
    assert answer.fields["document_date"][0].value == "2024-03-12"
    assert answer.fields["total_incl_vat"][0].value == "120.00"
    assert (answer.file, len(answer.pages), answer.model.name, answer.model.version) == ("toy", 1, "toy", "1")
    assert {"model", "decode", "rules", "resolve"} <= answer.timing_ms.keys()


def test_the_answer_reads_back_from_its_json(toy_folder: Path) -> None:
    answer = Extractor(toy_folder).extract_document(INVOICE)
    assert Extraction.model_validate_json(answer.model_dump_json()) == answer


def test_candidates_carry_their_reasons_where_these_are_asked_for(toy_folder: Path) -> None:
    plain = Extractor(toy_folder).extract_document(INVOICE)
    answer = Extractor(toy_folder, evidence=True).extract_document(INVOICE)
    without = answer.model_dump(exclude={"timing_ms": True, "fields": {"__all__": {"__all__": {"evidence"}}}})
    assert without == plain.model_dump(exclude={"timing_ms"})
    assert '"evidence":[' not in plain.model_dump_json()
    for candidates in answer.fields.values():
        for one in candidates:
            assert one.evidence is not None
            assert [reason.counts for reason in one.evidence] == sorted(
                (round(counts, 4) for counts in one.contributions.values()), key=lambda counts: -abs(counts)
            )
            assert {reason.name for reason in one.evidence} == one.contributions.keys()


def test_an_answer_with_reasons_is_explained_from_its_json(toy_folder: Path) -> None:
    answer = Extractor(toy_folder, evidence=True).extract_document(INVOICE)
    again = Extraction.model_validate_json(answer.model_dump_json())
    assert again == answer
    assert to_dict(explain(again)) == to_dict(explain(answer))
    assert to_dict(explain(again))["total_incl_vat"][0]["evidence"]


def test_only_wanted_fields_are_answered(toy_folder: Path) -> None:
    answer = Extractor(toy_folder, fields=["total_incl_vat"]).extract_document(INVOICE)
    assert list(answer.fields) == ["total_incl_vat"]


def test_candidates_are_as_many_as_asked_for_best_first(toy_folder: Path) -> None:
    many = Extractor(toy_folder, max_results=9).extract_document(INVOICE)
    one = Extractor(toy_folder, max_results=1).extract_document(INVOICE)
    for name, candidates in many.fields.items():
        confidences = [candidate.confidence for candidate in candidates]
        assert confidences == sorted(confidences, reverse=True)
        assert one.fields[name] == candidates[:1]


def test_candidates_below_the_wanted_confidence_are_left_out(toy_folder: Path) -> None:
    every = Extractor(toy_folder).extract_document(INVOICE).fields
    bound = max(candidates[0].confidence for candidates in every.values())
    answer = Extractor(toy_folder, min_confidence=bound).extract_document(INVOICE)
    assert answer.fields
    assert all(c.confidence >= bound for candidates in answer.fields.values() for c in candidates)


def test_confidences_are_those_of_the_calibration(toy_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(toy_folder, tmp_path / "model"))
    curves = {"rule": Curve((0.0, 1.0), (0.3, 0.3)), "rule:field:document_number": Curve((0.5,), (0.7,))}
    save_calibration(Calibration(curves), folder / CALIBRATION)
    answer = Extractor(folder, min_confidence=0.0).extract_document(INVOICE)
    assert answer.fields["document_number"][0].confidence == 0.7
    assert answer.fields["total_incl_vat"][0].confidence == 0.3


def test_a_page_without_words_has_no_fields(toy_folder: Path) -> None:
    blank = Document("blank", (Page(1, 600, 800, ()),), warnings=("page 1 is blank",))
    answer = Extractor(toy_folder).extract_document(blank)
    assert (answer.fields, answer.warnings) == ({}, ["page 1 is blank"])


def test_a_document_over_the_models_limit_is_read_in_windows_and_says_so(toy_folder: Path) -> None:
    long = document_of(*["Lorem ipsum dolor sit amet"] * 40, "Invoice number: INV-17")
    answer = Extractor(toy_folder).extract_document(long)
    assert answer.fields["document_number"][0].value == "INV-17"
    (warning,) = answer.warnings
    assert "160 tokens" in warning
    assert "windows" in warning


def test_threads_may_share_an_extractor(toy_folder: Path) -> None:
    extractor = Extractor(toy_folder)
    answers: list[Extraction] = []
    threads = [
        threading.Thread(target=lambda: answers.append(extractor.extract_document(INVOICE))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6
    assert all(answer.fields == answers[0].fields for answer in answers)


def test_the_words_of_several_pages_carry_their_page(toy_folder: Path) -> None:
    pages = (
        Page(1, 600, 800, words_of("ACME Trading Ltd")),
        Page(2, 600, 800, words_of("Invoice number: INV-17", page=2)),
    )
    answer = Extractor(toy_folder, min_confidence=0.0).extract_document(Document("two", pages))
    assert answer.fields["document_number"][0].page == 2


def test_only_an_e_invoice_was_wanted_and_there_is_none(toy_folder: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no e-invoice"):
        Extractor(toy_folder, einvoice="only").extract_document(INVOICE)


def test_a_damaged_e_invoice_is_a_warning_and_the_page_is_read(toy_folder: Path) -> None:
    document = Document("toy", INVOICE.pages, einvoice=b"<nonsense")
    answer = Extractor(toy_folder).extract_document(document)
    assert answer.fields["document_number"][0].value == "INV-17"
    assert any("e-invoice was not used" in warning for warning in answer.warnings)
    ignored = Extractor(toy_folder, einvoice="ignore").extract_document(document)
    assert ignored.warnings == []


@pytest.mark.parametrize(
    ("settings", "error", "match"),
    [
        ({"max_results": 0}, InvalidConfig, "max_results is 0"),
        ({"min_confidence": 1.5}, InvalidConfig, r"min_confidence is 1\.5"),
        ({"einvoice": "maybe"}, InvalidConfig, "no e-invoice mode"),
        ({"fields": ["total_incl_vta"]}, UnknownField, "total_incl_vta"),
        ({"fields": "iban"}, InvalidConfig, r"list of names: \['iban'\]"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(
    toy_folder: Path, settings: dict[str, object], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match) as caught:
        Extractor(toy_folder, **settings)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_document_that_cannot_be_read_leaves_no_thread_behind(toy_folder: Path, tmp_path: Path) -> None:
    """A process that ends while a thread still loads the model is aborted."""
    path = tmp_path / "text.pdf"
    path.write_text("no PDF")
    before = set(threading.enumerate())
    with Extractor(toy_folder) as extractor, pytest.raises(UnreadableDocument):
        extractor.extract(path)
    assert set(threading.enumerate()) <= before
