"""Names and addresses of the parties, told from what stands around them: headings, sentences, others."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableMapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.address_blocks import with_blocks
from paperformer.extraction.parties.address_edges import mend_edges
from paperformer.extraction.parties.address_starts import from_first_words
from paperformer.extraction.parties.advertisers import weigh_advertisers
from paperformer.extraction.parties.agents import weigh_agents
from paperformer.extraction.parties.branches import without_branch
from paperformer.extraction.parties.captions_as_names import below_caption
from paperformer.extraction.parties.departments import with_owners
from paperformer.extraction.parties.head_names import with_head_names
from paperformer.extraction.parties.headed_parties import weigh_headed
from paperformer.extraction.parties.housing_societies import whole_society
from paperformer.extraction.parties.joined_names import joined
from paperformer.extraction.parties.legal_names import with_legal_names
from paperformer.extraction.parties.name_starts import from_first_word
from paperformer.extraction.parties.named_contacts import weigh_contacts
from paperformer.extraction.parties.names_in_addresses import without_name
from paperformer.extraction.parties.names_of_persons import with_first_names, with_titles, without_family
from paperformer.extraction.parties.names_on_two_lines import whole_name
from paperformer.extraction.parties.numbers_in_addresses import weigh_numbers_in_addresses
from paperformer.extraction.parties.own_labels import without_own_label
from paperformer.extraction.parties.party_numbers import weigh_numbers
from paperformer.extraction.parties.persons_at_firms import with_firms_above
from paperformer.extraction.parties.places_as_names import weigh_places
from paperformer.extraction.parties.rests_of_names import without_rest
from paperformer.extraction.parties.salutations import with_names
from paperformer.extraction.parties.second_lines import with_first_lines
from paperformer.extraction.parties.section_doubts import places_of, weigh_sections
from paperformer.extraction.parties.taglines import without_taglines
from paperformer.extraction.parties.told_parties import weigh_told
from paperformer.extraction.parties.towns_below import with_towns
from paperformer.extraction.parties.trading_names import without_trade_name
from paperformer.extraction.parties.whole_addresses import complete_addresses
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import continues_form, ends_company
from paperformer.fields.party_words import PARTIES, PartyWords
from paperformer.fields.values.spans import PrintedWords

_RECEIVER, _SUPPLIER = "receiver_name", "supplier_name"
_RIVAL = 0.15  # probability from which another candidate may take its place
_LIKELY = 0.3  # probability from which an address or another's name claims its words
_LABEL = 3  # letters that a caption has: a "T." may be a telephone or a Thomas
# Words in small letters that names hold: "Museum für Gestaltung", "Gasthaus zum Löwen".
_WITHIN_NAMES = re.compile(
    r"&|\+|and|und|et|e|y|i|og|och|ja|en|ir|a|of|the|for|by|on|at|in|with|de|d[aeio]|del|della|des|du|la|le|les|los|las"
    r"|au|aux|sur|van|von|der|den|ten|het|aan|op|zu|zum|zur|für|am|im|an|bei|auf|aus|på|för|av|af|till?|pro|na|dla|w|z"
)
_PARTS = re.compile(r"[ &/-]+")


class _Page(NamedTuple):
    """What names are cut by.

    Args:
        words: Of the document.
        printed: Their texts.
        captions: Indices of those that are labels.
        claims: The words of each likely address, and of the other party's likely name.
    """

    words: Sequence[Word]
    printed: PrintedWords
    captions: frozenset[int]
    claims: Sequence[frozenset[int]]


def mend_parties(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    around: PartyWords,
) -> None:
    """Cut from names what is not theirs, and trust less what stands in another party's section or block.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        around: Its captions and sections.
    """
    for party in PARTIES:
        for kind in ("name", "address"):
            field = f"{party}_{kind}"
            if field in proposed:
                found = proposed[field]
                named = [below_caption(one, words) for one in found] if kind == "name" else found
                bare = [without_own_label(one, printed) for one in named]
                proposed[field] = weigh_sections(party, bare, printed, around)
        if f"{party}_name" in proposed:
            societies = [whole_society(one, words) for one in proposed[f"{party}_name"]]
            joint = joined(societies, words, around.captions)
            whole = from_first_word(joint, words, around.captions)
            named = [without_family(one, words) for one in with_names(whole, words)]
            proposed[f"{party}_name"] = with_titles(named, words)
    if _SUPPLIER in proposed:
        two_lines = [whole_name(one, words, around.captions) for one in proposed[_SUPPLIER]]
        heads = without_taglines(with_head_names(two_lines, words), words)
        buyers = proposed.get(_RECEIVER, ())
        proposed[_SUPPLIER] = with_legal_names(heads, buyers, words, around.section, around.captions)
    if _RECEIVER in proposed:
        sellers = [one for one in proposed.get("supplier_name", ()) if one.probability >= _LIKELY]
        buyers = weigh_places(weigh_contacts(proposed[_RECEIVER], words), sellers, words)
        owners = with_owners(buyers, words, around.captions, sellers)
        firms = with_firms_above(owners, proposed, words, around.captions)
        sold = proposed.get(_SUPPLIER, ())
        whole = with_first_names(with_first_lines(firms, sold, words, around.captions), words)
        proposed[_RECEIVER] = whole
    for party, other in zip(PARTIES, reversed(PARTIES), strict=True):
        field = f"{party}_name"
        if field in proposed:
            page = _Page(words, printed, around.captions, _claims(proposed, f"{other}_name"))
            whole = [_completed(one, proposed[field], words, printed) for one in proposed[field]]
            cut = [without_trade_name(_cut(one, whole, page), printed) for one in whole]
            whole = [without_branch(without_rest(one, printed), printed) for one in cut]
            proposed[field] = [_without_stop(one, printed) for one in whole]
    for party in PARTIES:
        field = f"{party}_address"
        if field in proposed:
            # Rules take the top line for a name, a street too.
            likely = (one for one in proposed.get(f"{party}_name", ()) if one.probability >= _RIVAL)
            names = {content(one.text) for one in likely if not any(map(str.isdigit, one.text))}
            others = {content(one.value) for one in proposed[field] if one.probability >= _RIVAL}
            whole = from_first_words(proposed[field], names, words, around.captions)
            towns = with_towns(whole, words, around.captions)
            bare = [without_name(one, names, others, words) for one in towns]
            proposed[field] = from_first_words(bare, names, words, around.captions)
    mend_edges(proposed, words, around.captions)
    complete_addresses(proposed, words, around.captions)
    with_blocks(proposed, words, around.captions)
    weigh_headed(proposed, "supplier", around.sellers, words)
    if not weigh_advertisers(proposed, words):
        weigh_headed(proposed, "receiver", around.buyers, words)
    weigh_agents(proposed, words)
    weigh_told(proposed, words, around.payees)
    weigh_numbers(proposed, words, around)
    weigh_numbers_in_addresses(proposed)


def _claims(proposed: Mapping[str, Sequence[Scored]], other_name: str) -> list[frozenset[int]]:
    """The words of each likely address, and of the other party's likely name."""
    fields = (*(f"{party}_address" for party in PARTIES), other_name)
    likely = (one for field in fields for one in proposed.get(field, ()) if one.probability >= _LIKELY)
    return [frozenset(one.words) for one in likely]


