"""Mail and web addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import parse_value
from paperformer.fields.values.spans import find_values

_LABEL = st.from_regex(r"[a-z][a-z0-9]{0,10}", fullmatch=True)
_END = st.sampled_from(["com", "de", "co.uk", "com.br", "example"])


@given(_LABEL, _LABEL, _END)
def test_a_mail_address_is_read_whole_and_is_no_web_address(local: str, host: str, end: str) -> None:
    address = f"{local}@{host}.{end}"
    (span,) = find_values("email", ["Mail:", address.upper(), "Tel"])
    assert (span.first, span.last, span.parsed.value) == (1, 1, address)
    assert find_values("website", [address]) == []


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("https://www.acme.example/en/", "www.acme.example/en"),
        ("WWW.Acme.Example", "www.acme.example"),
        ("http://acme.co.uk.", "acme.co.uk"),
        ("Web: www.müller-söhne.de", "www.müller-söhne.de"),
        ("acme-tools.com", "acme-tools.com"),
    ],
)
def test_a_web_address_has_no_scheme_and_no_closing_slash(printed: str, value: str) -> None:
    assert parse_value("website", printed).value == value


@pytest.mark.parametrize("printed", ["Nr.de", "1.234.com", "a.com", "info@acme.com", "12.50.eu", "S.r.l."])
def test_what_only_looks_like_a_web_address_is_none(printed: str) -> None:
    assert find_values("website", [printed]) == []


@pytest.mark.parametrize("kind", ["email", "website"])
def test_two_addresses_are_no_single_value(kind: str) -> None:
    with pytest.raises(ValueUnreadable, match=kind):
        parse_value(kind, "a@acme.com b@acme.com www.a.com www.b.com")
