"""Words and shapes by which a document gives its country away: the tables of ``homeland``.

Each shape is a pattern by itself that captures nothing. Case matters: "moms" in English prose is no tax.
"""

from __future__ import annotations

from collections.abc import Mapping

# Country, or several with a space between them -> shapes.
Shapes = Mapping[str, tuple[str, ...]]

# What one country alone prints on its invoices and receipts.
LABELS: Shapes = {
    "AT": (r"\bATU[0-9]{8}\b", r"\bUID-Nr", r"\bFN ?[0-9]{5,6} ?[a-z]\b"),
    "AU": (r"\bABN\b", r"\bA\.B\.N"),
    "BE": (r"\bRPR\b", r"\bRPM\b", r"\bOndernemingsnr", r"\bBTW BE\b", r"\bTVA BE\b"),
    "BG": (r"\bЕИК\b", r"\bДДС\b"),
    "BR": (r"\bCNPJ\b", r"\bCPF\b", r"\bNFC-e\b"),
    "CA": (r"\bHST\b", r"\bTVQ\b", r"\bT\.V\.Q", r"\bQST\b", r"\b[0-9]{9} ?RT ?[0-9]{4}\b"),
    "CH": (r"\bMWST-Nr", r"\bMwSt-Nr\.? CHE", r"\bCHE-[0-9]{3}"),
    "CN": (r"发票", r"微信", r"支付宝", r"人民币", r"北京", r"上海", r"广州", r"深圳", r"\bRMB\b"),
    "CZ": (r"\bIČO\b", r"\bDIČ\b"),
    "DE": (r"\bUSt-?Id", r"\bUSt\.-Id", r"\bAmtsgericht\b", r"\bHRB\b", r"\bHandelsregister\b",
        r"\bSteuer-?[Nn](?:umme)?r\b", r"\bSt\.? ?-?Nr", r"\bKUNDENBELEG\b"),
    "DK": (r"\bCVR\b", r"\bSE-nr\b", r"\bFI-?kort", r"\bBetalingsservice\b", r"\bDankort\b"),
    "EE": (r"\bKMKR\b", r"\bRegistrikood\b", r"\bKäibemaks"),
    "ES": (r"\bC\.?I\.?F\.?:", r"\bN\.?I\.?F\.?:? ?[A-Z]-?[0-9]", r"\bFactura simplificada\b"),
    "FI": (r"\bY-tunnus\b", r"\bALV\b", r"\bViitenumero\b"),
    "FR": (r"\bSIRET\b", r"\bSIREN\b", r"\bR\.?C\.?S\b", r"\bN° ?TVA\b", r"\bCEDEX\b"),
    "GB": (
        r"\bVAT (?:Reg(?:istration)? )?(?:No|Number|Nr)\b.{0,4}[0-9]{3} ?[0-9]{4} ?[0-9]{2}\b",
        r"\bSort [Cc]ode\b", r"\bCompanies House\b"),
    "GR": (r"\bΑΦΜ\b", r"\bAΦM\b", r"\bΦΠΑ\b", r"\bΦ[ΠN∩]A\b", r"\bΔ\.?Ο\.?Υ\b", r"\bΔOY\b"),
    "HK": (r"香港", r"九龍", r"新界", r"八達通", r"\bOctopus\b"),
    "HR": (r"\b(?:OIB|Oib)\b", r"\bZKI\b", r"\bJIR\b"),
    "HU": (r"\badószám\b", r"\bÁFA\b", r"\bNyugta\b"),
    "IE": (r"\bEircode\b", r"\bVAT.{0,8} [0-9]{7}[A-W][A-I]?\b"),
    "IN": (r"\bGSTIN\b", r"\bCGST\b", r"\bSGST\b"),
    "IS": (r"\bVSK\b", r"\b[Kk]t\.? ?[0-9]{6} ?- ?[0-9]{4}\b"),
    "IT": (r"\bP\. ?IVA\b", r"\bPartita IVA\b", r"\bCod(?:ice|\.) ?[Ff]iscale\b"),
    "JP": (r"消費税", r"領収", r"お釣", r"合計.{0,4}円"),
    "KR": (r"사업자", r"부가세"),
    "LT": (r"\bPVM\b", r"\bĮm\. ?kodas\b"),
    "LV": (r"\bPVN\b",),
    "MY": (r"\bS[DO]N\.? ?BHD\b", r"\bSdn\.? Bhd\b", r"\bJALAN\b", r"\bJLN\b", r"\bSELANGOR\b",
        r"\bJOHOR\b", r"\bKUALA LUMPUR\b", r"\bGST (?:REG|ID) NO\b.{0,6}00[0-9]{10}",
        r"\bSST\b.{0,12}[0-9]", r"\b[Mm]alaysia\b", r"\bM\) BHD\b"),
    "MX": (r"\bRFC\b", r"\bCFDI\b", r"\bCLABE\b", r"\bS\.?A\.? de C\.?V\b"),
    "AR": (r"\bC\.?U\.?I\.?T\b", r"\bCAE\b", r"\bIngresos Brutos\b"),
    "CL": (r"\bR\.?U\.?T\.? ?:? ?[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9Kk]\b",),
    "CO": (r"\bNIT\b.{0,4}[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}\b", r"\bDIAN\b"),
    "PE": (r"\bR\.?U\.?C\.? ?:? ?(?:10|20)[0-9]{9}\b", r"\bSUNAT\b"),
    "NL": (r"\bKvK\b", r"\bKVK\b", r"\bK\.v\.K\b", r"\bBTW-?nr\.? ?NL", r"\biDEAL\b"),
    "NO": (r"\bMVA\b", r"\bForetaksregisteret\b", r"\bKID\b", r"\bBankAxept\b",
        r"\bOrg\.? ?nr\.?:? ?(?:NO ?)?[89][0-9]{2} ?[0-9]{3} ?[0-9]{3}\b"),
    "NZ": (r"\bNZBN\b",),
    "PL": (r"\bPTU\b", r"\bNIP\b", r"\bREGON\b", r"\bPARAGON FISKALNY\b"),
    "PT": (r"\bNIPC\b", r"\bContribuinte\b", r"\bATCUD\b"),
    "RO": (r"\bC\.?U\.?I\b", r"\bBON FISCAL\b"),
    "RS": (r"\bПИБ\b", r"\bPIB\b"),
    "RU": (r"\bИНН\b", r"\bНДС\b"),
    "SE": (r"\bBankgiro\b", r"\bPlusgiro\b", r"\bF-skatt",
        r"\bO(?:rg|RG)\b[^0-9]{0,9}[0-9]{6} ?- ?[0-9]{4}\b", r"\b(?:55|16)[0-9]{4} ?- ?[0-9]{4}\b",
        r"\bÖresavrundning\b"),
    "SG": (r"\bUEN\b", r"\bPTE\.? ?LTD\b"),
    "SI": (r"\bDDV\b",),
    "SK": (r"\bIČ DPH\b",),
    "TH": (r"ภาษี",),
    "TR": (r"\bKDV\b", r"\bTOPKDV\b", r"\bVKN\b"),
    "TW": (r"統一編號", r"台灣", r"臺灣"),
    "UA": (r"\bЄДРПОУ\b", r"\bПДВ\b"),
    "US": (r"\bEIN\b.{0,3}[0-9]{2}-[0-9]{7}\b", r"\bSales Tax\b", r"\bZIP\b", r"\bRemit to\b"),
    "ZA": (r"(?<![\w/])(?:19|20)[0-9]{2}/[0-9]{6}/[0-9]{2}(?![\w/])",),
}  # fmt: skip

