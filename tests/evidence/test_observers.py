"""Every piece of evidence fires on its own example, abstains on the other, and never changes what it sees."""

from __future__ import annotations

import pytest

from paperformer.evidence.registry import Evidence, all_evidence

WITH_EXAMPLES = [one for one in all_evidence() if one.fires is not None]


@pytest.mark.parametrize("one", WITH_EXAMPLES, ids=lambda one: one.name)
def test_evidence_fires_on_its_example_and_abstains_on_the_other(one: Evidence) -> None:
    assert one.fires is not None
    assert one.abstains is not None
    candidate, page = one.fires.build()
    assert one.concerns(candidate.field, candidate.type)
    assert one.observe(candidate, page)
    candidate, page = one.abstains.build()
    assert not one.observe(candidate, page)


@pytest.mark.parametrize("one", WITH_EXAMPLES, ids=lambda one: one.name)
def test_what_is_observed_does_not_depend_on_what_was_asked_before(one: Evidence) -> None:
    assert one.fires is not None
    candidate, page = one.fires.build()
    alone = one.observe(candidate, page)
    candidate, page = one.fires.build()
    for other in all_evidence():
        if other.concerns(candidate.field, candidate.type):
            other.observe(candidate, page)
    assert one.observe(candidate, page) == alone


def test_names_and_sentences_are_given_once() -> None:
    everything = all_evidence()
    assert len({one.name for one in everything}) == len(everything)
    assert all(one.says for one in everything)


def test_evidence_survives_a_candidate_that_no_word_prints() -> None:
    from paperformer.evidence.example import on
    from paperformer.fields.schema import load_schema

    for field in load_schema():
        if field.type != "group":
            candidate, page = on("Acme Ltd", "Total 12.00").at(field.name, "", "7").build()
            for one in all_evidence():
                if one.concerns(field.name, field.type):
                    one.observe(candidate, page)
