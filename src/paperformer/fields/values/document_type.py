"""Kinds of document: ``invoice``, ``credit_note``, ``receipt``, ``reminder``, ``proforma``, ``order``,
``delivery_note``, ``quote`` or ``statement``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, unreadable
from paperformer.fields.values.phrases import PhraseIndex, find_phrases, index_phrases
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_INVOICES = (
    "invoice|tax invoice|commercial invoice|rechnung|faktura|faktura vat|facture|factura|fattura|factuur"
    "|fatura|lasku|arve|sąskaita|sąskaita faktūra|rēķins|faktúra|račun|számla|factură|reikningur|τιμολόγιο"
    "|фактура"
)


def _pro_formas() -> str:
    """What is invoiced for form's sake, in the languages that say so before or behind the word."""
    forms = ("pro forma", "proforma")
    words = [f"{form} {word}|{word} {form}" for word in _INVOICES.split("|") for form in forms]
    return "|".join((*forms, *words))


_PHRASES = {
    "credit_note": "td04|nota fiscal de devolução|credit note|credit memo|credit invoice|creditnote"
    "|gutschrift"
    "|rechnungskorrektur|stornorechnung|korrekturrechnung|avoir|facture d'avoir|note de crédit"
    "|nota de crédito|abono|factura rectificativa|nota di credito|nota di accredito|creditnota|creditfactuur"
    "|kreditfaktura|kreditnota|kreditnote|hyvityslasku|faktura korygująca|korekta faktury"
    "|tilgodehavende|opravný daňový doklad"
    "|dobropis|kreeditarve|kreditinė sąskaita|kredītrēķins|nota de abono|kreditreikningur|πιστωτικό τιμολόγιο"
    "|кредитно известие|kreditinė pvm sąskaita|kreditinė pvm sąskaita faktūra|sztornó számla|stornó számla"
    "|stornószámla|sztornószámla|helyesbítő számla|módosító számla|jóváíró számla|storno faktura"
    "|factură storno|factura storno|factură de stornare",
    "reminder": "reminder|payment reminder|overdue notice|dunning|mahnung|zahlungserinnerung|rappel"
    "|relance|recordatorio|sollecito|herinnering|betalingsherinnering|aanmaning|påminnelse"
    "|betalningspåminnelse|inkassokrav|rykker|betalingspåmindelse|purring|betalingspåminnelse"
    "|inkassovarsel|maksumuistutus|maksukehotus|wezwanie do zapłaty|upomínka|meeldetuletus|priminimas"
    "|atgādinājums|lembrete|past due notice|second notice|final notice|final demand|final reminder"
    "|rykkerskrivelse|lettre de relance|mise en demeure|recordatorio de pago|aviso de pago"
    "|reclamación de pago|requerimiento de pago|sollecito di pagamento|ingebrekestelling"
    "|przypomnienie o płatności|innheimtubréf|greiðsluáminning|opomin|fizetési felszólítás"
    "|maksemeeldetuletus|mokėjimo priminimas|lembrete de pagamento",
    "proforma": f"{_pro_formas()}|proformarechnung|proformafactuur|proformafaktura|proformalasku"
    "|avviso di parcella|preavviso di parcella|progetto di parcella|avviso di notula|preavviso di fattura"
    "|díjbekérő|predračun|ponuda-predračun"
    "|zálohová faktura|ettemaksuarve|išankstinė sąskaita|priekšapmaksas rēķins",
    "receipt": "receipt|till receipt|simplified tax invoice|simplified invoice|forenklet faktura"
    "|förenklad faktura|faktura uproszczona|vereenvoudigde factuur|zjednodušený daňový doklad"
    "|cash bill|cash receipt|cash sale|sales receipt|quittung|kassenbon"
    "|kassenbeleg|kundenbeleg|bon|beleg|reçu|ticket de caisse|ticket|recibo|tique|factura simplificada"
    "|scontrino|ricevuta|documento commerciale|kassabon|kwitantie|kvitto|kassakvitto|kvittering|kassebon"
    "|salgskvittering|kuitti|paragon|paragon fiskalny|talão|účtenka|pokladní doklad|kviitung|tšekk|kvitas"
    "|čekis|kvīts|čeks|收据|收據|销售收据|銷售收據|正式收據|小票|购物小票|領収書|領収証|レシート|영수증|αποδειξη"
    "|απόδειξη λιανικής πώλησης|fiş|bilgi fişi|nyugta|bon fiscal|pokladničný doklad|bloček|blagajnički račun"
    "|чек|кассовый чек",
    "order": "purchase order|order confirmation|sales order|bestellung|auftragsbestätigung"
    "|bon de commande|commande|confirmation de commande|pedido|orden de compra|confirmación de pedido"
    "|ordine|conferma d'ordine|bestelling|orderbevestiging|inköpsorder|orderbekräftelse|ordrebekræftelse"
    "|indkøbsordre|ordrebekreftelse|innkjøpsordre|tilausvahvistus|ostotilaus|zamówienie"
    "|potwierdzenie zamówienia|encomenda|nota de encomenda|objednávka|potvrzení objednávky|tellimus"
    "|užsakymas|pasūtījums|bekræftelse af ordre|bekreftelse av ordre|bekräftelse av order",
    "delivery_note": "delivery note|packing slip|packing list|despatch note|dispatch note|lieferschein"
    "|bolletta di consegna|bolla di consegna"
    "|bon de livraison|albarán|albarán de entrega|documento di trasporto|ddt|pakbon|leveringsbon"
    "|följesedel|følgeseddel|pakkeseddel|lähete|pakkausluettelo|guia de remessa|dodací list|saateleht"
    "|važtaraštis|pavadzīme|δελτίο αποστολής|otpremnica|dobavnica|aviz de însoțire|szállítólevél"
    "|стокова разписка|d d t|irsaliye|fylgiseðill",
    "quote": "quote|quotation|estimate|offer|angebot|kostenvoranschlag|devis|presupuesto|oferta"
    "|preventivo|offerte|offert|tilbud|tarjous|orçamento|cenová nabídka|hinnapakkumine|pasiūlymas"
    "|piedāvājums"
    "|prijsopgave|prisopgave|prisförslag|pristilbud"
    "|soumission|ponuda|ponudba|ofertă|árajánlat|προσφορά|оферта|cenová ponuka|tilboð",
    "statement": "statement|statement of account|account statement|kontoauszug|relevé de compte"
    "|extracto de cuenta|estratto conto|rekeningafschrift|kontoutdrag|kontoudtog|kontoutskrift|tiliote"
    "|wyciąg|extrato"
    "|výpis z účtu|reikningsyfirlit|viðskiptayfirlit|izvod",
    "invoice": "fattura differita|fattura immediata|jahresabrechnung strom|jahresabrechnung gas"
    "|jahresabrechnung wasser|jahresabrechnung fernwärme|verbrauchsabrechnung|turnusabrechnung"
    "|jahresverbrauchsabrechnung|honorarnote|honorarabrechnung|jaarnota|jaarafrekening"
    "|eindafrekening|parcella|notula|td01|td02|td06|td24|td25|nota fiscal"
    "|nota fiscal eletrônica|nota fiscal de serviços|nota fiscal eletrônica de serviços|e-fatura"
    "|e-arşiv fatura"
    "|invoice|tax invoice|sales invoice|vat invoice|commercial invoice|bill|rechnung|faktura"
    "|facture|factura|fattura|factuur|fatura|lasku|arve|arve-saateleht|sąskaita|sąskaita faktūra"
    "|pvm sąskaita faktūra|rēķins|faktura vat|fatura-recibo|fatura recibo|faktúra|daňový doklad"
    "|salgsfaktura|försäljningsfaktura|kundfaktura|kundefaktura|elfaktura|strømfaktura|vannfaktura|elräkning"
    "|elregning|vandregning|verkoopfactuur|klantfactuur|energiefactuur|waterfactuur|kundenrechnung"
    "|verkaufsrechnung|ausgangsrechnung|jahresrechnung|stromrechnung|gasrechnung|wasserrechnung"
    "|telefonrechnung|honorarrechnung|handwerkerrechnung|myyntilasku|vesilasku|sähkölasku|puhelinlasku"
    "|müügiarve|schlussrechnung|abschlagsrechnung|regning|factura electrónica|sammelrechnung|teilrechnung"
    "|samlingsfaktura|samlefaktura|račun|számla|reikningur|hyresavi|avgiftsavi|factură|发票|發票|增值税发票|請求書|ご請求書|세금계산서|청구서|τιμολόγιο"
    "|счет|счет-фактура|рахунок|фактура"
    "|pavadzīme-rēķins|rēķins-pavadzīme|rachunek za|note d'honoraires|notes d'honoraires"
    "|relevé d'honoraires|état d'honoraires|mémoire d'honoraires|note de frais et honoraires"
    "|avis d'échéance|avis des sommes à payer|appel de cotisation|appel de fonds|appel de loyer"
    "|minuta de honorarios|nota de honorarios|nota de honorários|nota onorari|nota spese e onorari"
    "|kostennote|kostennota|honorarnota|gebührenbescheid|beitragsbescheid|vorschreibung"
    "|stromabrechnung|gasabrechnung|wasserabrechnung|energieabrechnung|heizkostenabrechnung"
    "|beitragsvorschreibung|prämienvorschreibung|ereloonnota|staat van ereloon|staat van kosten en ereloon"
    "|premienota|contributienota|bolletta|opkrævning|kontingentopkrævning",
}  # fmt: skip
TYPES = tuple(_PHRASES)
_SHORT = frozenset({"DDT"})  # in capitals wherever it stands, in a reference too
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_a-zà-ÿ] ){4,}[^\W\d_a-zà-ÿ](?!\S)")  # "R E C H N U N G"
# "Prämienrechnung", "Huurfactuur", "Salærfaktura".
_COMPOUND = re.compile(
    r"\b[^\W\d_]{4,24}(?:rechnung|faktura|factuur|regning|räkning|reikningur)\b", re.IGNORECASE
)
# Words that end so and are no bill: calculations ("Zinsberechnung"), accounts settled, other kinds.
_NO_BILL = re.compile(
    r"(?:ab|an|be|ver|um|auf|hoch|ein|vor|gewinn|verlust|erfolgs)rechnung$|(?:be|av|af|om|ud|ut)regning$"
    r"|(?:be|av|om|ut|upp)räkning$|kredit|credit|pro ?forma|storno|korrektur|förskott"
    r"|p[åa]minnelse|rykker|purre|mahn|gutschrift",
    re.IGNORECASE,
)
_MANY_MEANINGS = frozenset({"receipt", "order", "quote", "statement", "delivery_note"})
# Of these the names that mean nothing else: a till's and a customer's, and the simplified invoice.
_PLAIN = re.compile(
    r"(?:kassen|kunden|kassa|kasse)\w+|till receipt|simplified .+|.+ simplificada|forenklet .+|förenklad .+"
    r"|faktura uproszczona|vereenvoudigde .+|zjednodušený .+|ticket de caisse|paragon fiskalny",
    re.IGNORECASE,
)


