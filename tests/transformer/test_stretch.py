"""More positions than were trained, the trained ones untouched."""

import pytest
import torch

from paperformer.transformer.pretrained.stretch import StretchMethod, stretch_positions

METHODS: list[StretchMethod] = ["repeat", "interpolate"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("positions", [1, 511, 512, 513, 514, 1024, 1496, 4096])
def test_trained_positions_stay_exact(
    method: StretchMethod, positions: int, generator: torch.Generator
) -> None:
    table = torch.randn(512, 8, generator=generator)
    stretched = stretch_positions(table, positions, method)
    assert stretched.shape == (positions, 8)
    assert torch.equal(stretched[:512], table[:positions])
    assert stretched.isfinite().all()


def test_repeat_starts_over(generator: torch.Generator) -> None:
    table = torch.randn(10, 4, generator=generator)
    assert torch.equal(stretch_positions(table, 25, "repeat"), torch.cat([table, table, table[:5]]))


def test_interpolate_spreads_the_trained_rows_over_the_new_places() -> None:
    table = torch.tensor([[0.0], [1.0], [4.0]])
    found = stretch_positions(table, 8, "interpolate")[3:, 0]
    torch.testing.assert_close(found, torch.tensor([0.0, 0.5, 1.0, 2.5, 4.0]))


def test_the_result_is_no_view_of_the_table(generator: torch.Generator) -> None:
    table = torch.randn(10, 4, generator=generator)
    stretch_positions(table, 5).zero_()
    assert table[:5].any()
