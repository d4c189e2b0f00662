"""Reviews: figures that add up, judged by what a seat could know, in steps, and clear errors."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

import gravitable
from gravitable.core.chance import generator
from gravitable.core.errors import BadOption, DamagedRecord, UnknownGame
from gravitable.reviews.curve import point_at
from gravitable.reviews.decisions import THRESHOLDS, Tried, best_of, judged, verdict_of
from gravitable.reviews.judges import judge_for
from gravitable.reviews.moments import UnfinishedGame, story_of
from gravitable.reviews.steps import review_steps
from gravitable.reviews.types import Review, read_review
from reviews.games import BUDGET, CASES, finished, reviewed

Both = pytest.mark.parametrize(("name", "players"), CASES)


@Both
def test_own_others_and_chance_add_up_to_result_minus_start(name: str, players: int) -> None:
    review = reviewed(name, players)
    assert len(review.seats) == players
    for seat in review.seats:
        assert seat.own + seat.others + seat.chance == pytest.approx(seat.result - seat.start, abs=1e-12)
        mine = [one for one in review.decisions if one.seat == seat.seat]
        assert seat.own == pytest.approx(sum(one.gives[seat.seat] for one in mine))
        assert 0 < seat.accuracy <= 100
    if players > 1:
        for part in ("start", "result"):
            assert sum(getattr(seat, part) for seat in review.seats) == pytest.approx(1)
        assert sum(seat.own + seat.others for seat in review.seats) == pytest.approx(0, abs=1e-9)


@Both
def test_the_curve_goes_from_the_start_to_the_result(name: str, players: int) -> None:
    review = reviewed(name, players)
    assert review.curve[0].kind == "start"
    assert review.curve[-1].kind == "end"
    assert review.curve[-1].chances == review.result
    assert [point.entry for point in review.curve] == sorted({point.entry for point in review.curve})
    for point in review.curve:
        assert len(point.chances) == len(point.bands) == players
        assert all(0 <= chance <= 1 for chance in point.chances)
        assert players == 1 or sum(point.chances) == pytest.approx(1)


def test_the_start_is_nearly_even_since_nothing_is_set_up_yet() -> None:
    """Eight boards drawn for all games alike once gave one seat up to ten points more than it had."""
    stories = [story_of(finished("superstar", 2, seed=seed).record()) for seed in (5, 6)]
    points = [point_at(judge_for(one.rules, 2, 60, 4), one, one.moments[0]) for one in stories]
    assert points[0] != points[1]
    for point in points:
        assert abs(point.chances[0] - 0.5) < 3.5 * point.bands[0]
        assert 0 < point.bands[0] < 0.02


def test_no_point_lies_between_picks_that_are_made_at_once() -> None:
    story = story_of(finished("gravwell", 4).record())
    sealed = [moment for moment in story.moments if moment.sealed]
    assert sealed
    for moment in sealed:
        hidden = story.rules.view(story.rules.mask(moment.states, -1))
        assert hidden.phase == "pick"  # type: ignore[attr-defined]
        assert any(seat.picked for seat in hidden.seats)  # type: ignore[attr-defined]
    assert not {moment.number for moment in sealed} & {point.entry for point in reviewed("gravwell", 4).curve}


@Both
def test_decisions_are_those_of_the_log_and_the_best_is_legal(name: str, players: int) -> None:
    record, review = finished(name, players).record(), reviewed(name, players)
    assert review.decisions
    for one in review.decisions[:: max(1, len(review.decisions) // 12)]:
        game = gravitable.replay(record, until=one.entry)
        assert record["log"][one.entry] == [one.seat, one.taken.action]
        assert {one.taken.action, one.best.action} <= set(game.legal(one.seat))
        assert one.loss == pytest.approx(one.best.chance - one.taken.chance, abs=1e-12)
        assert (one.loss > 0) == (one.best.action != one.taken.action)
        assert one.loss >= 0
        assert not one.loss or one.gives[one.seat] == pytest.approx(-one.loss)
        assert one.verdict == verdict_of(one.loss, one.uncertainty)
        assert review.curve[one.point].entry <= one.entry
        if one.loss:
            assert one.text


def test_among_equally_good_actions_noise_does_not_make_the_one_taken_look_worse() -> None:
    """Ten thousand decisions between three equal actions: the largest of three noisy figures would cost 3.3 points."""
    dice = np.random.default_rng(1)
    costs = []
    for _ in range(10_000):
        tried = [
            Tried(n, [np.array([x, 1 - x]) for x in 0.5 + 0.08 * dice.standard_normal(4)], ())
            for n in range(3)
        ]
        best = best_of(tried, 0)
        costs.append(np.mean([a[0] - b[0] for a, b in zip(tried[0].samples, best.samples, strict=True)]))
    assert abs(np.mean(costs)) < 0.002
    worse = [Tried(0, [np.array([0.4, 0.6])] * 4, ()), Tried(1, [np.array([0.5, 0.5])] * 4, ())]
    assert best_of(worse, 0) == worse[1]


@pytest.mark.parametrize(("name", "players"), [("superstar", 4), ("gravwell", 2), ("gravwell", 4)])
def test_a_decision_is_judged_by_what_its_seat_could_know(name: str, players: int) -> None:
    """Another world that the seat cannot tell from the true one gives the same judgement, bit by bit."""
    story = story_of(finished(name, players).record())
    judge = judge_for(story.rules, players, BUDGET, 2)
    moments = [one for one in story.moments if one.entry and one.entry.seat is not None]
    differing = 0
    for moment in moments[5 :: len(moments) // 6]:
        assert moment.entry is not None
        assert moment.entry.seat is not None
        masked = story.rules.mask(moment.states, moment.entry.seat)
        other = story.rules.determinize(masked, generator(3))
        differing += other.tobytes() != moment.states.tobytes()
        twin = type(moment)(moment.number, other, moment.to_act, moment.entry, moment.sealed)
        assert judged(judge, story, moment, 0) == judged(judge, story, twin, 0)
    assert differing


def test_a_blunder_is_found_and_said_in_words_of_the_game() -> None:
    found = [one for case in CASES for one in reviewed(*case).key_moments]
    assert found
    assert all(one.loss >= THRESHOLDS[-1][0] and one.loss > 2 * one.uncertainty for one in found)
    assert all(one.gains for one in found)


def test_it_comes_in_steps_and_can_be_left_at_any_time() -> None:
    steps = review_steps(finished("gravwell", 2).record(), budget=5)
    first = next(steps)
    assert first.progress.stage == "curve"
    assert first.progress.done == 0
    assert len(first.curve) > 10
    assert not first.done
    steps.close()  # type: ignore[attr-defined]
    seen = list(review_steps(finished("gravwell", 2).record(), budget=5))
    done = [one.progress.done for one in seen]
    assert done == sorted(done)
    assert [one.done for one in seen] == [False] * (len(seen) - 1) + [True]
    assert seen[-1].progress.done == seen[-1].progress.total
    assert all(one.curve == seen[-1].curve for one in seen if one.progress.stage == "decisions")


def test_the_same_record_and_budget_give_the_same_review_and_it_can_be_stored() -> None:
    review = reviewed("gravwell", 2)
    assert gravitable.review(json.dumps(finished("gravwell", 2).record()), budget=BUDGET) == review
    assert read_review(msgspec.json.encode(review)) == review
    told = json.loads(json.dumps(review.to_json()))
    assert {"start", "own", "others", "chance", "result"} <= set(told["seats"][0])
    assert told["decisions"]
    assert told["reference"]["budget"] == BUDGET


def test_what_cannot_be_reviewed_is_refused_with_a_reason() -> None:
    game = finished("gravwell", 2)
    record = game.record()
    with pytest.raises(UnfinishedGame, match="not over"):
        gravitable.review(gravitable.new("gravwell", seed=1).record())
    with pytest.raises(DamagedRecord):
        gravitable.review({**record, "log": record["log"][:-1]})
    with pytest.raises(DamagedRecord):
        gravitable.review("{}")
    with pytest.raises(UnknownGame):
        gravitable.review({**record, "game": "tiddlywinks"})
    for budget in (0, -1, 1.5, True, "100", 10**9):
        with pytest.raises(BadOption, match="budget"):
            gravitable.review(record, budget=budget)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="seeds"):
        gravitable.review(record, seeds=1)


def test_a_verdict_needs_a_loss_and_certainty() -> None:
    assert [verdict_of(loss, 0.0) for loss in (0.0, 0.049, 0.05, 0.1, 0.2)] == [
        "none",
        "none",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert verdict_of(0.2, 0.1) == "cannot-tell"
    assert verdict_of(0.01, 0.1) == "none"


def test_whole_reviews_say_so() -> None:
    assert isinstance(reviewed("superstar", 2), Review)
    assert reviewed("superstar", 2).done
