"""Averages of weights: what they hold, and that tied weights have one."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from paperformer.errors import TrainingFailed
from paperformer.learning.averaging import Snapshots, WeightAverage, averaged_state, weights_applied


def tied() -> nn.Module:
    """A table and a head that share their weights, and a buffer."""
    model = nn.ModuleDict({"table": nn.Embedding(3, 2), "head": nn.Linear(2, 3), "norm": nn.BatchNorm1d(2)})
    model["head"].weight = model["table"].weight
    return model


def set_all(model: nn.Module, value: float) -> None:
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(value)


def values(state: dict[str, Tensor]) -> set[float]:
    return {float(tensor.flatten()[0]) for name, tensor in state.items() if "running" not in name}


def test_the_mean_is_that_of_the_last_so_many(tmp_path: Path) -> None:
    model, snapshots = tied(), Snapshots(tmp_path, 3)
    for step, value in enumerate([100.0, 1.0, 2.0, 6.0]):
        set_all(model, value)
        snapshots.take(model, step)
    assert {float(t.flatten()[0]) for t in snapshots.mean().values()} == {3.0}
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"weights-{n}.pt" for n in (1, 2, 3)]


def test_fewer_than_so_many_are_averaged_too(tmp_path: Path) -> None:
    model, snapshots = tied(), Snapshots(tmp_path, 5)
    assert snapshots.mean() == {}
    for step, value in enumerate([1.0, 2.0]):
        set_all(model, value)
        snapshots.take(model, step)
    assert {float(t.flatten()[0]) for t in snapshots.mean().values()} == {1.5}


def test_what_was_taken_after_the_checkpoint_is_dropped(tmp_path: Path) -> None:
    model, snapshots = tied(), Snapshots(tmp_path, 5)
    for step, value in ((10, 1.0), (20, 3.0), (30, 50.0)):
        set_all(model, value)
        snapshots.take(model, step)
    snapshots.cut(20)
    assert {float(t.flatten()[0]) for t in snapshots.mean().values()} == {2.0}


def test_none_are_kept_where_none_are_wanted(tmp_path: Path) -> None:
    Snapshots(tmp_path / "new", 0).take(tied(), 1)
    assert not (tmp_path / "new").exists()


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    snapshots = Snapshots(tmp_path, 2)
    snapshots.take(tied(), 1)
    (tmp_path / "weights-1.pt").write_bytes(b"cut")
    with pytest.raises(TrainingFailed, match=r"weights-1\.pt: the checkpoint is damaged"):
        snapshots.mean()


def test_both_names_of_a_tied_weight_get_the_average() -> None:
    """Else the name that is loaded last would win, with the weight that is not averaged."""
    model = tied()
    set_all(model, 0.0)
    average = WeightAverage(model, 0.5)
    set_all(model, 1.0)
    average.update(model, 1000)
    state = average.state(model)
    assert {"table.weight", "head.weight"} <= state.keys()
    assert values(state) - {0.0} == {0.5}  # num_batches_tracked is 0
    with average.applied(model):
        assert float(model["head"].weight.detach()[0, 0]) == 0.5
    assert float(model["table"].weight.detach()[0, 0]) == 1.0


def test_the_moving_average_follows_its_definition() -> None:
    model = nn.Linear(1, 1, bias=False)
    set_all(model, 0.0)
    average, expected = WeightAverage(model, 0.9), 0.0
    for step in range(200):
        set_all(model, float(step % 7))
        average.update(model, step)
        decay = min(0.9, (1 + step) / (10 + step))
        expected = decay * expected + (1 - decay) * (step % 7)
    assert float(average.weights["weight"]) == pytest.approx(expected, rel=1e-5)


def test_weights_are_lent_and_given_back_bit_for_bit() -> None:
    model = tied().train()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    lent = averaged_state(model, {"table.weight": torch.full((3, 2), 7.0)})
    with weights_applied(model, lent):
        assert not model.training
        assert float(model["head"].weight.detach().mean()) == 7.0
    assert model.training
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
