"""Candidates are proposed in stages by pure functions, each of which can be switched off by its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from paperformer.documents.model import Box, Code
from paperformer.errors import InvalidConfig
from paperformer.evidence.registry import all_evidence
from paperformer.extraction.by_rules import read_by_rules
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.proposers.page import without_parts
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.proposers.registry import own_proposers, switched_off
from paperformer.extraction.proposers.stages import STAGES, proposed_in
from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView, view_of
from paperformer.fields.proposer import Proposer
from paperformer.fields.rules import FINDERS, all_findings
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Candidates, Scored
from toy_documents import document_of
from typed_page import typed

CODE = "BCD\n002\n1\nSCT\n\nAcme Ltd\nDE89370400440532013000\nEUR120.00"
SAMPLE = Path(__file__).parents[3] / "samples" / "invoice-eu.pdf"


@pytest.fixture(scope="module")
def read() -> ReadDocument:
    """A sample as model and rules read it."""
    with Extractor() as extractor:
        document = extractor.read(SAMPLE).document
        rules = read_by_rules(document, extractor.schema, extractor.schema.names, {})
        scores, _ = extractor.predictor._loaded().score(document.words)
        return ReadDocument(scores, rules)


def frozen(proposed: Candidates) -> Candidates:
    """A mapping of tuples: whoever changes it fails."""
    return MappingProxyType({name: tuple(found) for name, found in proposed.items()})


def test_a_proposer_changes_nothing_and_proposes_the_same_again(read: ReadDocument) -> None:
    earlier = frozen({})
    for stage in STAGES:
        made = [list(one.propose(read, earlier)) for one in stage.proposers]
        assert made == [list(one.propose(read, earlier)) for one in stage.proposers]
        together: dict[str, Sequence[Scored]] = dict(earlier)
        for one in (one for those in made for one in those):
            together[one.field] = (*together.get(one.field, ()), one)
        earlier = frozen(stage.keep(frozen(together)))
    assert earlier == frozen(proposed_in(read))


@pytest.mark.parametrize("name", ["rule_texts", "text_variants"])
def test_without_a_proposer_of_the_last_stage_the_others_propose_the_same(
    read: ReadDocument, name: str
) -> None:
    before = proposed_in(read, {"rule_texts", "text_variants"})
    (proposer,) = (one for one in STAGES[-1].proposers if one.name == name)
    own = list(proposer.propose(read, before))
    others = [one for found in proposed_in(read, {name}).values() for one in found]
    everything = [one for found in proposed_in(read).values() for one in found]
    assert own
    assert sorted(map(repr, [*others, *own])) == sorted(map(repr, everything))


@pytest.mark.parametrize(
    ("names", "is_theirs"),
    [
        (("rules",), lambda one: one.rule not in (None, "kind")),
        (("document_kinds",), lambda one: one.rule == "kind"),
        (("model_candidates", "rule_texts", "text_variants"), lambda one: one.source == "model"),
        (
            ("printed_countries", "unprinted_countries"),
            lambda one: one.source == "rule" and one.rule is None,
        ),
    ],
)
def test_what_is_switched_off_proposes_nothing(
    read: ReadDocument, names: tuple[str, ...], is_theirs: Callable[[Scored], bool]
) -> None:
    def of_theirs(without: Collection[str]) -> list[Scored]:
        return [one for found in proposed_in(read, without).values() for one in found if is_theirs(one)]

    assert of_theirs(())
    assert of_theirs(names) == []


@pytest.mark.parametrize("finder", FINDERS, ids=lambda one: one.name)
def test_without_a_rule_the_others_find_the_same(finder: Proposer[[PageView], Iterable[Finding]]) -> None:
    page = _page()
    own, everything = list(finder.propose(page)), list(all_findings(page))
    others = list(all_findings(page, {finder.name}))
    assert own
    at = everything.index(own[0])
    assert everything == [*others[:at], *own, *others[at:]]


def _page() -> PageView:
    """A page on which every rule finds something."""
    bill = typed(
        "Acme Ltd", "Mill Lane 4", "Ely CB7 4ZN", "VAT No. GB 613 8620 09", "office@acme.example", "",
        "Invoice 17", "Invoice date: 12 March 2024", "Bill to:", "Hollin Ltd", "Fen Road 2",
        "Service period 01.02.2024 - 29.02.2024",
        "Arrival 01.02.2024 Departure 03.02.2024",
        "Total (incl. 20.00 EUR VAT): 120.00 EUR", "Payable within 30 days",
        "IBAN DE89 3704 0044 0532 0130 00",
        "The amount will be debited from your account on 31.03.2024.",
        "Please transfer the amount of 120.00 EUR by 31.03.2024 to our account.",
        "#  00000000000000000174 # 120 00 5 > 54802178#41#",
    )  # fmt: skip
    code = Code("qr_code", CODE, CODE.encode(), Box(0.1, 0.8, 0.2, 0.9))
    document = replace(bill, pages=(replace(bill.pages[0], codes=(code,)),))
    return view_of(document, load_schema())


def test_each_proposer_has_a_name_of_its_own_and_says_what_it_proposes() -> None:
    names = [one.name for one in (*all_evidence(), *own_proposers())]
    assert len(set(names)) == len(names)
    assert all(one.says for one in own_proposers())


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("lables", "Did you mean labels"),
        ("Known_Parties", "Did you mean known_parties"),
        ("found_by_lable", "Did you mean found_by_label"),
        ("zzz", "`paperformer evidence` lists all"),
    ],
)
def test_an_unknown_name_is_told_with_the_ones_that_it_may_mean(name: str, remedy: str) -> None:
    with pytest.raises(InvalidConfig, match=f"no evidence and no proposer is called '{name}'") as raised:
        switched_off(["labels", name])
    assert raised.value.remedy.startswith(remedy)
    with pytest.raises(InvalidConfig, match=name):
        Extractor(without=[name])


def test_a_text_in_place_of_names_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="without is the text 'labels'"):
        Extractor(without="labels")


def test_rules_that_are_switched_off_are_missing_in_the_answer(toy_folder: Path) -> None:
    page = document_of("ACME Trading Ltd", "Mill Lane 4", "Ely CB7 4ZN", "Invoice number: INV-17")

    def shown(*without: str) -> set[str]:
        extractor = Extractor(toy_folder, min_confidence=0.0, without=without)
        return extractor.extract_document(page).fields.keys() & {"document_number", "supplier_name"}

    assert shown() == {"document_number", "supplier_name"}
    assert shown("parties") == {"document_number"}
    assert shown("labels", "document_metadata") == {"supplier_name"}
    assert shown("rules") == set()


def test_evidence_is_switched_off_by_the_same_option(toy_folder: Path) -> None:
    page = document_of("Invoice number: INV-17")
    (with_it,), (without_it,) = (
        Extractor(toy_folder, min_confidence=0.0, without=names)
        .extract_document(page)
        .fields["document_number"]
        for names in ((), ("rule",))
    )
    assert (with_it.value, without_it.value) == ("INV-17", "INV-17")
    assert without_it.confidence == 0.5 < with_it.confidence


FIRST_LINE = "AT94360000000012"


@pytest.mark.parametrize("whole", ["AT943600000000123456", "AT943600000000121111"])
def test_who_proposes_the_first_line_of_an_iban_of_two_proposes_the_whole(whole: str) -> None:
    proposed = {
        "iban": [
            Scored("iban", FIRST_LINE, FIRST_LINE, (4,), 0.75, "model"),
            Scored("iban", whole, whole, (4, 9), 0.5, "rule", rule="checksum"),
        ]
    }
    found = without_parts(proposed)["iban"]
    assert [(one.value, one.words, one.probability, one.source) for one in found] == [
        (whole, (4, 9), 0.75, "model"),
        (whole, (4, 9), 0.5, "rule"),
    ]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ("AT943600000000123456", (8, 9)),  # elsewhere
        ("AT94360000000012345", (4, 9)),  # no IBAN of Austria has as many characters
        ("AT483600000000123456", (4, 9)),  # another one
    ],
)
def test_other_ibans_stay_as_they_were_proposed(other: str, words: tuple[int, ...]) -> None:
    proposed = {
        "iban": [
            Scored("iban", FIRST_LINE, FIRST_LINE, (4,), 0.75, "model"),
            Scored("iban", other, other, words, 0.5, "rule"),
        ]
    }
    assert without_parts(proposed) == proposed
