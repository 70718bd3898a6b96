"""Means of payment: card, cash, transfer, direct_debit, cheque, mobile or online."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.phrases import PhraseIndex, find_phrases, index_phrases
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_PHRASES = {
    "card": "card|credit card|debit card|bank card|visa|visa debit|mastercard|master card|master|maestro"
    "|amex|american express|diners|eftpos|contactless|girocard|ec-karte|ec karte|ec-cash|kartenzahlung"
    "|kreditkarte|debitkarte|bankkarte|karte|vpay|v pay|carte|carte bancaire|carte bleue|cb|cb emv"
    "|tarjeta|tarjeta de crédito|carta|carta di credito|bancomat|pagobancomat|pagamento elettronico|pin"
    "|pinnen|betaalpas|bankpas|kort|bankkort|kontokort|kreditkort|betalkort|kortbetaling|dankort"
    "|visa dankort|visakort|bankaxept|kortti|pankkikortti|luottokortti|korttimaksu|karta|karta płatnicza"
    "|karta kredytowa|kartą|cartão|multibanco|cartão de crédito|platební karta|kartou|kaart|pangakaart"
    "|kaardimakse|kortelė|kortele|banko kortelė|maksājumu karte|ar karti"
    "|bancontact|cb sans contact|carte sans contact|bankomat|bankomatkarte|discover card|interac"
    "|bankkártya|bankkártyával|kártya|kredi kartı"
    "|banka kartı|kartica|karticom|platobná karta|card bancar|κάρτα|kapta|クレジット|クレジットカード"
    "|银行卡|信用卡|картица|картицом|платна картица|картичка|с карта|kad kredit|kad debit|kartu kredit"
    "|kartu debit|kartelë|me kartelë|kart|banka karti|kredi karti|tarjeta debito|tarjeta credito"
    "|tarjeta de débito|cartão débito|cartão crédito|cartão de débito",
    "cash": "cash|cash payment|bar|bargeld|barzahlung|espèces|especes|efectivo|contado|contanti|contante"
    "|contant|kontant|kontanter|kontanti|käteinen|käteisellä|gotówka|gotówką|dinheiro|numerário|hotově"
    "|hotovost|sularaha|sularahas|grynais|grynieji|skaidra nauda|skaidrā naudā|tunai"
    "|készpénz|készpénzzel|készpénzben|nakit|hotovosť|gotovina|gotovinom|numerar|μετρητά|metphta|наличные"
    "|наличными|в брой|現金|现金|현금|готовина|готовински|во готово|кеш|para në dorë|në dorë|kesh"
    "|efectivo mn|argent comptant|comptant|dinheiro vivo",
    "direct_debit": "direct debit|sepa direct debit|lastschrift|sepa-lastschrift|lastschrifteinzug"
    "|bankeinzug|einzugsermächtigung|prélèvement|prélèvement sepa|prélèvement automatique|domiciliación"
    "|domiciliación bancaria|recibo domiciliado|rid|addebito diretto|sdd|automatische incasso|incasso"
    "|domiciliëring|autogiro|leverandørservice|betalingsservice|avtalegiro|suoraveloitus|suoramaksu"
    "|polecenie zapłaty|débito direto|inkaso|otsekorraldus",
    "transfer": "bank transfer|interac e-transfer|interac e-transfers|wire transfer|wire|transfer"
    "|credit transfer|sepa transfer|bacs|ach"
    "|überweisung|banküberweisung|sepa-überweisung|virement|virement bancaire|transferencia"
    "|transferencia bancaria|bonifico|bonifico bancario|overschrijving|bankoverschrijving|overboeking"
    "|banköverföring|bankgiro|plusgiro|bankoverførsel|bankoverføring|overførsel|overføring|tilisiirto"
    "|przelew|przelew bankowy|przelewem|transferência|transferência bancária|převodem|bankovní převod"
    "|převodní příkaz|příkazem|pangaülekanne|ülekanne|bankinis pavedimas|banko pavedimas|pavedimas|pavedimu"
    "|pārskaitījums"
    "|bankas pārskaitījums|átutalás|banki átutalás|transakcijski račun|havale|банков път|banka havalesi"
    "|ordin de plată|ordin de plata|τραπεζική κατάθεση|prevodom|bezhotovostne|по банкова сметка",
    "cheque": "cheque|check payment|bank check|scheck|chèque|talón bancario|assegno|šekem|šekom|čekom|csekk",
    "mobile": "mobilepay|mobile pay|swish|vipps|bizum|blik|twint|payconiq|satispay|apple pay|google pay"
    "|alipay|wechat pay|mbway|mb way|touch n go|grabpay|boost|upi|paynow|pix",
    "online": "paypal|klarna|ideal|sofortüberweisung|sofort banking|sofort gmbh|stripe|trustly|giropay"
    "|przelewy24|payu",
}
METHODS = tuple(_PHRASES)


def parse_payment_method(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The means of payment that ``text`` names, in any of the languages that we read.

    Raises:
        ValueUnreadable: when it names none, or several.
    """
    exact = text.strip().lower()
    if exact in _PHRASES:
        return ParsedValue(exact)
    return only_value(find_payment_methods(plain(text), context), "means of payment", text)


def find_payment_methods(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All names of means of payment in plain ``text``; weak in running text (lower case, short words)."""
    for start, end, value in find_phrases(text, _index()):
        weak = end - start < 4 or text[start].islower()
        yield TextMatch(start, end, ParsedValue(value), weak)


@cache
def _index() -> PhraseIndex:
    return index_phrases(_PHRASES)
