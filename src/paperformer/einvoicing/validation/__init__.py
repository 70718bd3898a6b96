"""E-invoices checked against their XML schema and the rules of EN 16931."""