# Currencies whose sign or code a supplier seldom prints abroad.
MONEY: Shapes = {
    "CZ": (r"\bKč\b", r"\bCZK\b"),
    "PL": (r"\bzł\b", r"\bPLN\b"),
    "HU": (r"\bHUF\b", r"[0-9] ?Ft\b"),
    "CH": (r"\bCHF\b", r"\bSFr\b"),
    "SE": (r"\bSEK\b",),
    "NO": (r"\bNOK\b",),
    "DK": (r"\bDKK\b",),
    "GB": (r"£", r"\bGBP\b"),
    "HR": (r"\bHRK\b", r"[0-9] ?[Kk]n\b", r"\b(?:KN|kn):? ?[0-9]"),
    "RO": (r"\bRON\b", r"[0-9] ?lei\b"),
    "BG": (r"\bBGN\b", r"\bлв\b"),
    "RS": (r"\bRSD\b",),
    "CN": (r"\bCNY\b", r"\bRMB\b"),
    "IL": (r"₪",),
    "KR": (r"₩",),
    "TH": (r"฿", r"\bTHB\b"),
    "ID": (r"\bRp\.? ?[0-9]",),
    "PH": (r"₱", r"\bPHP\b"),
    "VN": (r"₫", r"\bVND\b"),
    "RU": (r"₽",),
    "UA": (r"₴",),
    "MY": (r"\bRM ?[0-9]", r"\bMYR\b"),
    "ZA": (r"(?<![\w.,/-])R[0-9]{1,3}(?:[ ,][0-9]{3})*[.,][0-9]{2}(?![0-9])", r"\bZAR\b",
        r"(?<![\w.,/-])R [0-9]{1,3}(?: [0-9]{3})+[.,][0-9]{2}(?![0-9])"),
    "SG": (r"\bSGD\b", r"\bS\$"),
    "AU": (r"\bAUD\b", r"\bA\$"),
    "CA": (r"\bCAD\b", r"\bC\$"),
    "IN": (r"₹", r"\bINR\b"),
    "JP": (r"\bJPY\b",),
    "BR": (r"\bR\$",),
    "TR": (r"₺",),
    "NZ": (r"\bNZD\b", r"\bNZ\$"),
    "HK": (r"\bHK\$", r"\bHKD\b"),
    "US": (r"\bUSD\b", r"\bUS\$"),
}  # fmt: skip

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
POSTCODES: Shapes = {
    "US": (rf"\b(?:{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?\b",),
    "GB": (r"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",),
    "CA": (r"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]\b",
        r"\b(?:BC|AB|MB|ON|NS|NB|QC|Qc|NL|PE|SK|YT|YK),? [ABCEGHJ-NPRSTVXY][0-9][A-Z]"),
    "NL": (r"\b[1-9][0-9]{3} ?[A-Z]{2} +[A-Z]",),
    "PL": (r"\b[0-9]{2}-[0-9]{3} [A-ZŁŚŻ]",),
    "PT": (r"\b[0-9]{4}-[0-9]{3} [A-ZÁÉÓ]",),
    "SE": (r"\b(?:SE?-)[0-9]{3} ?[0-9]{2}\b",),
    "BE": (r"\bBE?-[1-9][0-9]{3}\b",),
    "LU": (r"\bL-[0-9]{4}\b",),
    "GR": (r"\bGR-? ?[0-9]{3} ?[0-9]{2}\b",),
    "HR": (r"\bHR-[0-9]{5}\b",),
    "JP": (r"〒",),
    "DE": (r"\bD(?:E)?-[0-9]{5}\b",),
    "AT": (r"\bA(?:T)?-[0-9]{4}\b",),
    "CH": (r"\bCH-[0-9]{4}\b",),
    "FR": (r"\bF(?:R)?-[0-9]{5}\b",),
    "DK": (r"\bDK-[0-9]{4}\b",),
    "NO": (r"\bNO?-[0-9]{4}\b",),
    "FI": (r"\bFIN?-[0-9]{5}\b",),
    "IE": (
        r"\b(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[0-9AC-FHKNPRTV-Y]{4}\b",
        r"\b(?:Co\.?|County) (?:Carlow|Cavan|Clare|Cork|Donegal|Dublin|Galway|Kerry|Kildare|Kilkenny|Laois"
        r"|Leitrim|Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Waterford"
        r"|Westmeath|Wexford|Wicklow)\b",
    ),
    "LT": (r"\bLT-[0-9]{5}\b",),
    "LV": (r"\bLV-[0-9]{4}\b",),
    "IT": (r"\bI(?:T)?-[0-9]{5}\b",),
}  # fmt: skip

