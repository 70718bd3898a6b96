"""Why a document could not be read, as a sentence with a code; the text alone is English."""

from __future__ import annotations

import re

from paperformer.service.sentences import CAUSE, Sentence, sentence

_NUMBER = r"(?P<limit>\d[\d,]*)"
# Of the whole text but for its remedy, by the code of the sentence; the first that fits: what holds files
# may say of each why it cannot be read. Groups are values of the sentence.
_REASONS = tuple(
    (code, re.compile(rf"(?:{pattern})(?:\. .*)?", re.DOTALL))
    for pattern, code in (
        (r".+ is an? .+ without a file that can be read", "holds_nothing_readable"),
        (r".+ is empty", "file_empty"),
        (r".+ is (?:an office|an old office|an RTF) document", "office_document"),
        (r".+ is an? (?P<kind>\S+) archive", "other_archive"),
        (r".+ is a web page", "web_page"),
        (r".+ is XML, but no e-invoice that is read: .*", "no_einvoice"),
        (r".+ is (?:a text file|of no kind that can be read)", "unknown_kind"),
        (r"page (?P<page>\d+) of .+ is (?:a )?damaged.*", "page_damaged"),
        (r".+ is (?:a damaged (?:or truncated|signed|mail)|damaged: reading it crashed).*", "file_damaged"),
        (rf".+ has (?:[\d,]+|more than) pages, the limit is {_NUMBER}", "too_many_pages"),
        (rf".+ has more than {_NUMBER} pages", "too_many_pages"),
        (rf".+ has more than {_NUMBER} bytes", "too_many_bytes"),
        (rf"page (?P<page>\d+) of .+ pixels, the limit is {_NUMBER}", "too_many_pixels"),
        (r".+ takes more than \S+ seconds(?: a page)? to read", "takes_too_long"),
        (r".+ takes more than [\d,]+ MB of memory to read", "takes_too_much_memory"),
        (r".+ is (?:a mail|an Outlook message) without attached files and without text", "mail_empty"),
        (r".+ is an empty ZIP archive", "archive_empty"),
        (r".+ cannot be unpacked", "not_unpacked"),
        (r".+ asks for a password", "asks_password"),
        (r".+ belongs to the e-invoice", "of_einvoice"),
        (r".+ has no pages", "no_pages"),
        (r".+ is a mailbox of several mails", "several_mails"),
        (r".+ is a mail whose parts are nested too deeply", "nested_too_deeply"),
        (rf".+ holds more than {_NUMBER} files", "too_many_files"),
        (r".+ is a signature without the file that it signs", "signature_alone"),
        (r"The process that read it died \d+ times, .*", "reading_died"),
        (r".+ met an error in Paperformer itself: .*", "reading_met_error"),
    )
)


def reason_of(detail: str) -> Sentence | None:
    """The sentence that says the same as the text of an error; None where there is none for it."""
    for code, pattern in _REASONS:
        if (match := pattern.fullmatch(detail)) is not None:
            return sentence(code, **{name: text.replace(",", "") for name, text in match.groupdict().items()})
    return None


def reason_of_inside(name: str, reason: str) -> Sentence | str:
    """Why a file inside of another was not read, with a code where there is one.

    Args:
        name: Of the file.
        reason: In words that follow the name.
    """
    found = reason_of(f"{name} {reason}")
    return reason if found is None else Sentence(found.code, found.values, reason)


def error_sentence(name: str, english: str) -> Sentence:
    """An error by its name, with the reason inside of it where that has a code.

    Args:
        name: Of the error.
        english: What it says.
    """
    reason = reason_of(english)
    values = {} if reason is None else {CAUSE: reason.code, **reason.values}
    return Sentence(name, values, english)
