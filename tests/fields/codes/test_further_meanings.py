"""What codes of further schemes state, on invented examples, drawn too. Damaged and hostile ones: nothing."""

from __future__ import annotations

import contextlib
import lzma
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fiscal_codes import FISCAL, REFUSED_FISCAL
from further_codes import FURTHER
from paperformer.documents.codes import find_codes
from paperformer.errors import ValueUnreadable
from paperformer.fields.codes.meaning import _PARSERS, meaning_of
from payment_codes import PAYMENTS, REFUSED_PAYMENTS, by_square, payment
from pictured_codes import drawn, photographed
from simple_codes import REFUSED_SIMPLE, SIMPLE

EXAMPLES = PAYMENTS | FISCAL | SIMPLE | FURTHER
REFUSED = REFUSED_PAYMENTS | REFUSED_FISCAL | REFUSED_SIMPLE


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_drawn_code_states_these_values_and_no_others(name: str) -> None:
    form, text, scheme, values = EXAMPLES[name]
    (seen,) = find_codes(drawn(text, form))
    assert (seen.format, seen.text) == (form, text)
    found = meaning_of(seen.text)
    assert found is not None
    assert (found.scheme, {one.field: one.parsed.value for one in found.values}) == (scheme, values)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_photographed_code_says_what_was_drawn(name: str) -> None:
    form, text, _, _ = EXAMPLES[name]
    assert [seen.text for seen in find_codes(photographed(text, form))] == [text]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_damaged_or_hostile_states_nothing(name: str) -> None:
    assert meaning_of(REFUSED[name]) is None


def test_a_stream_is_opened_no_further_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length that the code states is the limit, whatever the stream would yield."""
    opened: list[int] = []
    real = lzma.LZMADecompressor

    class Counting:
        def __init__(self, *arguments: object, **options: object) -> None:
            self._inner = real(*arguments, **options)  # type: ignore[arg-type]

        def decompress(self, data: bytes, most: int) -> bytes:
            result = self._inner.decompress(data, most)
            opened.append(len(result))
            return result

    monkeypatch.setattr(lzma, "LZMADecompressor", Counting)
    for size in (300, 4_096, 4_097, 60_000):
        assert meaning_of(by_square(b"A" * 60_000, size=size)) is None
    assert opened == [300, 4_096]


@pytest.mark.parametrize("parse", _PARSERS, ids=lambda parse: f"{parse.__module__}.{parse.__name__}")
def test_a_parser_refuses_codes_of_other_schemes_at_once(parse: Callable[[str], object]) -> None:
    texts = [text for _, text, _, _ in EXAMPLES.values()] + ["x" * 4_096, "0" * 4_096, "A:" * 2_048]

    def seconds() -> float:
        started = time.perf_counter()
        for text in texts:
            with contextlib.suppress(ValueUnreadable):
                parse(text)
        return time.perf_counter() - started

    assert min(seconds() for _ in range(5)) / len(texts) < 100e-6


@given(st.sampled_from(sorted(EXAMPLES)), st.data())
def test_a_code_that_is_changed_anywhere_never_raises(name: str, data: st.DataObject) -> None:
    text = EXAMPLES[name][1]
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 3)) :]
    found = meaning_of(text)
    assert found is None or all(one.parsed.value.isprintable() for one in found.values)


@given(st.binary(max_size=300))
def test_fields_of_any_bytes_never_raise(data: bytes) -> None:
    assert meaning_of(by_square(data)) is None or data == payment()
