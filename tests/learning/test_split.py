"""Training and held-out documents, cut by issuer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.split import split_by_group
from toy_documents import labelled


def documents(issuers: list[str]) -> list[LabelledDocument]:
    return [
        labelled("x", fields={"supplier_name": [issuer]} if issuer else {}, key=f"{n}")
        for n, issuer in enumerate(issuers)
    ]


def keys(those: list[LabelledDocument]) -> list[str]:
    return [one.key for one in those]


ISSUERS = st.lists(
    st.sampled_from(["ACME Ltd", "acme ltd.", "Beta", "Gamma", "Delta", "Epsilon", ""]), max_size=40
)


@given(issuers=ISSUERS, hold_out=st.integers(0, 60))
def test_no_issuer_stands_on_both_sides_and_no_document_is_lost(issuers: list[str], hold_out: int) -> None:
    every = documents(issuers)
    learn, keep = split_by_group(every, "supplier_name", hold_out)
    assert sorted(keys(learn) + keys(keep)) == sorted(keys(every))
    assert len(keep) <= hold_out

    def names(those: list[LabelledDocument]) -> set[str]:
        return {name.rstrip(".").upper() for one in those for name in one.fields.get("supplier_name", ())}

    assert not names(learn) & names(keep)


def test_many_small_issuers_fill_what_is_held_out() -> None:
    every = documents([f"Company {n}" for n in range(200)])
    learn, keep = split_by_group(every, "supplier_name", 50)
    assert (len(learn), len(keep)) == (150, 50)


@pytest.mark.parametrize(("sizes", "kept"), [([5] * 6, 5), ([10, 20], 10), ([3, 7], 3), ([1, 1, 8], 2)])
def test_of_few_issuers_the_smallest_are_held_out_whole(sizes: list[int], kept: int) -> None:
    every = documents([f"Company {n}" for n, size in enumerate(sizes) for _ in range(size)])
    learn, keep = split_by_group(every, "supplier_name", None)
    assert len(keep) == kept
    assert learn


def test_one_issuer_alone_is_all_learned_from() -> None:
    assert split_by_group(documents(["Acme"] * 30), "supplier_name", None)[1] == []


def test_a_big_issuer_is_never_held_out() -> None:
    every = documents(["Big"] * 30 + [f"Company {n}" for n in range(100)])
    _, keep = split_by_group(every, "supplier_name", 50)
    assert not [one for one in keep if one.fields["supplier_name"] == ["Big"]]


def test_the_cut_does_not_depend_on_the_order_of_the_documents() -> None:
    every = documents([f"Company {n % 70}" for n in range(140)])
    _, keep = split_by_group(every, "supplier_name", 40)
    _, again = split_by_group(every[::-1], "supplier_name", 40)
    assert sorted(keys(keep)) == sorted(keys(again))
