"""Where the default model is looked for."""

from pathlib import Path

import pytest

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_path import PLACES, default_model_path


def test_the_packaged_model_comes_before_the_repository_s(tmp_path: Path) -> None:
    packaged, repository = tmp_path / "packaged", tmp_path / "repository"
    for place in (packaged, repository):
        place.mkdir()
    (repository / "model.json").write_text("{}", encoding="utf-8")
    assert default_model_path((packaged, repository)) == repository
    (packaged / "model.json").write_text("{}", encoding="utf-8")
    assert default_model_path((packaged, repository)) == packaged


def test_no_model_anywhere_is_a_named_error_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match="--model") as caught:
        default_model_path((tmp_path / "nowhere",))
    assert str(tmp_path / "nowhere") in caught.value.message


def test_the_places_are_the_package_and_the_repository() -> None:
    import paperformer

    package = Path(paperformer.__file__).parent
    assert (package / "models" / "default", package.parents[1] / "models" / "default") == PLACES
