"""Sentences of the service for people: each has a code, by which a program puts it in another language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

CAUSE: Final = "cause"
"""The value that names the code of a sentence inside of another one; its values stand beside it."""

TEXTS: Final[Mapping[str, str]] = {
    # checks of values
    "total_is_net_and_vat": "The total is the net total plus the VAT",
    "due_is_total": "The amount due follows from the total",
    "net_is_sum_of_lines": "The net total is the sum of the lines",
    "vat_is_share_of_net": "The VAT can be a share of the net total",
    "due_at_most_total": "The amount due is at most the total",
    "rounding_is_small": "The rounding is small",
    "net_at_most_total": "The net total is at most the total",
    "digits_hold": "{field}: the check digits hold",
    "digits_fail": "{field}: the check digits do not hold",
    "days_in_order": "{last} is not before {first}",
    "line_multiplies": "Line {number}: quantity times price is the total",
    "lines_add_up": "The lines add up to a total ({sum})",
    "share_of_base": "{rate} % of {base} is {tax}",
    "vat_adds_up": "The VAT breakdown adds up to the total of the VAT",
    "bases_add_up": "The bases of VAT add up to the net total",
    # alerts
    "hidden_account": (
        "Page {page} hides text that names an account, {account}. Ask the supplier before you pay"
    ),
    "other_hidden_account": (
        "Page {page} hides text that names another account, {account}. Ask the supplier before you pay"
    ),
    "new_account": "The account {account} is new for {supplier}. Ask there before you pay",
    "einvoice_number_differs": (
        "The number of the e-invoice is {einvoice}, the page says {page}. Compare both before you pay"
    ),
    "einvoice_date_differs": (
        "The date of the e-invoice is {einvoice}, the page says {page}. Compare both before you pay"
    ),
    "einvoice_total_differs": (
        "The total of the e-invoice is {einvoice}, the page says {page}. Compare both before you pay"
    ),
    "einvoice_account_differs": (
        "The account of the e-invoice is {einvoice}, the page says {page}. Compare both before you pay"
    ),
    "einvoice_total_unprinted": (
        "The total of the e-invoice, {einvoice}, is printed on no page. Compare both before you pay"
    ),
    "einvoice_account_unprinted": (
        "The account of the e-invoice, {einvoice}, is printed on no page. Compare both before you pay"
    ),
    "receipts_on_page": ("Page {page} seems to hold {count} receipts; the values are those of one of them"),
    "document_begins": "Page {pages} seems to begin another document; the values are those of the first",
    "documents_begin": "Pages {pages} seem to begin other documents; the values are those of the first",
    "other_invoice": "{names} seems to be another invoice or receipt, which is not read here",
    "other_invoices": "{names} seem to be other invoices or receipts, which is not read here",
    "arrived_before": "The same document has arrived before. Do not pay it twice",
    "other_total": "Number {number} of {supplier} has arrived with another total, {total} {currency}",
    # notes
    "left_out": "Also in the file, and not read: {names}",
    "values_of_attached": "The values are those of the attached file {name}",
    "not_readable": "In the file, but not readable: {names}",
    "hidden_text": "Page {page} hides text: “{text}”",
    "text_off_page": "Text lies outside the page and was not read",
    "text_off_one_page": "Page {page}: text lies outside the page and was not read",
    "picture_too_small": (
        "Page {page} is too small a picture ({pixels} pixels) to be read surely. Ask for a better scan"
    ),
    "nothing_found_text": (
        "No likely value was found: it seems to be no invoice or receipt. Check that it is the right file"
    ),
    "nothing_found_picture": (
        "No likely value was found: the picture may be too poor, or it is no invoice or receipt. "
        "Ask for a better scan, or check that it is the right file"
    ),
    "nothing_found_script": (
        "No likely value was found: the model has not learned the script. Enter the values yourself"
    ),
    # why a document was left as it is
    "gone": "There is no such document",
    "not_read": "It is not read",
    "confirmed_already": "It is confirmed already",
    "changed_just_now": "Somebody else has changed it just now",
    "field_empty": "{field} is empty",
    "field_less_sure": "{field} is less sure than {least}",
    "check_fails": "Does not hold: {cause}",
    "value_refused": "{field}: {cause}",
    "cell_refused": "{field}, row {row}, {cell}: {cause}",
    "value_unreadable": "{text} is no value of this type ({type})",
    "values_several": "{text} holds several values",
    "too_many_tags": "It would have more than {most} tags",
    "queue_full": "Too many documents are waiting to be read",
    "pages_elsewhere": "Its pages are part of another document. Confirm that one",
    # why a document could not be read
    "file_empty": "It is empty. Check that it was copied or downloaded completely",
    "office_document": "It is an office document. Save it as PDF first",
    "other_archive": "It is a {kind} archive. Unpack it first",
    "web_page": "It is a web page. Print it to PDF first",
    "no_einvoice": "It is XML, but no e-invoice that is read",
    "unknown_kind": "It is of a kind that is not read. Send a PDF or a picture",
    "page_damaged": "Page {page} is damaged. Open the file in a viewer and save it anew",
    "file_damaged": "It is damaged. Fetch it again, or open it in a viewer and save it anew",
    "too_many_pages": "It has more than {limit} pages. Split it",
    "too_many_bytes": "It has more than {limit} bytes. Split it",
    "too_many_pixels": "Page {page} has more than {limit} pixels. Make it smaller",
    "takes_too_long": "Reading it takes too long. Split it",
    "takes_too_much_memory": "Reading it takes too much memory. Split it",
    "mail_empty": (
        "It is a mail without attached files and without text. Check that it was saved completely"
    ),
    "holds_nothing_readable": "It holds no file that can be read",
    "archive_empty": "It is an archive without files. Check how it was made",
    "no_pages": "It has no pages. Check how it was made",
    "several_mails": "It is a mailbox of several mails. Save each mail by itself",
    "nested_too_deeply": "It is a mail whose parts are nested too deeply. Save its attachments by themselves",
    "too_many_files": "It holds more than {limit} files. Unpack it",
    "signature_alone": "It is a signature without the file that it signs. Send that file",
    "not_unpacked": "It cannot be unpacked",
    "asks_password": "It asks for a password",
    "of_einvoice": "It belongs to the e-invoice",
    "own_pages_answer": "The pages of the file itself answer",
    "other_answers": "{name} answers",
    "reading_died": "The process that read it died several times. Send its pages one by one",
    "reading_met_error": "The service met an error of its own while it read it. Its log says more",
    # why a document cannot be read again, or joined
    "only_untouched": "Only a document that failed, or that nobody has corrected, can be read again",
    "would_lose_corrections": (
        "Only a document that failed, or that nobody has corrected, can be read again. "
        "`drop_corrections` reads it again all the same"
    ),
    "is_confirmed": "It is confirmed. Take the confirmation back first",
    "came_with_others": (
        "It came in one file with others. Read the document again that is named in `part_of`"
    ),
    "not_read_yet": "It is not read yet. Ask again in a moment",
    "is_joined": (
        "Its pages are part of another document, which is named in `joined_in`. Read that one again"
    ),
    "no_such_page": "It has no page {page} that could be turned",
    "join_needs_several": "One document cannot be joined with itself. Name several",
    "join_is_confirmed": "{name} is confirmed. Take the confirmation back first",
    "join_is_joined": "{name} is part of another document already, which is named in `joined_in`",
    "join_is_unread": "{name} is not read, so it has no pages that could be joined",
    "join_has_no_pages": "{name} has no pages that could be joined",
    "join_changed": "Somebody else has changed one of the documents just now. Look at them again",
    # problems
    "document_gone": "There is no such document. It may have been deleted",
    "document_unread": "The document is not read yet. Ask again in a moment",
    "document_failed": "The document could not be read",
    "changed_meanwhile": "{by} has changed this document meanwhile. Get its fields again, then save yours",
    "changed_by_somebody": (
        "Somebody else has changed this document meanwhile. Get its fields again, then save yours"
    ),
    "wrong_password": "{name} asks for another password. Check it",
    "send_later": "Too many documents are waiting to be read. Send this one again later",
    "asks_too_often": "This key asks more often than it may",
    "scope_missing": "This needs a key with the scope {scope}; this one has {has}",
    "key_not_valid": "The key is not valid. Make one with `paperformer keys create`",
    "too_many_keys": "Too many keys were tried from here",
    "too_large": "The body has more than {bytes} bytes. Send less, or split the document",
    "body_empty": "The body is empty. Send the file as the body, or as `file` of a form",
    "disk_full": "The disk of the service is full. Nothing was accepted; make room and send it again",
    "storage_fails": "The service cannot store or find anything now: {reason}. Try again in a moment",
    "own_error": "The service met an error of its own. Its log says more",
    "wrong_value": "{place}: {cause}",
    "wrong_missing": "It is missing",
    "wrong_unknown": "It is not known here. Leave it out",
    "wrong_too_long": "It may have at most {most} characters. Shorten it",
    "wrong_too_short": "It has to have at least {least} characters",
    "wrong_too_many": "It may have at most {most} entries. Send fewer",
    "wrong_too_few": "It has to have at least {least} entries",
    "wrong_too_small": "It may not be less than {least}",
    "wrong_too_large": "It may not be more than {most}",
    "wrong_not_above": "It has to be more than {least}",
    "wrong_not_below": "It has to be less than {most}",
    "wrong_choice": "It has to be one of {choices}",
    "wrong_commas": "It may have no commas and no line breaks",
    "wrong_line_breaks": "It may have no line breaks",
    "wrong_name": "It may have at most 64 letters, digits, dots, hyphens and underscores, and nothing else",
    "wrong_example": "It has to be such as {example}",
    "wrong_other": "It is not as it should be",
    "previews_busy": "Too many pictures of pages are being drawn. Ask for this one again in a moment",
    "inside_unreadable": "{name} cannot be read",
    "improvement_runs": "An improvement is running. Wait until it has ended",
}
"""The English sentences, without their full stop, by their codes. Codes stay; texts may change."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for people.

    Args:
        code: Which one it is, of ``TEXTS``; or the name of an error, whose sentence is then given.
        values: What it names: fields as in answers, amounts in normal form.
        english: The sentence, where it says more than its text.
    """

    code: str
    values: Mapping[str, str] = field(default_factory=dict)
    english: str | None = None

    def __str__(self) -> str:
        if self.english is not None:
            return self.english
        values = dict(self.values)
        if CAUSE in values:
            values[CAUSE] = TEXTS[values[CAUSE]].format_map(values)
        return TEXTS[self.code].format_map(values)


def sentence(code: str, **values: object) -> Sentence:
    """A sentence with its values."""
    return Sentence(code, {name: str(value) for name, value in values.items()})


def coded(detail: str | Sentence) -> dict[str, Any]:
    """The code and the values of a sentence that has them."""
    return {"code": detail.code, "values": dict(detail.values)} if isinstance(detail, Sentence) else {}
