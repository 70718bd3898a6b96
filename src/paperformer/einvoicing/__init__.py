"""E-invoices out: the normal form of EN 16931, written as UBL, CII and Factur-X, and validated."""
