"""Functions of installed packages propose values; what is wrong with them is a warning."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paperformer.evidence.observers.sources import INSTALLED
from paperformer.extraction.options import ReadingOptions
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.proposers.proposal import Proposal, candidates_and_flaws
from paperformer.extraction.resumable.keys import settings_hash
from paperformer.fields.schema import load_schema
from toy_documents import document_of

PAGE = document_of("ACME Trading Ltd", "Job 4711", "Done on 12 March 2024", "Total: 120.00 EUR")
JOB = next(at for at, word in enumerate(PAGE.words) if word.text == "4711")
GOOD = f"yield Proposal('document_number', '4711', words=[{JOB}], probability=0.9)"

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package of one module, with the body of its proposer."""

    def installed(body: str, *, name: str = "job_numbers", version: str = "1.0") -> None:
        (tmp_path / "invented_rules.py").write_text(
            f"from paperformer import Proposal\n\n\ndef propose(words, schema):\n    {body}\n"
        )
        info = tmp_path / "invented_rules-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: invented-rules\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[paperformer.proposers]\n{name} = invented_rules:propose\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "invented_rules", raising=False)

    return installed


def answers(toy_folder: Path, *without: str) -> tuple[list[tuple[str, str, str]], list[str]]:
    """The document's numbers (value, print, source), and the warnings."""
    extractor = Extractor(toy_folder, min_confidence=0.0, without=without)
    answer = extractor.extract_document(PAGE)
    numbers = answer.fields.get("document_number", [])
    return [(one.value, one.text, one.source) for one in numbers], answer.warnings


def test_what_it_proposes_is_a_candidate_and_is_gone_when_it_is_switched_off(
    toy_folder: Path, install: Install
) -> None:
    alone = answers(toy_folder)
    assert ("4711", "4711", "rule") not in alone[0]
    install(GOOD)
    numbers, warnings = answers(toy_folder)
    assert numbers[0] == ("4711", "4711", "rule")
    assert warnings == alone[1]
    assert answers(toy_folder, "job_numbers") == alone
    assert answers(toy_folder, "installed") == alone


def test_it_is_called_with_the_words_of_the_document_and_the_schema(
    toy_folder: Path, install: Install
) -> None:
    install("raise ValueError(f'{[word.text for word in words][:3]} {schema[\"document_date\"].type}')")
    _, warnings = answers(toy_folder)
    assert warnings[-1] == (
        "the proposer 'job_numbers' of invented-rules 1.0 failed: ValueError: ['ACME', 'Trading', 'Ltd'] date"
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return None", "failed: TypeError: 'NoneType' object is not iterable"),
        ("raise KeyError", "failed: KeyError"),
        ("raise SystemExit(3)", "failed: SystemExit: 3"),
        ("raise ValueError('one\\ntwo')", "failed: ValueError: one two"),
        ("yield 4711", "returned what cannot be used: it returned int. Return a Proposal for each value"),
        (
            "yield Proposal('document_numbr', '1')",
            "returned what cannot be used: no field is called 'document_numbr'. Did you mean document_number",
        ),
        (
            "yield Proposal('document_date', '12/03/2024')",
            "document_date has the value '12/03/2024', which is no date in normal form. "
            "Write it like '2024-03-12'",
        ),
        (
            "yield Proposal('total_incl_vat', '1.234')",
            "total_incl_vat has the value '1.234', which is no amount in normal form",
        ),
        (
            "yield Proposal('document_number', '1', words=[1000])",
            f"document_number has the word 1000 of a document of {len(PAGE.words)}. "
            "Give indices of words, from 0",
        ),
        ("yield Proposal('nothing', 1); yield 2; yield 3", "returned what cannot be used (and 2 more): "),
    ],
)
def test_what_cannot_be_used_is_one_warning(toy_folder: Path, install: Install, body: str, said: str) -> None:
    alone = answers(toy_folder)
    install(body)
    numbers, warnings = answers(toy_folder)
    assert numbers == alone[0]
    (warning,) = (one for one in warnings if one not in alone[1])
    assert warning.startswith("the proposer 'job_numbers' of invented-rules 1.0 ")
    assert said in warning
    assert "\n" not in warning


