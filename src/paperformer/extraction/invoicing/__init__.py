"""From an answer to an invoice in the terms of EN 16931, and to the e-invoice in UBL, CII or Factur-X."""
