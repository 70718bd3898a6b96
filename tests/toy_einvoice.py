"""The least e-invoice that says something."""


def ubl(number: int, description: str = "Bult M8") -> str:
    """Invoice ``N-{number}`` of Kvarn AB in Uppsala, of one line."""
    cbc = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
    cac = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    return f"""<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="{cbc}"
      xmlns:a="{cac}"><b:ID>N-{number}</b:ID><b:IssueDate>2024-03-01</b:IssueDate>
      <a:AccountingSupplierParty><a:Party><a:PostalAddress><b:StreetName>Kvarngatan 3</b:StreetName>
      <b:CityName>Uppsala</b:CityName><a:Country><b:IdentificationCode>SE</b:IdentificationCode></a:Country>
      </a:PostalAddress><a:PartyLegalEntity><b:RegistrationName>Kvarn AB</b:RegistrationName>
      </a:PartyLegalEntity></a:Party></a:AccountingSupplierParty><a:InvoiceLine>
      <b:InvoicedQuantity unitCode="C62">2</b:InvoicedQuantity>
      <b:LineExtensionAmount currencyID="SEK">25.00</b:LineExtensionAmount>
      <a:Item><b:Name>{description}</b:Name></a:Item>
      <a:Price><b:PriceAmount currencyID="SEK">12.50</b:PriceAmount></a:Price>
      </a:InvoiceLine></Invoice>"""
