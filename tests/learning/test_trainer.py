"""The training loop: what a killed training ends with, and what it says when it cannot go on."""

import json
import math
import random
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import torch
from forked_training import ended, started, train, train_until_ctrl_c
from torch import Tensor, nn
from toy_training import Pair, Regression, batches, network, trainer

from paperformer.errors import InvalidConfig, TrainingFailed
from paperformer.learning.checkpoint import BEST, LATEST, load_checkpoint
from paperformer.learning.trainer import Trainer, TrainerConfig
from paperformer.transformer.attention.performer import PerformerAttention

LONG = 80  # epochs: some seconds of evaluating and writing checkpoints


def same(one: object, other: object) -> bool:
    """Equal bit for bit, tensors included."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return torch.equal(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def state(folder: Path, name: str = LATEST) -> dict[str, object]:
    loaded = load_checkpoint(folder, name)
    assert loaded is not None
    loaded.get("progress", {}).pop("seconds", None)
    return loaded


def train_in_a_process(folder: Path, **settings: int) -> int:
    return ended(started(partial(train, **settings), folder))


@pytest.mark.slow
def test_a_killed_training_ends_with_the_same_weights_bit_for_bit(tmp_path: Path) -> None:
    assert train_in_a_process(tmp_path / "whole") == 0
    killed = tmp_path / "killed"
    assert train_in_a_process(killed, die_after=6) == -signal.SIGKILL  # in the first epoch
    assert state(killed)["progress"]["step"] == 2  # type: ignore[index]
    assert train_in_a_process(killed, die_after=9) == -signal.SIGKILL  # in the second
    assert train_in_a_process(killed) == 0
    assert same(state(killed), state(tmp_path / "whole"))
    assert same(state(killed, BEST), state(tmp_path / "whole", BEST))


@pytest.mark.slow
def test_kills_at_random_moments_change_nothing(tmp_path: Path) -> None:
    """Three times, whatever the training is doing: computing, evaluating, writing a checkpoint."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    begun = time.monotonic()
    assert train_in_a_process(whole, epochs=LONG, average_last=3) == 0
    longest = (time.monotonic() - begun) / 4  # three times that is not all of it, on any machine
    chance = random.Random(4)
    for _ in range(3):
        process = started(partial(train, epochs=LONG, average_last=3), killed)
        while not (killed / LATEST).exists() and process.is_alive():
            time.sleep(0.01)
        time.sleep(chance.uniform(0.0, longest))
        process.kill()
        assert ended(process) == -signal.SIGKILL, "the training is too short to be killed three times"
    assert train_in_a_process(killed, epochs=LONG, average_last=3) == 0
    assert same(state(killed), state(whole))
    assert same(state(killed, BEST), state(whole, BEST))
    assert {path.name for path in killed.iterdir()} == {path.name for path in whole.iterdir()}


def test_the_log_of_a_resumed_training_tells_every_step_once(tmp_path: Path) -> None:
    trainer(tmp_path, epochs=30).run()
    whole = (tmp_path / "metrics.jsonl").read_text().splitlines()
    with (tmp_path / "metrics.jsonl").open("a") as log:
        log.write('{"step": 900, "loss": 1}\n{"epoch": 99}\n{"ste')  # written after the last checkpoint
    trainer(tmp_path, epochs=30).run()
    assert (tmp_path / "metrics.jsonl").read_text().splitlines() == whole
    steps = [json.loads(line)["step"] for line in whole if "loss" in json.loads(line)]
    assert steps == list(range(10, 151, 10))


