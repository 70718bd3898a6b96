"""Letters that the recogniser's own head does not know: Cyrillic, Greek, Vietnamese, Armenian, Georgian.

PP-OCRv6 writes none of them, but Greek without accents. Its convolutional part sees their shapes all the
same. A second head reads them from its features: the same neck (SVTR, Du et al. 2022) with weights of its own
and CTC over ``CHARACTERS``. ``paperformer.learning.further_head`` trains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from paperformer.documents.ocr.recognition import FurtherHead
from paperformer.documents.ocr.session import Network

_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ §°·«»²³№–—‘’“”„•…€£₽₴₸₼₫×÷±"
_DIGITS = "0123456789"
_LATIN = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÅÆÇÈÉÊÍÓÔÖØÚÜßàáâãäåæçèéêëíîïñóôõöøúûüý"
    "ČčĆćĐđĘęĚěĞğİıŁłŃńŐőŘřŞşŠšŚśŤťŮůŰűŹźŻżŽžȚțȘșăĂāĀēĒīĪūŪąĄėĖįĮųŲģĢķĶļĻņŅ"
)
_CYRILLIC = (
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёІіЇїЄєҐґЎў"
    "ЂђЈјЉљЊњЋћЏџЃѓЅѕЌќЀѐЍѝӘәҒғҚқҢңӨөҰұҮүҺһ"
)
_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ"

_VIETNAMESE = "ÀÁÃÈÌÒÕÙÝÂÊàáãèìòõùýâêĐđĨĩŨũƠơƯư" + "".join(map(chr, range(0x1EA0, 0x1EFA)))
_ARMENIAN = "".join(map(chr, [*range(0x0531, 0x0557), *range(0x0561, 0x0588)])) + "՝՛։֏"
_GEORGIAN = "".join(map(chr, range(0x10D0, 0x10F1))) + "₾"

# A letter of two of these rows is one class.
CHARACTERS = "".join(
    dict.fromkeys(_DIGITS + _SIGNS + _LATIN + _CYRILLIC + _GREEK + _VIETNAMESE + _ARMENIAN + _GEORGIAN)
)
"""What the head writes: its class 0 is nothing new, class ``n`` the character ``n - 1``."""

LETTERS: Mapping[str, str] = {
    "latin": _LATIN,
    "cyrillic": _CYRILLIC,
    "greek": _GREEK,
    "vietnamese": _VIETNAMESE,
    "armenian": "".join(filter(str.isalpha, _ARMENIAN)),
    "georgian": "".join(filter(str.isalpha, _GEORGIAN)),
}
"""Its letters by script."""

FEATURES = "p2o.pd_op.pool2d.1.0"
"""The tensor of PP-OCRv6 small's recogniser that the head reads: (count, 384, 1, columns)."""


def load_further_head() -> FurtherHead:
    """The head, whose weights come with the package.

    Raises:
        OcrUnavailable: when its file is damaged.
    """
    path = Path(str(files("paperformer.documents.ocr"))) / "further_head.onnx"
    return FurtherHead(Network(path, threads=1), ("", *CHARACTERS))