def parse_document_type(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The kind of document that ``text`` names, in any of the languages that we read.

    Of several kinds the rarer one speaks: a "credit note for invoice 12" is a credit note.

    Raises:
        ValueUnreadable: when it names none.
    """
    exact = text.strip().lower()
    if exact in _PHRASES:
        return ParsedValue(exact)
    named = {value for _, _, value in find_phrases(plain(text), _index())}
    for kind in _PHRASES:
        if kind in named:
            return ParsedValue(kind)
    raise unreadable("kind of document", text)


def find_document_types(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All names of kinds of document in plain ``text``; weak where the word often means something else.

    A name within a longer one of another kind is none: a "simplified tax invoice" is a receipt.
    """
    reach, longest = 0, ""
    for start, end, value in sorted(find_phrases(text, _index()), key=lambda found: (found[0], -found[1])):
        if end <= reach and value != longest:
            continue
        if end > reach:
            reach, longest = end, value
        heading = text[start:end].isupper() or text[start].isupper()
        is_title = text[start:end].isupper() and text[start:end] not in _SHORT
        is_plain = is_title or _PLAIN.fullmatch(text, start, end) is not None
        weak = not heading or (value in _MANY_MEANINGS and not is_plain)
        yield TextMatch(start, end, ParsedValue(value), weak)
    for match in _COMPOUND.finditer(text):
        if _NO_BILL.search(match[0]) is None and folded(match[0]) not in _index():
            # A noun within a sentence is a capital too in German.
            is_title = match[0][0].isupper() and not any(map(str.islower, text[: match.start()]))
            yield TextMatch(match.start(), match.end(), ParsedValue("invoice"), not is_title)
    for match in _SPACED.finditer(text):
        joined = match[0].replace(" ", "")
        for name in (joined, joined[:-1]):  # "H O N O R A R N O T E N r."
            if any(end - start == len(name) for start, end, _ in find_phrases(name, _index())):
                yield TextMatch(match.start(), match.end(), parse_document_type(name))
                break


@cache
def _index() -> PhraseIndex:
    return index_phrases(_PHRASES)
