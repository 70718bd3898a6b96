"""Month names and their abbreviations in the languages that we read."""

from __future__ import annotations

from functools import cache

from paperformer.fields.values.plain import folded

# One line per language, months apart by ``|``, forms of a month by a space. Genitives, locatives and
# partitives stand where dates are written with them. Accents are dropped on look-up.
_NAMES = {
    "en": "january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug"
    "|september sep sept|october oct|november nov|december dec",
    "de": "januar jänner jan jän|februar feber feb|märz mrz mär|april apr|mai|juni jun|juli jul|august aug"
    "|september sep sept|oktober okt|november nov|dezember dez",
    "fr": "janvier janv jan|février févr fév|mars mar|avril avr|mai|juin|juillet juil|août|septembre sept sep"
    "|octobre oct|novembre nov|décembre déc",
    "es": "enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago"
    "|septiembre setiembre sep sept set|octubre oct|noviembre nov|diciembre dic",
    "it": "gennaio gen genn|febbraio feb febbr|marzo mar|aprile apr|maggio mag magg|giugno giu|luglio lug"
    "|agosto ago|settembre set sett|ottobre ott|novembre nov|dicembre dic",
    "nl": "januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug"
    "|september sep sept|oktober okt|november nov|december dec",
    "sv": "januari jan|februari feb|mars mar|april apr|maj|juni jun|juli jul|augusti aug"
    "|september sep sept|oktober okt|november nov|december dec",
    "da": "januar jan|februar feb|marts mar|april apr|maj|juni jun|juli jul|august aug"
    "|september sep sept|oktober okt|november nov|december dec",
    "nb": "januar jan|februar feb|mars mar|april apr|mai|juni jun|juli jul|august aug"
    "|september sep sept|oktober okt|november nov|desember des",
    "fi": "tammikuu tammikuuta tammi|helmikuu helmikuuta helmi|maaliskuu maaliskuuta maalis"
    "|huhtikuu huhtikuuta huhti|toukokuu toukokuuta touko|kesäkuu kesäkuuta kesä|heinäkuu heinäkuuta heinä"
    "|elokuu elokuuta elo|syyskuu syyskuuta syys|lokakuu lokakuuta loka|marraskuu marraskuuta marras"
    "|joulukuu joulukuuta joulu",
    "pl": "styczeń stycznia sty|luty lutego lut|marzec marca mar|kwiecień kwietnia kwi|maj maja"
    "|czerwiec czerwca cze|lipiec lipca lip|sierpień sierpnia sie|wrzesień września wrz"
    "|październik października paź|listopad listopada lis|grudzień grudnia gru",
    "pt": "janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago"
    "|setembro set|outubro out|novembro nov|dezembro dez",
    "cs": "leden ledna led|únor února úno|březen března bře|duben dubna dub|květen května kvě"
    "|červen června čvn|červenec července čvc|srpen srpna srp|září zář|říjen října říj"
    "|listopad listopadu lis|prosinec prosince pro",
    "et": "jaanuar jaan|veebruar veebr|märts|aprill apr|mai|juuni|juuli|august aug|september sept"
    "|oktoober okt|november nov|detsember dets",
    "lt": "sausis sausio saus|vasaris vasario vas|kovas kovo|balandis balandžio bal|gegužė gegužės geg"
    "|birželis birželio birž|liepa liepos|rugpjūtis rugpjūčio rugp|rugsėjis rugsėjo rugs|spalis spalio spal"
    "|lapkritis lapkričio lapkr|gruodis gruodžio gruod",
    "lv": "janvāris janvārī janvārim|februāris februārī februārim|marts martā martam|aprīlis aprīlī aprīlim"
    "|maijs maijā maijam|jūnijs jūnijā jūnijam|jūlijs jūlijā jūlijam|augusts augustā augustam"
    "|septembris septembrī septembrim|oktobris oktobrī oktobrim|novembris novembrī novembrim"
    "|decembris decembrī decembrim",
    "hu": "január jan|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus aug"
    "|szeptember szept|október okt|november nov|december dec",
    "sk": "január januára jan|február februára feb|marec marca mar|apríl apríla apr|máj mája|jún júna jún"
    "|júl júla|august augusta aug|september septembra sep|október októbra okt|november novembra nov"
    "|december decembra dec",
    "sl": "januar januarja|februar februarja|marec marca|april aprila|maj maja|junij junija|julij julija"
    "|avgust avgusta|september septembra|oktober oktobra|november novembra|december decembra",
    "is": "janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember",
    "ru": "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря",
    "uk": "січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня",
    "bg": "януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември",
    "tr": "ocak|şubat şub|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık",
    "el": "ιανουάριος ιανουαρίου ιαν|φεβρουάριος φεβρουαρίου φεβ|μάρτιος μαρτίου μαρ|απρίλιος απριλίου απρ"
    "|μάιος μαϊου μαι|ιούνιος ιουνίου ιουν|ιούλιος ιουλίου ιουλ|αύγουστος αυγούστου αυγ"
    "|σεπτέμβριος σεπτεμβρίου σεπ|οκτώβριος οκτωβρίου οκτ|νοέμβριος νοεμβρίου νοε|δεκέμβριος δεκεμβρίου δεκ",
    "ro": "ianuarie ian|februarie feb|martie|aprilie apr|mai|iunie iun|iulie iul|august aug"
    "|septembrie sept|octombrie oct|noiembrie noi|decembrie dec",
}

# A common short word of another language; a month only in its own.
_TOO_COMMON = frozenset({"pro", "set", "out"})


@cache
def month_numbers() -> dict[str, int]:
    """Folded month name or abbreviation -> 1 to 12, over all languages (no form means two months)."""
    return {
        folded(form): number
        for language in _NAMES
        for number, forms in enumerate(_NAMES[language].split("|"), start=1)
        for form in forms.split()
    }


def month_names(language: str) -> tuple[str, ...]:
    """The twelve full names in ``language`` (ISO 639-1), empty where we have none."""
    months = _NAMES.get(language, "")
    return tuple(forms.split()[0] for forms in months.split("|") if forms)


def month_forms(language: str) -> tuple[tuple[str, ...], ...]:
    """All written forms of each of the twelve months in ``language``, empty where we have none."""
    months = _NAMES.get(language, "")
    return tuple(tuple(forms.split()) for forms in months.split("|") if forms)


def languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages with month names."""
    return tuple(_NAMES)


def is_common_word(word: str) -> bool:
    """Whether ``word`` is a month's short form that is also an everyday word elsewhere (``out``, ``set``)."""
    return folded(word) in _TOO_COMMON