def test_a_finished_training_is_not_trained_again(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    before = state(tmp_path)
    assert trainer(tmp_path, task=Regression(die_after=1)).run().step == 10
    assert same(state(tmp_path), before)


def test_training_lowers_the_error(tmp_path: Path) -> None:
    one = trainer(tmp_path, epochs=30, learning_rate=0.02, checkpoint_seconds=60)
    scores = [record["score"] for record in one.run().history]
    assert max(scores) > scores[0] + 0.1
    assert one.progress.best == max(scores)


def test_the_best_weights_are_those_that_evaluated_best(tmp_path: Path) -> None:
    seen: list[dict[str, Tensor]] = []

    def evaluate(model: nn.Module) -> dict[str, float]:
        assert not model.training
        seen.append({name: tensor.clone() for name, tensor in model.state_dict().items()})
        return {"score": [0.2, 0.7, 0.5][len(seen) - 1]}

    one = trainer(tmp_path, epochs=3, evaluate=evaluate)
    one.run()
    assert same(one.best_state(), seen[1])
    assert not same(one.best_state(), seen[2])


def test_without_evaluation_the_average_is_kept_and_an_old_best_is_not_taken(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    (tmp_path / LATEST).unlink()
    fresh = trainer(tmp_path, evaluate=None, identity="other")
    fresh.run()
    assert same(fresh.best_state(), fresh.average.state(fresh.model))
    other = trainer(tmp_path, identity="third")  # best.pt is of the first training still
    assert same(other.best_state(), other.average.state(other.model))


def test_evaluation_leaves_the_weights_as_they_were(tmp_path: Path) -> None:
    def destroy(model: nn.Module) -> dict[str, float]:
        for parameter in model.parameters():
            parameter.zero_()
        return {"score": 0.0}

    with_it, without = trainer(tmp_path / "a", evaluate=destroy), trainer(tmp_path / "b", evaluate=None)
    with_it.run()
    without.run()
    assert same(with_it.model.state_dict(), without.model.state_dict())


def test_several_batches_a_step_are_as_one_large_batch(tmp_path: Path) -> None:
    def still() -> nn.Module:
        torch.manual_seed(1)
        return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def joined(epoch: int) -> list[Pair]:
        parts = batches(epoch)
        return [
            (torch.cat([parts[i][0], parts[i + 1][0]]), torch.cat([parts[i][1], parts[i + 1][1]]))
            for i in range(0, 10, 2)
        ]

    models = []
    for name, data, accumulate in (("two", batches, 2), ("one", joined, 1)):
        config = TrainerConfig(epochs=2, accumulate=accumulate, learning_rate=0.01)
        one = Trainer(still(), Regression(), data, tmp_path / name, config, device="cpu")
        one.run()
        models.append(one.model.state_dict())
    for name, tensor in models[0].items():
        torch.testing.assert_close(tensor, models[1][name], atol=1e-5, rtol=0)


def test_the_rate_rises_then_falls_to_zero(tmp_path: Path) -> None:
    one = trainer(tmp_path, epochs=10, warmup=0.2, learning_rate=1.0)
    rates = []
    for _ in range(one.total_steps):
        rates.append(one.schedule.get_last_lr()[0])
        one.optimizer.step()
        one.schedule.step()
    assert one.total_steps == 50
    peak = rates.index(max(rates))
    assert peak in (9, 10)
    assert rates[: peak + 1] == sorted(rates[: peak + 1])
    assert rates[peak:] == sorted(rates[peak:], reverse=True)
    assert one.schedule.get_last_lr()[0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("lengths", [(5, 8, 7), (8, 3, 4)])
def test_where_epochs_differ_in_length_the_rate_is_zero_at_the_last_step_and_not_before(
    tmp_path: Path, lengths: tuple[int, ...]
) -> None:
    one = trainer(tmp_path, epochs=len(lengths))
    one.epoch_batches = lambda epoch: batches(epoch, lengths[epoch])
    steps = sum(math.ceil(length / 2) for length in lengths)
    assert one.run().step == one.total_steps == steps
    records = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    last = next(record for record in records if "steps" in record and record["step"] == steps)
    assert (last["steps"], last["seconds_left"]) == (steps, 0)
    assert one.schedule.get_last_lr()[0] == pytest.approx(0, abs=1e-12)


def test_fresh_parameters_and_matrices_have_rates_and_decay_of_their_own(tmp_path: Path) -> None:
    one = trainer(tmp_path, fresh=("4.",), learning_rate=0.1, head_learning_rate=0.5, weight_decay=0.3)
    found = {}
    for group in one.optimizer.param_groups:
        for parameter in group["params"]:
            name = next(n for n, p in one.model.named_parameters() if p is parameter)
            found[name] = (group["initial_lr"], group["weight_decay"])
    assert found == {
        "0.weight": (0.1, 0.3),
        "0.bias": (0.1, 0.0),
        "3.weight": (0.1, 0.0),
        "3.bias": (0.1, 0.0),
        "4.weight": (0.5, 0.3),
        "4.bias": (0.5, 0.0),
    }


def test_it_can_be_evaluated_every_so_many_steps_and_at_the_end(tmp_path: Path) -> None:
    seen: list[int] = []

    def evaluate(_: nn.Module) -> dict[str, float]:
        seen.append(one.progress.step)
        return {"score": 0.0}

    one = trainer(tmp_path, epochs=2, evaluate_every=3, evaluate=evaluate)  # ten steps
    one.run()
    assert seen == [3, 6, 9, 10]


def test_it_can_end_after_so_many_steps_in_the_midst_of_an_epoch(tmp_path: Path) -> None:
    one = trainer(tmp_path, epochs=1, steps=7)
    progress = one.run()
    assert (progress.step, progress.epoch, progress.batch) == (7, 1, 4)
    assert one.total_steps == 7
    assert len(progress.history) == 2  # after the epoch, and at the end


def test_it_stops_when_the_score_has_not_risen_for_so_many_evaluations(tmp_path: Path) -> None:
    scores = iter([1.0, 3.0, 2.0, 3.0, 2.5, 9.0])
    one = trainer(tmp_path, epochs=6, patience=3, evaluate=lambda _: {"score": next(scores)})
    assert [record["score"] for record in one.run().history] == [1.0, 3.0, 2.0, 3.0, 2.5]
    before = state(tmp_path)
    again = trainer(tmp_path, epochs=6, patience=3, evaluate=lambda _: {"score": 99.0}, task=Regression(1))
    assert again.run().step == 25  # it had ended, and stays so
    assert same(state(tmp_path), before)


def test_the_mean_of_the_last_evaluations_weights_is_evaluated_and_kept(tmp_path: Path) -> None:
    after: list[Tensor] = []
    evaluated: list[Tensor] = []

    def evaluate(model: nn.Module) -> dict[str, float]:
        evaluated.append(model.get_parameter("4.weight").clone())
        return {"score": float(len(evaluated))}

    class Watching(Trainer[Pair]):
        def _evaluate(self) -> dict[str, float]:
            after.append(self.model.get_parameter("4.weight").detach().clone())
            return super()._evaluate()

    config = TrainerConfig(epochs=5, average_last=3, learning_rate=0.1)
    one = Watching(network(), Regression(), batches, tmp_path, config, evaluate=evaluate, device="cpu")
    one.run()
    torch.testing.assert_close(evaluated[0], after[0])
    torch.testing.assert_close(evaluated[4], torch.stack(after[2:]).mean(dim=0))
    torch.testing.assert_close(one.best_state()["4.weight"], evaluated[4])


def test_the_log_tells_the_pace_and_the_time_left(tmp_path: Path) -> None:
    trainer(tmp_path, epochs=30).run()
    records = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    paces = [record for record in records if "examples_per_second" in record]
    assert len(paces) == 15
    assert all(record["examples_per_second"] > 0 for record in paces)
    assert paces[-1]["seconds_left"] == 0.0
    assert paces[0]["seconds_left"] > 0


def test_without_clipping_large_gradients_stay_large(tmp_path: Path) -> None:
    def first_step(folder: Path, clip: float) -> Tensor:
        one = trainer(folder, epochs=1, clip=clip, average=0, evaluate=None)
        one._gradients(batches(0)[:1])
        nn.utils.clip_grad_norm_(one.model.parameters(), one.config.clip or math.inf)
        return torch.cat([p.grad.flatten() for p in one.model.parameters() if p.grad is not None])

    free, clipped = first_step(tmp_path / "a", 0.0), first_step(tmp_path / "b", 0.01)
    assert free.norm() > 0.1
    assert clipped.norm() == pytest.approx(0.01, rel=1e-3)


def test_mixed_precision_learns_and_keeps_its_weights_in_float32(tmp_path: Path) -> None:
    kinds: set[torch.dtype] = set()

    class Watching(Regression):
        def loss(self, model: nn.Module, batch: Pair) -> tuple[Tensor, int]:
            kinds.add(model(batch[0]).dtype)
            return super().loss(model, batch)

    one = trainer(tmp_path, epochs=20, learning_rate=0.02, precision="bfloat16", task=Watching())
    scores = [record["score"] for record in one.run().history]
    assert kinds == {torch.bfloat16}
    assert {p.dtype for p in one.model.parameters()} == {torch.float32}
    assert max(scores) > scores[0] + 0.05


def test_tensorboard_gets_the_same_figures(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    trainer(tmp_path, epochs=10, tensorboard=True).run()
    board = EventAccumulator(str(tmp_path / "tensorboard"))
    board.Reload()
    records = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    logged = [(record["step"], record["loss"]) for record in records if "loss" in record]
    assert [(event.step, pytest.approx(event.value)) for event in board.Scalars("loss")] == logged


def test_tensorboard_has_each_step_once_after_a_training_went_on(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    trainer(tmp_path, epochs=10, tensorboard=True).run()
    first = trainer(tmp_path, epochs=10, tensorboard=True)
    for _ in range(2):
        first.log.write({"step": 10_000, "loss": 1.0})  # of steps that a kill undid
    again = trainer(tmp_path, epochs=10, tensorboard=True)
    again.log.cut(first.total_steps, 10)
    again.log.write({"step": first.total_steps + 1, "loss": 0.5})
    board = EventAccumulator(str(tmp_path / "tensorboard"))
    board.Reload()
    steps = [event.step for event in board.Scalars("loss")]
    assert steps == sorted(set(steps))
    assert steps[-1] == first.total_steps + 1


def test_tensorboard_that_is_not_installed_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(InvalidConfig, match="tensorboard: the package is not installed"):
        trainer(tmp_path, tensorboard=True)


def test_a_checkpoint_of_another_configuration_is_refused_and_kept(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    before = state(tmp_path)
    with pytest.raises(TrainingFailed, match="another configuration"):
        trainer(tmp_path, identity="other").run()
    assert same(state(tmp_path), before)


def test_a_checkpoint_that_does_not_fit_the_model_is_refused(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    other = Trainer(
        nn.Linear(4, 1), Regression(), batches, tmp_path, TrainerConfig(), identity="toy", device="cpu"
    )
    with pytest.raises(TrainingFailed, match="does not fit the model") as caught:
        other.run()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04cut"])
def test_a_damaged_checkpoint_is_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LATEST).write_bytes(content)
    with pytest.raises(TrainingFailed, match="damaged") as caught:
        trainer(tmp_path).run()
    assert "\n" not in str(caught.value)


def test_nothing_to_train_on_is_one_line(tmp_path: Path) -> None:
    one: Trainer[Pair] = Trainer(network(), Regression(), lambda _: [], tmp_path, TrainerConfig())
    with pytest.raises(TrainingFailed, match="nothing to train on"):
        one.run()


@pytest.mark.parametrize("bad", [math.inf, math.nan])
def test_a_loss_that_is_not_finite_ends_the_training_and_the_last_checkpoint_is_good(
    tmp_path: Path, bad: float
) -> None:
    class Breaking(Regression):
        def loss(self, model: nn.Module, batch: Pair) -> tuple[Tensor, int]:
            loss, count = super().loss(model, batch)
            return (loss * bad if self.seen == 7 else loss), count

    with pytest.raises(TrainingFailed, match="not finite at step 3"):
        trainer(tmp_path, task=Breaking()).run()
    kept = state(tmp_path)
    assert kept["progress"]["step"] == 3  # type: ignore[index]
    assert all(tensor.isfinite().all() for tensor in kept["model"].values())  # type: ignore[attr-defined]


def test_a_gradient_that_is_not_finite_ends_the_training_too(tmp_path: Path) -> None:
    class Breaking(Regression):
        def loss(self, model: nn.Module, batch: Pair) -> tuple[Tensor, int]:
            loss, count = super().loss(model, batch)
            zero = sum((p * 0).sum() for p in model.parameters())
            return loss + torch.sqrt(zero) * 1.0, count  # its value is 0, its gradient nan

    with pytest.raises(TrainingFailed, match="gradient is not finite at step 0"):
        trainer(tmp_path, task=Breaking()).run()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingFailed, match="cannot be written") as caught:
        trainer(tmp_path / "file" / "run").run()
    assert "\n" not in str(caught.value)


def test_random_features_are_redrawn_as_the_model_is_configured_and_a_resumed_training_repeats_it(
    tmp_path: Path,
) -> None:
    def attention(folder: Path, epochs: int) -> Tensor:
        mechanism = PerformerAttention(
            head_dim=4, generator=torch.Generator().manual_seed(1), features=8, redraw_every=3
        )
        model = network()
        next(model.children()).add_module("attention", mechanism)
        Trainer(model, Regression(), batches, folder, TrainerConfig(epochs=epochs)).run()
        return mechanism.directions.clone()

    first, whole = attention(tmp_path / "first", 1), attention(tmp_path / "whole", 2)
    assert not torch.equal(first, whole)
    attention(tmp_path / "resumed", 1)
    assert torch.equal(attention(tmp_path / "resumed", 2), whole)


@pytest.mark.slow
def test_ctrl_c_saves_the_step_and_the_training_ends_with_the_same_weights(tmp_path: Path) -> None:
    assert train_in_a_process(tmp_path / "whole") == 0
    stopped = tmp_path / "stopped"
    said = tmp_path / "said.txt"
    assert ended(started(train_until_ctrl_c, stopped, said)) == 0
    step = state(stopped)["progress"]["step"]  # type: ignore[index]
    assert f"step {step} is saved" in said.read_text(encoding="utf-8")
    assert train_in_a_process(stopped) == 0
    assert same(state(stopped)["model"], state(tmp_path / "whole")["model"])
