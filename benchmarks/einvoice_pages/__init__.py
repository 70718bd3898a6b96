"""E-invoices drawn as pages, with a record of every term that a page prints."""
