"""Slovakia's payment code: Slovak Banking Association, "PAY by square specifications", versions 1.0 and 1.1.

Base32hex holds a header of two bytes (kind, version), the length, and a raw LZMA stream of that length: a
CRC-32 and fields between tabs.
"""

from __future__ import annotations

import base64
import lzma
import re
import zlib

from paperformer.fields.codes.statement import (
    Statement,
    account,
    amount,
    currency,
    day,
    given,
    reference,
    refused,
)

_CODED = re.compile(r"0[0-8]0[0-9A-V]{37,}", re.ASCII)  # kind 0, a version below 3, document 0
_HEADER, _CRC = 4, 4  # bytes
_MOST_BYTES = 4_096  # of the fields: a code of the largest kind holds far less
_COUNTS = tuple("123456789")  # of accounts
_FILTERS = [{"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 2, "dict_size": 1 << 17}]
_FIELDS = 12  # before the accounts
_STANDING_ORDER, _DIRECT_DEBIT = 4, 10  # fields of an extension, where a payment has it


def parse(text: str) -> Statement | None:
    """What the code asks to be paid; None where it is no PAY by square.

    The digits at its start are those of many codes: only the CRC tells that it is one.

    Raises:
        ValueUnreadable: when its fields are damaged.
    """
    coded = text.strip()
    fields = _fields(coded) if _CODED.fullmatch(coded) else None
    if fields is None:
        return None
    if len(fields) < _FIELDS or fields[1] != "1":
        raise refused("no payment, or several")
    number, _, _, money, unit, due, symbol, _, _, own_reference, _, count, *rest = fields
    iban, bic, name = _payee(count, rest)
    values = [account(iban), *given("bic", bic), *given("supplier_name", name)]
    if money.strip("0."):  # zero where the payer chooses
        values.append(amount("amount_due", money))
    if unit:
        values.append(currency(unit))
    if due:
        values.append(day("due_date", due, "%Y%m%d"))
    if reference_text := symbol or own_reference:
        values.append(reference(reference_text))
    values += given("document_number", number)
    return Statement("pay_by_square", tuple(values), asks=True)


def _payee(count: str, rest: list[str]) -> tuple[str, str, str]:
    """The first account, its bank, and the creditor's name, which version 1.0 has not."""
    if count not in _COUNTS:
        raise refused("no account")
    end = 2 * int(count)
    for size in (_STANDING_ORDER, _DIRECT_DEBIT):
        end += 1 + (size if rest[end : end + 1] == ["1"] else 0)
    if end > len(rest):
        raise refused("fewer fields than it announces")
    return rest[0], rest[1], "".join(rest[end : end + 1])


def _fields(coded: str) -> list[str] | None:
    """The fields of a code; None where it holds no stream with a CRC."""
    size = int.from_bytes(base64.b32hexdecode(coded[:8])[2:_HEADER], "little")
    if not _CRC < size <= _MOST_BYTES:
        return None
    try:
        data = base64.b32hexdecode(coded + "=" * (-len(coded) % 8))
    except ValueError:  # of its length: other codes of digits and letters
        return None
    try:
        # The stream has no end mark: the length bounds it, and a bomb yields no more.
        opened = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS).decompress(data[_HEADER:], size)
    except lzma.LZMAError:
        return None
    if len(opened) != size or zlib.crc32(opened[_CRC:]) != int.from_bytes(opened[:_CRC], "little"):
        return None
    try:
        return opened[_CRC:].decode("utf-8").split("\t")
    except UnicodeDecodeError as error:
        raise refused("bytes that are no text") from error
