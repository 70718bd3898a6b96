"""``paperformer explain`` names the codes of a page and what they state."""

from __future__ import annotations

from paperformer.cli.explain import code_lines
from paperformer.extraction.result import CodeInfo, PageBox

BOX = PageBox(x0=0.1, y0=0.1, x1=0.2, y1=0.2)


def test_a_code_has_a_line_and_each_of_its_values_too() -> None:
    known = CodeInfo(
        format="qr_code", text="BCD", data=None, page=2, box=BOX, scheme="epc", values={"amount_due": "59.50"}
    )
    assert [line.split() for line in code_lines([known])] == [
        ["code,", "page", "2", "qr", "code,", "epc"],
        ["amount_due", "59.50"],
    ]


def test_a_code_of_no_known_scheme_says_so() -> None:
    other = CodeInfo(format="aztec", text=None, data="AP8=", page=1, box=BOX)
    assert [line.split() for line in code_lines([other])] == [
        ["code,", "page", "1", "aztec,", "no", "known", "scheme"]
    ]
