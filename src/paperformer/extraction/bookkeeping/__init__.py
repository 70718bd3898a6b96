"""From invoices to entries of the books: batches for DATEV, journals for beancount and hledger."""