# "Tax 2.01" is American; a service tax, the tax on goods and services and others are of other countries.
_NOT_OF_OTHERS = (
    "".join(
        rf"(?<!(?i:{kind}) )"
        for kind in ("service", "services", "added", "sales", "luxury", "income", "output")
    )
    + "(?<!/)"
)
# A tax of one name has its own rate in each country; of shapes at one place the first is taken.
_GST_AT, _PER_CENT = r"\bGST\b[ :@(]*", r"(?:[.,]0+)? ?%"
# What neighbours in language or law share: a tax, the legal form of a company, the word for a street.
TAXES: Shapes = {
    "DE AT CH LI": (r"\b(?:inkl\. ?)?M(?:w|W)(?:St|ST|st)\b", r"\bUSt\b", r"\bMehrwertsteuer\b"),
    "SE DK": (r"\b[Mm]oms\b", r"\bMOMS\b"),
    "NO": (r"\b[Mm]va\b",),
    "NL BE": (r"\bBTW\b", r"\bbtw\b"),
    "FR BE LU CH RO": (r"\bTVA\b", r"\bT\.V\.A"),
    "FR BE LU": (r"\bTTC\b", r"\bT\.T\.C"),
    "ES IT PT MX AR CL CO CH": (r"\bIVA\b", r"\bI\.V\.A"),
    "HR RS BA ME": (r"\bPDV\b",),
    "CZ SK": (r"\bDPH\b",),
    "CA IN": (rf"{_GST_AT}5{_PER_CENT}",),
    "IN": (rf"{_GST_AT}(?:12|18|28){_PER_CENT}",),
    "AU": (rf"{_GST_AT}10{_PER_CENT}",),
    "NZ": (rf"{_GST_AT}15{_PER_CENT}",),
    "SG": (rf"{_GST_AT}[789]{_PER_CENT}",),
    "MY": (rf"{_GST_AT}6{_PER_CENT}",),
    "AU NZ SG IN CA MY": (r"\bGST\b",),
    "CA": (r"\bPST\b", r"\bPLT\b", r"\bTPS\b", r"\bT\.P\.S"),
    "GB IE": (r"\bVAT N(?:o|umber)\b",),
    "US CA": (r"\bGratuity\b", r"\bTip\b", r"\bTIP\b", r"\bZip Code\b"),
    "US": (
        r"\b(?:State|City|County|Local|[A-Z]{2}) Tax\b",
        rf"\b{_NOT_OF_OTHERS}(?:Tax|TAX)(?: ?\(?[0-9][0-9.]* ?%\)?)? ?:? *\$? ?[0-9]+\.[0-9]{{2}}(?![0-9%])",
    ),
    "HK SG GB": (r"\bService Charge\b",),
}  # fmt: skip
FORMS: Shapes = {
    "SE FI": (r"\b(?<=\w )AB\b",),
    "DE AT CH": (r"\bG(?:mb|MB)H\b",),
    "DE": (r"\be\.K\.", r"\bUG \(haft", r"\bOHG\b"),
    "HR SI RS BA": (r"\b[dD]\. ?[oO0]\. ?[oO0]\.", r"\bd\.d\."),
    "CZ SK": (r"\bs\. ?r\. ?[o0]\.", r"\bspol\. s"),
    "PL": (r"\b[Ss][Pp]\.? ?[Zz] ?[Oo]\.? ?[Oo]\b",),
    "ES": (r"\bS\.?L\.?U?\b",),
    "FR": (r"\bSARL\b", r"\bSASU?\b"),
    "NL BE": (r"\bB\.V\.", r"\b(?<=\w )BV\b"),
    "DK": (r"\bApS\b", r"\bA/S\b"),
    "NO": (r"\b(?<=\w )AS\b",),
    "FI": (r"\bOyj?\b", r"\bOY\b"),
    "IT": (r"\bS\.?p\.?A\b", r"\b[Ss]\.r\.l\b"),
    "GB IE HK NZ": (r"\bLtd\b", r"\bLimited\b"),
    "GB IE": (r"\b(?:PLC|plc)\b",),
    "US": (r"\bLLC\b", r"\bInc\b"),
    "AU": (r"(?<!\()\bPty\b", r"(?<!\()\bPTY\b"),
    "ZA": (r"\((?:Pty|PTY)\) ?(?:Ltd|LTD|Limited)",),
    "EE": (r"\bOÜ\b",),
    "LT": (r"\bUAB\b",),
    "LV": (r"\bSIA\b",),
    "HU": (r"\bKft\b", r"\bZrt\b"),
    "RO": (r"\bS\.?C\. ",),
    "PT BR": (r"\bL(?:da|DA|tda|TDA)\b",),
    "TR": (r"\bA\.Ş", r"\bŞTİ\b", r"\bLtd\. Şti"),
    "GR CY": (r"\b[AΑ]\.?[EΕ]\.?[EΕ]\b", r"\b[IΙ]\. ?[KΚ]\. ?[EΕ]\b"),
}  # fmt: skip
STREETS: Shapes = {
    "FR BE CA CH": (r"\b(?:[Rr]ue|RUE) (?:de|du|des|la|DE|DU|DES|LA|[A-Z])",),
    "ES": (r"\b(?:Calle|CALLE|Avda|Carrer|Paseo) ", r"\bC/ ?[A-Z]"),
    "IT CH": (r"\b(?:Via|VIA|Viale|Piazza|Corso) [A-Z]",),
    "PT BR": (r"\b(?:Rua|RUA|Avenida) ",),
    "PL": (r"\bul\. ?[A-ZŁŚŻ]", r"\bal\. ?[A-ZŁŚŻ]"),
    "US CA": (r"\b(?:Blvd|BLVD|Suite|STE|Hwy)\b",),
    "EE": (r"\b(?:tn|mnt|pst)\b",),
    "HR SI RS": (r"\b(?:[Uu]lica|Trg) ",),
    "HU": (r"\b(?:utca|út|tér)\b",),
    "RO": (r"\b[Ss]tr\. [A-Z]",),
    "TR": (r"\b(?:Cad|CAD|Sok|SOK|Mah|MAH)\b",),
}  # fmt: skip
# Ends of words before a house's number: Hauptstraße 5, Storgatan 12.
STREET_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("strasse", "straße", "platz", "gasse", "allee"), "DE AT CH"),
    **dict.fromkeys(("gatan", "vägen", "torget", "gränd"), "SE"),
    **dict.fromkeys(("gata", "veien", "gaten"), "NO"),
    **dict.fromkeys(("gade", "stræde"), "DK"),
    **dict.fromkeys(("katu", "kuja"), "FI"),
    **dict.fromkeys(("straat", "laan", "plein", "kade", "gracht"), "NL BE"),
}
# How the tills of some countries speak English: a bill is a check, and what is added to the prices is "tax".
TILLS: Shapes = {
    "US CA": (
        r"\b(?:Check|CHECK) ?(?:#|:|Closed|CLOSED)",
        r"\b(?:Guests|GUESTS|Guest Count|Server|SERVER) ?:",
        r"\b(?i:survey) (?:at|on|[Cc]ode|CODE|ID)\b",
    ),
}  # fmt: skip
# Signs and names of money that several countries share.
SIGNS: Shapes = {
    "US CA AU NZ HK SG TW MX": (r"\$",),
    "SE NO DK IS": (r"\b[Kk]r\b",),
    "CN JP": (r"[¥￥]",),
    "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK": (r"€", r"\bEUR\b", r"\b[Ee]uro\b"),
}  # fmt: skip
# Numbers of telephones as they are grouped at home: North America's, Britain's.
PHONES: Shapes = {
    "US CA": (r"\(?\b[2-9][0-9]{2}\)?[ .-]?[2-9][0-9]{2}[-.][0-9]{4}\b",),
    "GB": (r"\b0[0-9]{3} [0-9]{3} [0-9]{4}\b", r"\b020 [0-9]{4} [0-9]{4}\b"),
}  # fmt: skip
