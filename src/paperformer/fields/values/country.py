"""Countries: named by ISO 3166 code or by name; the value is the two-letter code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.phrases import PhraseIndex, find_phrases, index_phrases
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words, words_by_code

_CODES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT"
    " BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH"
    " ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT"
    " HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS"
    " LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI"
    " NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG"
    " SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG"
    " UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
)
COUNTRY_CODES = frozenset(_CODES.split())


def parse_country(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The ISO 3166 two-letter code that ``text`` gives, or of the country that it names.

    Raises:
        ValueUnreadable: when it names no country, or several.
    """
    code = plain(text).strip(" .:;,()").upper()
    if code in COUNTRY_CODES:
        return ParsedValue(code)
    return only_value(find_countries(plain(text), context), "country", text)


def find_countries(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All country names in plain ``text``; codes are left out, for too many words look like them.

    Weak where the name is a common word in another language, or not in capitals.
    """
    common = all_words("country_names", "common")
    for start, end, value in find_phrases(text, _index()):
        weak = not text[start].isupper() or folded(text[start:end]) in common
        yield TextMatch(start, end, ParsedValue(value), weak)


@cache
def _index() -> PhraseIndex:
    return index_phrases(words_by_code("country_names", "names"))
