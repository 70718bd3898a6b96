"""The formats of books, named apart from what writes them: the command line names them in every run."""

from typing import Literal

FormatName = Literal["datev", "beancount", "hledger"]