def test_what_can_be_used_counts_beside_what_cannot(toy_folder: Path, install: Install) -> None:
    install(f"yield Proposal('other', '1')\n    {GOOD}")
    numbers, warnings = answers(toy_folder)
    assert numbers[0] == ("4711", "4711", "rule")
    assert "no field is called 'other'" in warnings[-1]


def test_a_module_that_cannot_be_imported_is_a_warning(toy_folder: Path, install: Install) -> None:
    install("pass\n\n\nimport no_such_module_anywhere")
    assert (
        "failed: ModuleNotFoundError: No module named 'no_such_module_anywhere'" in answers(toy_folder)[1][-1]
    )


@pytest.mark.parametrize("name", ["labels", "found_by_label", "known_parties"])
def test_a_name_of_ours_is_not_taken_over(toy_folder: Path, install: Install, name: str) -> None:
    install(GOOD, name=name)
    numbers, warnings = answers(toy_folder)
    assert ("4711", "4711", "rule") not in numbers
    assert warnings[-1] == (
        f"the proposer {name!r} of invented-rules 1.0 was not called: something else has that name"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Proposal("purchase_lines", "1"),
        Proposal("document_number", ""),
        Proposal("document_number", 7),  # type: ignore[arg-type]
        Proposal("document_number", "7", words=[-1]),
        Proposal("document_number", "7", words=["0"]),  # type: ignore[list-item]
        Proposal("document_number", "7", words=0),  # type: ignore[arg-type]
        Proposal("document_number", "7", words=[True]),
        Proposal("document_number", "7", probability=1.5),
        Proposal("document_number", "7", probability=math.nan),
        Proposal("document_number", "7", probability="1"),  # type: ignore[arg-type]
        Proposal(["document_number"], "7"),  # type: ignore[arg-type]
        Proposal("document_number", "half a \ud83d"),
        Proposal("iban", "DE00 1234"),
        Proposal("document_type", "letter of love"),
        Proposal,
        None,
    ],
    ids=repr,
)
def test_a_proposal_of_wrong_form_is_a_flaw(wrong: object) -> None:
    usable, flaws = candidates_and_flaws([wrong], PAGE.words, load_schema(), "a rule")
    assert (usable, len(flaws)) == ((), 1)


@pytest.mark.parametrize(
    ("field", "value", "normal"),
    [
        ("document_date", "2024-03-12", "2024-03-12"),
        ("total_incl_vat", "-1234.5", "-1234.50"),
        ("total_incl_vat", "120", "120.00"),
        ("iban", "DE89370400440532013000", "DE89370400440532013000"),
        ("document_type", "credit_note", "credit_note"),
        ("supplier_country", "SE", "SE"),
        ("currency", "EUR", "EUR"),
        ("language", "nb", "nb"),
        ("time", "14:05", "14:05"),
        ("supplier_name", "Acme Ltd", "Acme Ltd"),
    ],
)
def test_values_in_normal_form_are_candidates_of_the_words_that_print_them(
    field: str, value: str, normal: str
) -> None:
    proposals = [Proposal(field, value, words=[2, 0, 2], probability=1)]
    (one,), flaws = candidates_and_flaws(proposals, PAGE.words, load_schema(), INSTALLED + "x")
    assert flaws == ()
    assert (one.field, one.value, one.text, one.words) == (field, normal, "ACME Ltd", (0, 2))
    assert (one.probability, one.source, one.rule) == (1.0, "rule", "installed x")


def test_a_batch_answers_anew_when_a_proposer_comes_or_changes_unless_it_is_switched_off(
    toy_folder: Path, install: Install
) -> None:
    def key(*without: str) -> str:
        return settings_hash(ReadingOptions(model=toy_folder, without=without))

    before, off = key(), key("labels")
    assert before != off
    install(GOOD)
    first = key()
    install(GOOD, version="1.1")
    assert len({before, off, first, key()}) == 4
    install(GOOD, name="others")
    assert key("others") == settings_hash(ReadingOptions(model=toy_folder, without=["others"]))