def _completed(
    name: Scored, candidates: Sequence[Scored], words: Sequence[Word], printed: PrintedWords
) -> Scored:
    """``name``, or the candidate that goes on from it as the document does wherever it prints the name."""
    count = len(name.words)
    if not count or ends_company(name.text):
        return name
    places = list(places_of([printed[word] for word in name.words], printed))
    if len({_corner(words[at]) for at in places}) < 2:  # the head of every page says nothing more than one
        return name
    for longer in candidates:
        tail = [printed[word] for word in longer.words[count:]]
        begins = bool(tail) and longer.words[:count] == name.words and longer.probability >= _RIVAL
        is_name = all(text.isalpha() and text[0].isupper() for text in tail)
        on_line = len({(words[at].page, words[at].line) for at in longer.words}) == 1
        if begins and is_name and on_line and _all_go_on(places, count, tail, printed):
            return name._replace(value=longer.value, text=longer.text, words=longer.words)
    return name


def _corner(word: Word) -> tuple[float, float]:
    """Where a word stands on its page, whichever it is, to a hundredth of it."""
    return round(word.box.x0, 2), round(word.box.y0, 2)


def _all_go_on(places: Sequence[int], count: int, tail: Sequence[str], printed: PrintedWords) -> bool:
    ends = (at + count for at in places)
    return all(list(printed[end : end + len(tail)]) == list(tail) for end in ends)


