"""Tables on pages: the lines of a purchase and the VAT per rate, rows grouped and their columns read."""
