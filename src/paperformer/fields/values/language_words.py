"""Words that give a language away: function words and what invoices and receipts are full of.

Written by hand; a word that several languages share counts less (see ``language.py``).
"""

from __future__ import annotations

from functools import cache

# Words of one letter are left out: codes and columns of receipts are full of them.
_WORDS = {
    "en": "the of and to for with in an it was has have will may any all or who which there their one two"
    " from this that is are your you our we by not on at no please if be payment invoice date due number"
    " amount total tax subtotal quantity price unit description bill paid thank order customer address"
    " phone cash change card receipt balance terms account discount item delivery shipping company within"
    " days net vat gst bank ship qty rate sales invoiced",
    "de": "der die das und von mit für auf zu zum zur bei nach ist sind nicht wir sie ihre ihr unser den"
    " dem des ein eine oder rechnung rechnungsnummer rechnungsdatum datum betrag summe gesamt"
    " gesamtbetrag mwst ust steuer netto brutto menge preis einzelpreis bezeichnung kunde kundennummer"
    " lieferung zahlbar zahlung innerhalb tagen konto bank straße str gmbh seite vielen dank bar beleg"
    " steuernummer lieferdatum stück fällig euro zwischensumme umsatzsteuer",
    "fr": "le la les des du de et pour par sur avec dans une est sont vous nous votre notre aux ce cette"
    " facture date montant total ttc ht tva quantité prix unitaire désignation client numéro échéance"
    " règlement paiement adresse siret siren payer somme commande livraison remise merci carte espèces"
    " taux avoir référence rue net conditions cedex nom banque",
    "es": "el la los las de del para por con en una es son su sus nuestro no al factura fecha importe"
    " total iva base imponible cantidad precio descripción cliente número vencimiento pago dirección cif"
    " nif forma transferencia gracias efectivo tarjeta pedido albarán descuento concepto calle cuota"
    " unidades teléfono cuenta venta ticket euros",
    "it": "il lo la gli le di del della dei per con da in un una è sono non al alla fattura data importo"
    " totale iva imponibile quantità prezzo descrizione cliente numero scadenza pagamento indirizzo"
    " partita codice fiscale via bonifico grazie contanti resto carta ordine sconto aliquota documento"
    " sede legale spese trasporto banca euro scontrino",
    "nl": "de het een en van voor met op te aan bij is zijn niet wij uw ons onze naar factuur factuurnummer"
    " factuurdatum datum bedrag totaal btw exclusief inclusief excl incl aantal prijs omschrijving klant"
    " klantnummer vervaldatum betaling binnen dagen rekening rekeningnummer kvk straat graag onder vermelding"
    " dank contant betaald bon stuks subtotaal telefoon te betalen bestelling",
    "sv": "och att det som på för av är med till den ett en inte från vi ni er vår våra eller om faktura"
    " fakturanummer fakturadatum datum förfallodatum belopp summa totalt moms varav antal pris benämning"
    " kund kundnummer betalning betala dagar oss tillhanda bankgiro plusgiro ocr organisationsnummer"
    " godkänd skatt dröjsmålsränta kvitto kort kontant tack leverans referens öresavrundning adress",
    "da": "og at det som på for af er med til den et en ikke fra vi jer vores eller om faktura fakturanummer"
    " fakturadato dato forfaldsdato beløb sum total moms heraf antal pris varenr beskrivelse kunde kundenr"
    " betaling betalingsbetingelser betales dage bank reg konto kontonr cvr indbetaling rykker gebyr"
    " bon dankort kontant tak levering ialt subtotal side enhed rabat netto forfald beløbet",
    "nb": "og det som på for av er med til den et en ikke fra vi dere vår våre eller om faktura fakturanummer"
    " fakturadato dato forfallsdato beløp sum totalt mva herav antall pris varenr beskrivelse kunde kundenr"
    " betaling betales dager bank kontonr kontonummer kid orgnr organisasjonsnummer foretaksregisteret"
    " purregebyr forsinkelsesrente kvittering bankkort kontant takk levering side enhet rabatt netto forfall"
    " beløpet leveringsdato",
    "fi": "ja on ei se että tai sekä kun lasku laskun laskunumero päiväys päivämäärä eräpäivä summa"
    " yhteensä alv veroton verollinen vero määrä hinta yksikköhinta kuvaus asiakas asiakasnumero maksaja"
    " saaja saajan tilinumero viitenumero viite maksuehto maksu pankki y-tunnus puhelin kpl netto euroa"
    " pvm kuitti kortti käteinen kiitos toimitus viivästyskorko osoite tilaus sähköposti oy",
    "pl": " na do od za nie jest dla oraz przez po ul faktura nr numer data wystawienia sprzedaży sprzedawca"
    " nabywca nazwa ilość cena netto brutto wartość kwota stawka vat razem zapłaty termin płatności przelew"
    " nip regon konto bank słownie zł zapłacono gotówka karta paragon suma jm szt podatek usługi towaru"
    " należności adres",
    "pt": " os as de do da dos das para por com em um uma não no na ao que são factura fatura data valor"
    " total iva quantidade preço descrição cliente número vencimento pagamento morada contribuinte nif"
    " subtotal desconto obrigado recibo dinheiro cartão troco taxa incidência euros documento processado"
    " programa certificado encomenda rua telefone",
    "cs": " na do od za je se pro nebo podle ze dne faktura číslo datum vystavení splatnosti zdanitelného"
    " plnění dodavatel odběratel název množství cena celkem dph základ sazba částka kč úhradě forma úhrady"
    " převodem účet účtu banka ičo dič variabilní symbol konstantní doklad daňový ks hotově karta účtenka"
    " platby objednávka děkujeme telefon",
    "et": "ja on ei see et või kui arve arve-saatelehe number kuupäev maksetähtaeg tähtaeg summa kokku"
    " käibemaks käibemaksuta km kmkr kogus hind ühik nimetus kirjeldus klient ostja müüja saaja tasuda"
    " makstud viitenumber konto pank reg registrikood tk hinnaga viivis päevas aadress telefon tänu aitäh"
    " kviitung sularaha kaart teenus",
    "lt": "ir į iš su už prie ne yra ar kad nuo iki pagal sąskaita faktūra pvm serija data suma viso"
    " kiekis kaina pavadinimas prekės pirkėjas pardavėjas įmonės kodas mokėtojo adresas bankas sąskaitos"
    " apmokėti mokėjimo terminas eur vnt žodžiais išrašė gavo iš užsakymas nuolaida kvitas grynais"
    " kortele ačiū mokestis bendra tel",
    "lv": "un ir no ar par uz pie nav vai ka līdz pēc rēķins rēķina numurs datums summa kopā pvn daudzums"
    " cena nosaukums prece piegādātājs saņēmējs pircējs maksātājs reģ adrese banka konts kods apmaksas"
    " termiņš samaksai gab vārdiem izsniedza bez likme kvīts čeks skaidra nauda karte paldies pakalpojumi"
    " juridiskā preces",
    "hr": "nije ili iz račun računa broj datum vrijeme izdavanja dospijeća ukupno iznos cijena"
    " količina kol artikl naziv usluga porez pdv osnovica stopa poreza oib plaćanja način gotovina kartica"
    " platiti hvala kupac prodavatelj adresa ulica trg operater blagajna konobar stol popust sveukupno žiro"
    " narudžba kn",
    "hu": "és az egy nem van számla számlaszám kelte teljesítés fizetési határidő összesen nettó bruttó áfa"
    " mennyiség egységár megnevezés vevő eladó adószám fizetendő készpénz bankkártya nyugta köszönjük"
    " vásárlást db utca budapest kft átutalás összeg",
    "ro": " și de la în pentru din cu este nu factura factură data scadenței total tva cantitate preț valoare"
    " furnizor cumpărător client cod plată plata bon fiscal numerar card mulțumim lei buc strada sediul"
    " reg com cui banca cont",
    "sk": "sa pre alebo podľa zo dňa faktúra dátum vystavenia dodania dodávateľ"
    " odberateľ názov množstvo celkom spolu sadzba suma úhradu prevodom variabilný daňový hotovosť ďakujeme"
    " číslo splatnosti vystavil fakturujeme úhrady prevodným príkazom označenie dodávky konštantný symbol"
    " obchodný register okresného súdu oddiel vložka služby",
    "is": "og að sem er af við til með fyrir frá um ekki reikningur reikningsnúmer reikningsnr nr dagsetning"
    " dags gjalddagi eindagi upphæð samtals vsk án verð magn lýsing eining einingaverð greitt greiðist"
    " greiðandi kennitala kt sími viðskiptavinur heimilisfang banki takk komuna inn kvittun afsláttur"
    " eftirstöðvar vara",
    "bg": "и на за от по с не се фактура оригинал получател доставчик дата номер сума ддс данъчна основа"
    " стойност цена количество мярка адрес град издаване плащане начислен словом съставил получил общо касова"
    " бележка кредитно известие стоките услугите наименование начин срок",
    "sl": "in ali račun številka datum izdaje zapadlosti plačilo plačila skupaj znesek cena"
    " količina artikel naziv ddv osnova stopnja davčna kupec prodajalec gotovina kartica hvala blagajna"
    " popust nakup obisk",
    "tr": "ve bir bu için ile fatura fiş tarih tarihi saat toplam genel ara kdv tutar tutarı fiyat miktar"
    " adet ürün açıklama ödeme nakit kart kredi vergi dairesi no müşteri satıcı adres teşekkür ederiz kasa"
    " kasiyer vade sayın",
}

