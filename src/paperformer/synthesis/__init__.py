"""Invoices and receipts of our own making, with exact truth for every printed word.

``content`` invents what a document says, ``layout`` places it, ``draw`` puts it on paper, ``corpus`` writes
it down word by word, ``wear`` turns a clean page into a phone photo.
"""
