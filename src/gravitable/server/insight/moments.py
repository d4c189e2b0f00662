"""Single moments of finished games: what a seat could see and do, what should have followed, and another try.

Everything is made of the state as the seat that decides could see it. Slow: call these in a thread.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from gravitable.bots.analysis import one_guess
from gravitable.core.errors import BadOption, IllegalAction
from gravitable.core.events import clear, event_buffer, rows
from gravitable.core.game import Game
from gravitable.reviews.decisions import verdict_of
from gravitable.reviews.judges import judge_for, mean_and_band
from gravitable.reviews.types import Decision, Review, Step
from gravitable.server.errors import NoSuchReview
from gravitable.server.play.match import Match, begin
from gravitable.server.protocol.insight import Line, LineFrame, Moment, TrialAnswer


def game_at(match: Match, entry: int) -> Game:
    """Return a game as it was after so many entries of its log."""
    table = match.terms.table
    states = (
        table.rules.start(table.players, table.options)
        if table.position is None
        else table.rules.read_position(table.position)[2]
    )
    game = Game(table, states)
    for one in match.game.entries(0, entry):
        if one.seat is None:
            game.play_chance(one.action, one.seed or 0)
        else:
            game.play_without_chance(one.seat, one.action)
    return game


def decider(match: Match, entry: int) -> int:
    """Return the seat that decided at a place of the log; raises BadOption where nobody did."""
    log = match.game.log
    seat = log[entry].seat if 0 <= entry < len(log) else None
    if seat is None:
        raise BadOption(f"entry: nobody decides at {entry}; the log has entries from 0 to {len(log) - 1}")
    return seat


def version_at(match: Match, entry: int) -> int:
    """Return the newest version that is reached by so many entries of the log."""
    game, version = begin(match.terms).game, 0
    for row, _ in match.steps:
        for action in row.actions:
            game.advance(row.seat or 0, action)
        if game.n_entries > entry:
            break
        version = row.seq
    return version


def moment(match: Match, entry: int) -> Moment[Any, Any, Any]:
    """Return what the seat that decided at a place of the log saw, and what it could have played."""
    seat = decider(match, entry)
    game = game_at(match, entry)
    legal = game.legal(seat)
    return Moment(
        game=game.name,
        table=match.terms.table_id,
        entry=entry,
        version=version_at(match, entry),
        seat=seat,
        taken=match.game.log[entry].action,
        legal=legal,
        previews=[game.typed_preview(seat, action) for action in legal],
        view=game.typed_view(seat),
        board=game.board(),
    )


def decision_at(review: Review, entry: int) -> Decision:
    """Return what a review says about a place of the log; raises NoSuchReview where there was no choice."""
    for decision in review.decisions:
        if decision.entry == entry:
            return decision
    raise NoSuchReview(f"the review says nothing about entry {entry}: there was nothing to choose")


def line(match: Match, decision: Decision, which: Literal["best", "taken"]) -> Line[Any, Any, Any]:
    """Return what the reference expected after an action, played out for one guess at what was hidden."""
    game, seat = game_at(match, decision.entry), decision.seat
    rules, option = game.rules, decision.best if which == "best" else decision.taken
    states = one_guess(rules, rules.mask(game.states, seat))
    frames: list[LineFrame[Any, Any, Any]] = []
    for step in (Step(seat, option.action, guess=False), *option.line):
        action, events, board_key = rules.action_number(step.action), event_buffer(), rules.board_key(states)
        clear(events)
        if action not in rules.legal(states, step.seat):
            break
        rules.apply(states, step.seat, action, events)
        is_new = rules.board_key(states) != board_key
        frames.append(
            LineFrame(
                seat=step.seat,
                action=step.action,
                guess=step.guess,
                events=list(rules.events(states, rules.seen(rows(events), seat))),
                view=rules.view(rules.mask(states, seat)),
                board=rules.board(states, game.options) if is_new else None,
            )
        )
    return Line(game=game.name, frames=frames)


def trial(match: Match, review: Review, decision: Decision, action: str) -> TrialAnswer:
    """Return what the reference of a review thinks of another action, with the same effort as for the best one."""
    game, seat = game_at(match, decision.entry), decision.seat
    if action not in game.legal(seat):
        raise IllegalAction(f"seat {seat} could not play {action!r} there", legal=game.legal(seat))
    rules, reference = game.rules, review.reference
    judge = judge_for(rules, game.players, reference.budget, reference.seeds)
    masked = rules.mask(game.states, seat)
    tried, best = (
        [judge.after(masked, seat, rules.action_number(one), seed)[seat] for seed in range(reference.seeds)]
        for one in (action, decision.best.action)
    )
    mean, band = mean_and_band([np.array([each]) for each in tried])
    loss, uncertainty = mean_and_band([np.array([b - a]) for a, b in zip(tried, best, strict=True)])
    cost = max(0.0, float(loss[0]))
    return TrialAnswer(
        action=action,
        chance=float(mean[0]),
        band=float(band[0]),
        loss=cost,
        uncertainty=float(uncertainty[0]),
        verdict=verdict_of(cost, float(uncertainty[0])),
    )
