"""Who sells and who buys by what a page says of them: who is paid sells, who the letter is for buys."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.contacts import is_contact
from paperformer.extraction.parties.departments import is_department, text_of
from paperformer.extraction.parties.party_blocks import Blocks
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_SELLER, _BUYER = "supplier_name", "receiver_name"
_AFTER_ALL = 0.1  # how often a party is what the page speaks against after all, by judgement
_TAKEN = 0.3  # probability from which a candidate was taken for the wrong party
_SURE = 0.5  # probability from which another one surely buys
_RIVAL = 0.005  # the same from which another one may stand in its place
_LINE, _INDENT = 2.2, 1.0  # heights of a line to the one below it; by which their left edges differ
_LETTERS = 4  # of a payee's name
# What is debited has the buyer's name and account, and so has what is paid back.
_DEBIT = re.compile(
    r"lastschrift|abgebucht|abbuch|bankeinzug|ein(?:ge)?zogen|einzug|buchen .{1,40} ab\b|direct debit|debited"
    r"|pr[eé]l[eè]v|domiciliaci|domiciliad|incasso|addebit|autogiro|avtalegiro|betalingsservice"
    r"|suoraveloitus|suoramaksu|polecenie zap[lł]aty|inkaso|d[eé]bito dire[ct]to"
    r"|gutschrift|erstatt|refund|credit note|remboursement|\bavoir\b|kredit(?:nota|faktura)|creditnota"
    r"|nota di credito|rimbors|abono|reembolso|korekt|dobropis",
    re.IGNORECASE,
)
_PAID_TO = re.compile(r"receivable|billing|collections|treasury|debitoren", re.IGNORECASE)


def weigh_told(
    proposed: MutableMapping[str, list[Scored]], words: Sequence[Word], payees: Sequence[str]
) -> None:
    """Trust names and addresses less that were taken for the party that the page says they are not.

    Args:
        proposed: Candidates by field; those of names and addresses are changed in place.
        words: Of the document.
        payees: What stands behind labels of who is paid; see ``fields.party_words``.
    """
    if _SELLER not in proposed or _BUYER not in proposed:
        return
    text = " ".join(word.text for word in words)
    paid = set() if _DEBIT.search(text) else {content(name) for name in payees}
    paid = {name for name in paid if len(name) >= _LETTERS}
    bought = {content(one.text) for one in _taken(proposed[_BUYER])}
    addressed = {content(one.text) for one in _taken(proposed[_SELLER]) if _is_addressed(one, words)} - paid
    sellers = bought & paid
    if addressed and not sellers and any(one.probability >= _SURE for one in proposed[_BUYER]):
        # "Attn", and departments all the more, may stand below the seller's own name too.
        addressed = {content(one.text) for one in _taken(proposed[_SELLER]) if _is_for(one, words)} - paid
        sellers = bought - addressed if addressed else set()
        if not sellers & {content(one.text) for one in proposed[_SELLER]}:
            return
    if sellers or addressed:
        _exchange(proposed, sellers, addressed, words)


def _taken(candidates: Sequence[Scored]) -> Iterator[Scored]:
    return (one for one in candidates if one.probability >= _TAKEN and one.words)


def _is_addressed(one: Scored, words: Sequence[Word]) -> bool:
    """Whether the line below a name says who opens the letter: "t.a.v. Ans", "Accounts Payable"."""
    return _is_for(one, words) or is_department(_below(one, words))


def _is_for(one: Scored, words: Sequence[Word]) -> bool:
    """Whether the line below a name says for whom the letter is, other than for who is paid."""
    below = _below(one, words)
    return is_contact(below) and _PAID_TO.search(below) is None


def _below(one: Scored, words: Sequence[Word]) -> str:
    return text_of(line_below(one.words[0], words, _LINE, _INDENT), words)


def _exchange(
    proposed: MutableMapping[str, list[Scored]],
    sellers: Collection[str],
    buyers: Collection[str],
    words: Sequence[Word],
) -> None:
    """Doubt other parties than ``sellers`` and ``buyers``, names by content; nothing known is empty.

    Only where a name for each of the two is left.
    """
    own = {
        _SELLER: [_fits(one, sellers, buyers) for one in proposed[_SELLER]],
        _BUYER: [_fits(one, buyers, sellers) for one in proposed[_BUYER]],
    }
    heirs = {
        field: [
            is_own and one.probability >= _RIVAL
            for is_own, one in zip(own[field], proposed[field], strict=True)
        ]
        for field in own
    }
    if not sellers:  # then another company sells, not any word
        heirs[_SELLER] = [
            is_heir and is_company(one.text)
            for is_heir, one in zip(heirs[_SELLER], proposed[_SELLER], strict=True)
        ]
    if not any(heirs[_SELLER]) or not any(heirs[_BUYER]):
        return
    names = [*proposed[_SELLER], *proposed[_BUYER]]
    blocks = Blocks(proposed, words)
    places = {
        _SELLER: _headed(proposed, blocks, [one for one in names if content(one.text) in sellers]),
        _BUYER: _headed(proposed, blocks, [one for one in names if content(one.text) in buyers]),
    }
    for field, found in own.items():
        proposed[field] = doubted(proposed[field], [not one for one in found], _AFTER_ALL, heirs[field])
    for field, party, other in (("supplier_address", _SELLER, _BUYER), ("receiver_address", _BUYER, _SELLER)):
        addresses = proposed.get(field, [])
        right = [_stands(one, places[party], places[other]) for one in addresses]
        if any(right):
            proposed[field] = doubted(addresses, [not one for one in right], _AFTER_ALL, right)


def _fits(one: Scored, own: Collection[str], others: Collection[str]) -> bool:
    name = content(one.text)
    return name not in others and (not own or name in own)


def _stands(place: Scored, own: Collection[str], others: Collection[str]) -> bool:
    """Whether an address may be that of the party whose addresses are ``own``, where they are known."""
    text = content(place.value)
    return text not in others and (not own or text in own)


def _headed(proposed: Mapping[str, Sequence[Scored]], blocks: Blocks, names: Sequence[Scored]) -> set[str]:
    """The addresses, by content, that one of ``names`` stands at the head of."""
    places = [one for field in ("supplier_address", "receiver_address") for one in proposed.get(field, ())]
    return {content(place.value) for place in places if any(blocks.heads(name, place) for name in names)}