_LETTERS = {
    "de": "ß", "es": "ñ¿¡", "pl": "łżśąęźń", "cs": "řěů", "et": "õ", "lt": "ėųįū", "lv": "āēīķļņģ",
    "pt": "ãõ", "fr": "œèêç", "hr": "đćš", "hu": "őű", "ro": "țșă", "sk": "ľĺŕô", "tr": "ığş",
    "is": "ðþ", "da": "æø", "nb": "æø", "sv": "åäö", "fi": "äö",
}  # fmt: skip


@cache
def word_weights() -> dict[str, dict[str, float]]:
    """Word -> language -> its share of evidence: one over the number of languages that use it."""
    languages_of: dict[str, set[str]] = {}
    for language, words in _WORDS.items():
        for word in words.split():
            languages_of.setdefault(word, set()).add(language)
    return {word: dict.fromkeys(found, 1.0 / len(found)) for word, found in languages_of.items()}


@cache
def letter_languages() -> dict[str, tuple[str, ...]]:
    """A letter -> the languages it hints at."""
    letters = sorted({letter for letters in _LETTERS.values() for letter in letters})
    return {
        letter: tuple(language for language, own in _LETTERS.items() if letter in own) for letter in letters
    }


def detectable() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages that can be told apart."""
    return tuple(_WORDS)
