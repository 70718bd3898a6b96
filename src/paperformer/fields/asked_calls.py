"""Telephones that a sentence or a service says to call: "Spørsmål om fakturaen? Ring 71 20 55 00"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout

_TRUST = 0.6  # how often a number that is said so is the seller's telephone, by judgement
_LEAST = 6  # digits
# Whom to call when something burns, leaks or is stolen.
_EMERGENCY = re.compile(
    r"\b(?:gas (?:leak|escape|emergency)|smell gas|emergenc\w+|power cut|fraud|lost or stolen|notruf"
    r"|st[oö]rung\w*|notfall\w*|urgence\w*|d[eé]pannage|fuite|urgencias?|aver[ií]as?|emergenz\w*|guast\w*|storing\w*"
    r"|felanm[aä]lan|feilmelding"
    r"|akut\w*|awari\w*|pogotowie|poruch\w*)\b",
    re.IGNORECASE,
)
_BEFORE = 60  # characters before a number, the last ones
_CALLED = re.compile(
    # Whom a sentence asks to call
    r"(?:\b(?:call(?: us)?(?: (?:free|now|today))?(?: (?:on|at))?|(?:phone|ring) us(?: (?:on|at))?"
    r"|(?:rufen sie|anruf(?:en)?)(?: uns)?(?: an)?(?: unter)?|telefonisch(?: erreichbar)?(?: unter)?"
    r"|(?:appelez|contactez)(?:-nous)?(?: (?:le|au))|par t[eé]l[eé]phone(?: au)?"
    r"|ll[aá]m[ae](?:nos)?(?: gratis)?(?: al| en el)|chiam[ai](?:te|ci)?(?: il| al| lo)?"
    r"|ligue(?: gr[aá]tis)?(?: para)?(?: o)?|bel(?:t u)?(?: ons)?(?: (?:op|met|naar|gratis))*"
    r"|ring(?: oss| til oss| til| på| os)?|soita(?: numeroon)?|zadzwo[nń](?: pod)?(?: nr)?|volejte)"
    # What is called: the service for customers, questions about the bill
    r"|\b(?:customer (?:service|services|care|support|helpline)|contact cent(?:re|er)|(?:billing )?questions"
    r"|(?:kunden|servi[cz]e)(?:service|dienst|telefon|hotline)|service clients?|relation clients?"
    r"|atenci[oó]n al cliente|servizio clienti|(?:linha de )?apoio(?: ao cliente)?|linha de apoio"
    r"|klantenservice|kundeservice|kundservice|kundtj[aä]nst|asiakaspalvelu(?:mme)?|infolinia"
    r"|biuro obs[lł]ugi klienta|z[aá]kaznick[aá] linka|[uü]gyf[eé]lszolg[aá]lat(?:unk)?"
    r"|rela[tțţ]ii (?:cu )?clien[tțţ]i(?:i)?|klient(?:u|ų) aptarnavimas|klientu serviss|klienditugi)|^ph\.?)"
    r"[ .:?–-]{0,3}$",
    re.IGNORECASE,
)


def find_asked_calls(layout: Layout, parties: Mapping[int, str], reader: CellReader) -> Iterator[Finding]:
    """The numbers right behind words that ask to call, or that name the seller's service for its customers.

    Args:
        layout: The document's lines.
        parties: The party of each line that stands in a section.
        reader: Knows what the document says about its values.
    """
    for line in layout.lines:
        if line.digits < _LEAST or parties.get(line.index, "supplier") != "supplier":
            continue
        for reading in reader.read("phone", Cell(line, 0, len(line.text))):
            before = line.text[max(0, reading.start - _BEFORE) : reading.start]
            if _CALLED.search(before) and not _EMERGENCY.search(before):
                yield Finding("supplier_phone", reading.words, reading.text, reading.parsed, _TRUST, "called")
