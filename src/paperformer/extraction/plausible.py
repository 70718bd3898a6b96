"""What candidates look like, whoever proposed them: what is seldom an answer counts less."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.doubts.claimed_numbers import weigh_claimed
from paperformer.extraction.doubts.customer_accounts import weigh_accounts
from paperformer.extraction.doubts.days_in_sentences import weigh_days_in_sentences
from paperformer.extraction.doubts.document_codes import with_codes
from paperformer.extraction.doubts.labelled_otherwise import DOUBTED, weigh_by_label
from paperformer.extraction.doubts.other_times import weigh_times
from paperformer.extraction.doubts.parts_of_numbers import weigh_parts
from paperformer.extraction.doubts.phone_captions import weigh_captions
from paperformer.extraction.doubts.times_on_bills import weigh_times_on_bills
from paperformer.extraction.doubts.torn_dates import weigh_torn
from paperformer.extraction.parties.general_partners import weigh_partners
from paperformer.extraction.parties.names import plausible_names, weigh_buyers
from paperformer.extraction.payment.cut_ibans import weigh_cut
from paperformer.extraction.payment.discount_dates import weigh_discounts, with_full_sums
from paperformer.extraction.payment.joined_accounts import weigh_joined
from paperformer.extraction.payment.named_transfers import weigh_named_transfers
from paperformer.extraction.payment.paid_means import add_paid_means
from paperformer.extraction.payment.part_payments import weigh_part_payments
from paperformer.extraction.payment.quoted_references import weigh_references
from paperformer.extraction.payment.unused_means import weigh_means
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.commission import commissions_in, weigh_after_commission
from paperformer.extraction.sums.earlier_balance import earlier_balances
from paperformer.extraction.sums.handed_over import sum_handed_over, weigh_handed_over
from paperformer.extraction.sums.labelled_sums import weigh_sums
from paperformer.extraction.sums.paid import deducted_in, payments_in, weigh_due, weigh_total
from paperformer.extraction.sums.rounding import with_sign
from paperformer.extraction.sums.spaced_amounts import is_spaced, weigh_spaced
from paperformer.extraction.sums.stand_ins import add_net, weigh_gross, weigh_stand_ins
from paperformer.extraction.sums.tips import without_tip
from paperformer.extraction.sums.withheld import weigh_withheld, withheld_in
from paperformer.fields.tables.sums import amounts_in
from paperformer.fields.totals import TOTAL_FIELDS
from paperformer.fields.values.bank_account import is_bank_code
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_SUPPLIER, _RECEIVER = "supplier_name", "receiver_name"
_DUE, _ROUNDING = "amount_due", "rounding"
_NUMBER, _PHONE = "document_number", "supplier_phone"
_TOTAL, _DUE_DATE, _TIP = "total_incl_vat", "due_date", "tip"
_MEANS, _IBAN, _TIME = "payment_method", "iban", "time"
_REGISTER, _BANK_CODE = "supplier_organisation_number", "bank_registration_number"


def weigh_by_looks(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> tuple[Decimal, ...]:
    """Cut the probability of candidates that look like something else; returns what is not due any more.

    See ``names``, ``labelled_otherwise``, ``labelled_sums``, ``spaced_amounts``,
    ``stand_ins``, ``customer_accounts``, ``quoted_references``, ``torn_dates``, ``days_in_sentences``,
    ``cut_ibans``, ``parts_of_numbers``, ``discount_dates``, ``phone_captions``, ``unused_means``,
    ``part_payments``, ``named_transfers``, ``paid_means``, ``other_times``, ``times_on_bills``,
    ``general_partners``, ``claimed_numbers``, ``joined_accounts``; of totals that were paid or handed over,
    partly withheld, or hold a tip or a commission, ``paid``, ``handed_over``, ``withheld``, ``tips``,
    ``commission``; of sums due that hold more, ``earlier_balance``. Roundings get their sign: ``rounding``.

    Args:
        proposed: Candidates by field; changed in place.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    withheld = withheld_in(words, printed, context)
    deductions = payments_in(words, printed, context) + withheld + earlier_balances(words, printed, context)
    commissions = commissions_in(words, printed, context)
    deductions += commissions
    if _SUPPLIER in proposed:
        proposed[_SUPPLIER] = plausible_names(proposed[_SUPPLIER], words, printed, context)
    if _RECEIVER in proposed:
        proposed[_RECEIVER] = weigh_buyers(proposed[_RECEIVER])
    amounts = amounts_in(printed, context)
    weigh_withheld(proposed, withheld)
    for field in TOTAL_FIELDS:
        if field in proposed:
            proposed[field] = weigh_sums(field, proposed[field], words, amounts)
            if is_spaced(context):
                proposed[field] = weigh_spaced(proposed[field], words)
    if _TOTAL in proposed:
        proposed[_TOTAL] = weigh_total(proposed[_TOTAL], deductions, amounts)
        handed = sum_handed_over(words, printed, context, amounts)
        proposed[_TOTAL] = weigh_handed_over(proposed[_TOTAL], handed)
        proposed[_TOTAL] = without_tip(proposed[_TOTAL], proposed.get(_TIP, ()), amounts)
    weigh_after_commission(proposed, commissions, amounts)
    weigh_stand_ins(proposed, printed.text)
    weigh_gross(proposed, amounts)
    add_net(proposed)
    if _ROUNDING in proposed:
        proposed[_ROUNDING] = with_sign(proposed[_ROUNDING], printed, context)
    deductions += deducted_in(amounts)
    if _DUE in proposed:
        proposed[_DUE] = weigh_due(proposed[_DUE], deductions, amounts)
    if _IBAN in proposed:
        proposed[_IBAN] = weigh_cut(proposed[_IBAN])
    weigh_accounts(proposed, words)
    weigh_references(proposed, words)
    weigh_torn(proposed, words)
    weigh_parts(proposed)
    if _DUE_DATE in proposed:
        due = with_full_sums(proposed[_DUE_DATE], words, printed, context)
        proposed[_DUE_DATE] = weigh_days_in_sentences(weigh_discounts(due, words), words)
    weigh_claimed(proposed)
    for field in DOUBTED:
        if field in proposed:
            proposed[field] = weigh_by_label(field, proposed[field], words)
    if _TIME in proposed:
        proposed[_TIME] = weigh_times(proposed[_TIME], words)
    add_paid_means(proposed, words, printed, context)
    if _MEANS in proposed:
        proposed[_MEANS] = weigh_means(proposed[_MEANS], words, printed, context)
        proposed[_MEANS] = weigh_part_payments(proposed, words, printed, context)
        proposed[_MEANS] = weigh_named_transfers(proposed)
    if _BANK_CODE in proposed:  # "Reg.nr. AX 41 778" is a car's
        codes = proposed[_BANK_CODE]
        proposed[_BANK_CODE] = [one for one in codes if is_bank_code(one.value, context.country)]
    weigh_joined(proposed)
    if _REGISTER in proposed:
        proposed[_REGISTER] = weigh_partners(proposed[_REGISTER], words)
    weigh_times_on_bills(proposed, words, printed, context)
    if _PHONE in proposed:
        proposed[_PHONE] = weigh_captions(proposed[_PHONE], words)
    if _NUMBER in proposed:
        proposed[_NUMBER] = with_codes(proposed[_NUMBER], words, context.language)
    return deductions
