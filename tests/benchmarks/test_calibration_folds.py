"""What the calibration benchmarks lay out: folds that keep issuers together, running text as pages."""

from __future__ import annotations

from negatives import LINES_A_PAGE, SIGNS_A_LINE, page_of
from poor_pictures import cut_by_issuer

from paperformer.learning.calibrate import Proposed
from toy_documents import labelled


def test_folds_keep_the_documents_of_one_issuer_together_and_lose_none() -> None:
    issuers = ["A", "A", "A", "B", "B", "C", "D", "E", "F", "F"]
    documents = [
        Proposed(labelled("x", fields={"supplier_name": [name]}, key=str(n)), {})
        for n, name in enumerate(issuers)
    ]
    for seed in range(5):
        folds = cut_by_issuer(documents, 3, seed)
        seen = [{one.labelled.fields["supplier_name"][0] for one in fold} for fold in folds]
        assert sum(map(len, seen)) == len(set(issuers))
        assert sorted(one.labelled.key for fold in folds for one in fold) == sorted(map(str, range(10)))
        assert all(folds)


def test_running_text_becomes_one_page_of_lines_that_fit() -> None:
    document = page_of("x", "An agreement between two parties. " * 400)
    (page,) = document.pages
    assert max(word.line for word in page.words) == LINES_A_PAGE - 1
    assert all(0 < word.box.x0 < word.box.x1 < 1 and 0 < word.box.y0 < word.box.y1 < 1 for word in page.words)
    lines = [[w.text for w in page.words if w.line == row] for row in range(LINES_A_PAGE)]
    assert all(len(" ".join(line)) <= SIGNS_A_LINE for line in lines)


def test_a_page_without_text_is_blank() -> None:
    assert page_of("x", "").pages[0].words == ()
