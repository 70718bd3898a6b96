"""Documents in scripts that the model has not learned are told from all others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.unlearned_scripts import unlearned_script
from toy_documents import words_of

LATIN = "Invoice number 4711 of 12 March 2024 Größe Übertrag Łódź"
UNLEARNED = {
    "Chinese": "发票号码 12345678 开票日期 2024年03月12日 购买方名称 上海某某公司 合计金额 1190.00 价税合计",
    "Japanese": "請求書番号 4711 発行日 合計金額 消費税 株式会社サンプル 東京都千代田区 お支払い期限",
    "Korean": "세금계산서 번호 4711 작성일자 공급가액 합계금액 부가가치세 공급자 상호 주소",
    "Arabic": "فاتورة رقم 4711 تاريخ الفاتورة المبلغ الإجمالي ضريبة القيمة المضافة اسم المورد العنوان",
    "Hebrew": "חשבונית מס מספר 4711 תאריך סכום כולל מעמ שם הספק כתובת",
    "Thai": "ใบกำกับภาษี เลขที่ 4711 วันที่ จำนวนเงินรวม ภาษีมูลค่าเพิ่ม",
    "Devanagari": "चालान संख्या 4711 दिनांक कुल राशि कर विक्रेता का नाम और पता",
}
LEARNED = {
    "Latin": LATIN,
    "Greek": "Τιμολόγιο αριθμός 4711 ημερομηνία σύνολο ΦΠΑ προμηθευτής διεύθυνση",
    "Cyrillic": "Счёт фактура номер 4711 дата итого НДС поставщик адрес покупатель",
}


@pytest.mark.parametrize("script", UNLEARNED)
def test_a_script_not_learned_is_named_once(script: str) -> None:
    (said,) = unlearned_script(words_of(UNLEARNED[script]))
    assert said == f"much of it is in {script} script, which the model has not learned: check what is found"


@pytest.mark.parametrize("script", LEARNED)
def test_of_the_others_nothing_is_said(script: str) -> None:
    assert unlearned_script(words_of(LEARNED[script])) == []


@pytest.mark.parametrize("script", UNLEARNED)
def test_a_translation_beside_the_text_or_a_name_is_no_matter(script: str) -> None:
    assert unlearned_script(words_of(f"{LATIN} " * 6 + UNLEARNED[script])) == []
    assert unlearned_script(words_of(UNLEARNED[script].split()[0])) == []


@given(st.text(st.characters(exclude_categories=["Cs", "Zs", "Cc"]), min_size=1))
def test_any_text_is_judged(text: str) -> None:
    assert len(unlearned_script(words_of(text))) <= 1