def _cut(name: Scored, candidates: Sequence[Scored], page: _Page) -> Scored:
    """``name``, or the longest other candidate that it holds beside what is no part of a name."""
    tokens = [content(page.printed[word]) for word in name.words]
    for core in sorted(candidates, key=lambda one: -len(one.text)):
        parts = [content(text) for text in core.text.split()]
        at = _place_of(parts, tokens) if 0 < len(parts) < len(tokens) else None
        if at is None or (ends_company(name.text) and not ends_company(core.text)):
            continue
        before, words, after = (
            name.words[:at], name.words[at : at + len(parts)], name.words[at + len(parts) :],
        )  # fmt: skip
        if continues_form(core.text, " ".join(page.printed[word] for word in after)):
            continue
        claimed = {word for claim in page.claims if claim.isdisjoint(words) for word in claim}
        if _ends_before(before, core, page, claimed) and _begins_behind(after, core, page, claimed):
            text = " ".join(page.printed[word] for word in words)
            return name._replace(value=core.value, text=text, words=words)
    return name


def _place_of(part: Sequence[str], whole: Sequence[str]) -> int | None:
    """Where ``part`` last stands in ``whole``, None where it does not."""
    starts = range(len(whole) - len(part), -1, -1)
    return next((at for at in starts if list(whole[at : at + len(part)]) == list(part)), None)


def _ends_before(words: Sequence[int], core: Scored, page: _Page, claimed: Collection[int]) -> bool:
    """Whether ``words``, before a name, are captions, another's, its beginning again, or of a sentence."""
    if not words or all(word in claimed for word in words):
        return True
    tokens = [content(page.printed[word]) for word in words]
    again = [content(text) for text in core.text.split()][: len(tokens)] == tokens
    if again and (len(tokens) > 1 or page.words[words[0]].line != page.words[words[0] + 1].line):
        return True  # a logo above the name; "Wavre Wavre SA" may be one
    if _says_short(words, core, page):
        return True
    is_caption = page.captions.issuperset(words) and any(len(token) >= _LABEL for token in tokens)
    if is_caption and core.probability >= _RIVAL:
        return True
    stands_elsewhere = bool(core.words) and core.words[0] not in {*words, words[-1] + 1}
    edges = page.printed[words[0]], page.printed[words[-1]]
    return stands_elsewhere and ends_company(core.text) and any(map(_is_of_a_sentence, edges))


def _says_short(words: Sequence[int], core: Scored, page: _Page) -> bool:
    """Whether ``words``, on other lines or before a label, say in short what ``core`` does: "B. Huber"."""
    said = list(words)
    while said and (said[-1] in page.captions or page.printed[said[-1]].endswith(":")):
        said.pop()
    if not said or (said == list(words) and page.words[said[-1]].line == page.words[words[-1] + 1].line):
        return False
    short, full = _parts(" ".join(page.printed[word] for word in said)), _parts(core.text)
    return len(short) > 1 and all(any(part.startswith(one) for part in full) for one in short)


def _parts(text: str) -> list[str]:
    """The words, by content, also those that an "&" or a hyphen joins."""
    return [content(part) for part in _PARTS.split(text) if content(part)]


def _begins_behind(words: Sequence[int], core: Scored, page: _Page, claimed: Collection[int]) -> bool:
    """Whether ``words``, behind a name, begin with a caption or another's word, or go on with a sentence."""
    if not words or words[0] in claimed:
        return True
    first = page.printed[words[0]]
    # "Company" and "S.A." are captions too.
    is_label = len(words) > 1 or _has_number_behind(words[0], page)
    is_caption = words[0] in page.captions and is_label and len(content(first)) >= _LABEL
    if is_caption and core.probability >= _RIVAL:
        return True
    return ends_company(core.text) and _is_of_a_sentence(first)


def _has_number_behind(word: int, page: _Page) -> bool:
    """Whether a number goes on from a word on its line: "R.F.C. UTB910416KXA"."""
    behind = page.words[word + 1 : word + 2]
    return any(other.line == page.words[word].line and any(map(str.isdigit, other.text)) for other in behind)


def _is_of_a_sentence(word: str) -> bool:
    return word[:1].islower() and _WITHIN_NAMES.fullmatch(word) is None


def _without_stop(name: Scored, printed: PrintedWords) -> Scored:
    """``name`` without the full stop of a sentence that ends in it."""
    if name.value.endswith(".."):
        return name._replace(value=name.value[:-1])
    if not name.value.endswith(".") or not name.words:
        return name
    wanted = [printed[word] for word in name.words]
    wanted[-1] = wanted[-1].rstrip(".,;:")
    if any(True for _ in places_of(wanted, printed)):
        return name._replace(value=name.value[:-1])
    return name
