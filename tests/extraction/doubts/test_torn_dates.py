"""A date is not read across two columns."""

from paperformer.extraction.doubts.torn_dates import weigh_torn
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed

PAGE = typed(
    [(5, "Leopardstown, Dublin 18"), (60, "July 2025")],
    [(60, "Invoice Date: 09/08/2025")],
    [(5, "12 . 03 . 2025")],
)


def test_the_day_of_one_column_and_the_month_of_another_are_no_date() -> None:
    torn = candidate(PAGE, "document_date", "18 July 2025")
    whole = candidate(PAGE, "document_date", "09/08/2025", 0.2)
    proposed = {"document_date": [torn, whole]}
    weigh_torn(proposed, PAGE.words)
    assert max(proposed["document_date"], key=lambda one: one.probability).value == "09/08/2025"
    due: dict[str, list[Scored]] = {"due_date": [torn._replace(field="due_date"), whole]}
    weigh_torn(due, PAGE.words)
    assert [one.probability < 0.1 for one in due["due_date"]] == [True, False], "nothing need be due"


def test_a_date_in_pieces_stays_one() -> None:
    spaced = candidate(PAGE, "document_date", "12 . 03 . 2025")
    proposed = {"document_date": [spaced]}
    weigh_torn(proposed, PAGE.words)
    assert proposed["document_date"] == [spaced]
