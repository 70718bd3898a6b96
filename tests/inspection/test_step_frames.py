"""An animation has a frame for each step, and each frame shows that step's attention."""

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from PIL import Image, ImageChops
from toy_subjects import a_decoder, a_recurrent_translator, a_translator

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.inspection.look.step_frames import (
    OF_READ,
    OF_WRITTEN,
    percent,
    shade,
    step_figure,
    write_steps,
)
from paperformer.inspection.look.steps import see_steps

SENTENCE = "The tired man wants to sing at school."


def shades(picture: Figure, colour: str) -> list[float]:
    """How opaque the boxes of a colour are, in the order of the tokens."""
    (axes,) = picture.axes
    filled = [patch for patch in axes.patches if patch.get_gid() == "share"]
    return [float(patch.get_alpha() or 0) for patch in filled if to_hex(patch.get_facecolor()) == colour]


def words(picture: Figure) -> list[str]:
    (axes,) = picture.axes
    return [text.get_text() for text in axes.texts]


def test_a_frame_shades_each_token_by_its_share_in_the_last_layer() -> None:
    seen = see_steps(a_translator(), "abc")
    for number, step in enumerate(seen.steps):
        picture = step_figure(seen, number)
        assert shades(picture, OF_READ) == pytest.approx([shade(one) for one in step.of_read[-1]])
        assert shades(picture, OF_WRITTEN) == pytest.approx([shade(one) for one in step.of_written[-1]])
        said = words(picture)
        assert f"step {number + 1} of {len(seen.steps)}" in said
        assert {percent(guess.probability) for guess in step.best} <= set(said)


def test_tokens_keep_their_places_and_later_ones_are_not_shown_yet() -> None:
    seen = see_steps(a_decoder(), "abc", tokens=4)
    first, last = step_figure(seen, 0), step_figure(seen, len(seen.steps) - 1)
    assert first.get_size_inches().tolist() == last.get_size_inches().tolist()
    assert len(shades(first, OF_WRITTEN)) == seen.given
    assert len(shades(last, OF_WRITTEN)) == seen.given + len(seen.steps) - 1
    assert "Read" not in words(first)  # a language model reads no source


def test_a_recurrent_decoder_has_no_attention_to_what_it_wrote() -> None:
    seen = see_steps(a_recurrent_translator(), "abc")
    picture = step_figure(seen, 0)
    assert shades(picture, OF_WRITTEN) == []
    assert shades(picture, OF_READ) == pytest.approx([shade(one) for one in seen.steps[0].of_read[-1]])


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_the_command_writes_an_animation_of_all_steps(ending: str, tmp_path: Path) -> None:
    out = tmp_path / "new" / f"steps.{ending}"
    done = CliRunner().invoke(main, ["look", "steps", "models/tiny-translator", SENTENCE, "--out", str(out)])
    assert done.exit_code == 0, done.output
    frames, lasting = [], []
    with Image.open(out) as animation:
        assert animation.n_frames == 11  # type: ignore[attr-defined]  # tokens of the translation
        assert animation.info["loop"] == 0  # for ever
        for number in range(11):
            animation.seek(number)
            frames.append(animation.convert("RGB"))
            lasting.append(animation.info["duration"])
    assert lasting == [1200] * 10 + [3000]
    assert all(ImageChops.difference(*pair).getbbox() for pair in pairwise(frames))
    title = (0, 0, frames[0].width * 3 // 4, 60)
    assert (
        len({frame.crop(title).tobytes() for frame in frames}) == 1
    )  # what does not change does not flicker


def test_too_many_steps_and_a_place_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    seen = see_steps(a_decoder(), "abc", tokens=3)
    with pytest.raises(InvalidConfig, match="cannot be written"):
        write_steps(seen, tmp_path)  # it is a folder
    (tmp_path / "file").touch()
    with pytest.raises(InvalidConfig, match="cannot be written"):
        write_steps(seen, tmp_path / "file" / "steps.gif")
    with pytest.raises(InvalidConfig, match="66 steps are too many"):
        write_steps(
            type(seen)(seen.title, (), seen.written, seen.given, seen.steps * 22), tmp_path / "steps.gif"
        )
