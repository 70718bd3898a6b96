"""Whom somebody signs for sells."""

from paperformer.fields.layout import Layout
from paperformer.fields.signatories import find_signatories
from typed_page import typed


def names(*rows: str) -> list[str]:
    return [one.parsed.value for one in find_signatories(Layout(typed(*rows)))]


def test_the_name_behind_for_above_a_signature_is_the_sellers() -> None:
    assert names("for SHREE AMBICA LOOM SPARES", "", "Authorised Signatory") == ["SHREE AMBICA LOOM SPARES"]
    assert names("For and on behalf of Straits Anchor Pte Ltd", "", "", "Authorized Signature") == [
        "Straits Anchor Pte Ltd"
    ]


def test_without_a_signature_near_by_for_says_nothing() -> None:
    assert names("for Patel Weaving Mills") == []
    assert names("for Patel Weaving Mills", *[""] * 20, "Authorised Signatory") == []


def test_for_a_purpose_is_for_nobody() -> None:
    assert names("for the goods described above", "Authorised Signatory") == []
    assert names("for office use only", "Authorised Signatory") == []
    assert names("For Credit Card Payments", "Authorised Signature") == []
    assert names("For queries call 020 7946 0018", "Authorised Signature") == []


def test_where_both_parties_sign_nothing_is_said() -> None:
    assert names("For Alpha Traders Ltd", "For Beta Mills", "Authorised Signatory") == []
