"""The data of each locale are complete, and say nothing that the code does not know."""

from __future__ import annotations

import string

import pytest

from paperformer.errors import InvalidConfig
from paperformer.synthesis.locale import load_locale, locale_codes, locales_for

_KNOWN = {"city", "tax", "code", "rate", "days", "number", "due", "supplier", "original"}
_CODES = locale_codes()


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", _CODES)
def test_all_texts_use_known_placeholders_only(code: str) -> None:
    locale = load_locale(code)
    for group in (locale.labels, locale.columns, locale.phrases, locale.titles):
        for key, texts in group.items():
            for text in texts:
                assert _placeholders(text) <= _KNOWN, (code, key, text)


@pytest.mark.parametrize("code", _CODES)
def test_every_locale_has_its_own_labels_and_tax(code: str) -> None:
    locale, english = load_locale(code), load_locale("en-GB")
    assert locale.code == code
    assert len(locale.country) == 2
    assert len(locale.months) == len(locale.short_months) == 12
    assert len(locale.tax.rates) == len(locale.tax.weights)
    assert locale.labels.keys() >= english.labels.keys()
    if locale.language != "en":
        assert locale.labels["document_number"] != english.labels["document_number"]
        assert locale.labels["total_incl_vat"] != english.labels["total_incl_vat"]


def test_there_are_thirteen_locales_or_more_of_eleven_languages() -> None:
    assert len(_CODES) >= 13
    assert len({load_locale(code).language for code in _CODES}) >= 11


def test_a_language_finds_all_its_locales() -> None:
    assert {locale.code for locale in locales_for(["en"])} == {
        code for code in _CODES if code.startswith("en-")
    }


def test_an_unknown_locale_is_named() -> None:
    with pytest.raises(InvalidConfig, match="xx-XX"):
        load_locale("xx-XX")
