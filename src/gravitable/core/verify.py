"""Was a game fair? Everything is computed again from the record, and compared with what a player kept.

A record that is consistent proves little: one that was made up can be consistent too. What binds it is
what was seen while the game went on: the commitment at the start and the heads after the moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Literal

from gravitable.core import chance, links, proof
from gravitable.core.contract import Json
from gravitable.core.errors import BadOption, DamagedRecord, GravitableError, UnknownRulesVersion
from gravitable.core.record import form_of, parse, replay

Word = Literal["fair", "not-fair", "given", "unfinished"]

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_GIVEN: Final = "the start was given, not dealt: nothing shows that it came about by chance or by play"
_CONTEST: Final = (
    "the record says that it is table {} of a contest: all tables there had the same deals, so their records have this "
    "commitment and this secret too"
)
_DEALS_GIVEN: Final = "its deals were given too, not drawn from the secret: it comes from an analysis"
_CUT: Final = (
    "the game is unfinished: the log stops before the rules end it (somebody resigned, or it was cut)"
)
_FORMAT_1: Final = (
    "a record of format 1 binds the deals only: a move that leads to the same end could have been changed"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``gravitable.verify`` found."""

    word: Word
    """``fair``; ``not-fair``: something does not fit; ``given``: the start was a position, so there was no deal to
    judge; ``unfinished``: all fits, but the log stops before the end."""
    problems: tuple[str, ...]
    """Everything that does not fit."""
    notes: tuple[str, ...]
    """What else a reader should know, in words."""
    commitment: str
    """The record's commitment: compare it with the one that was shown at the start."""
    head: str | None
    """The hash of its whole log: compare it with the one that was shown after the last move. Format 1 has none."""
    entries: int
    """How long the log is."""


def verify(
    record: Json | str | bytes,
    *,
    commitment: str | None = None,
    head: str | None = None,
    daily: str | None = None,
) -> Verdict:
    """Recompute a whole game and say whether it was fair.

    Fair: everything that was agreed, and the secret, are what was committed to; every seed derives from the secret;
    every deal, action and the result follow from those by the rules; and the log is the one that was hashed. Give
    the ``commitment`` that you saw at the start and a ``head`` that you saw after any move, to have the record held
    against them; for a daily challenge also a hash of its chain that you saw on that day or before (``daily``).
    Raises DamagedRecord for what is no record, UnknownRulesVersion for a game that a newer version of the rules has to
    judge, and BadOption for what is no hash.

    >>> import gravitable
    >>> game = gravitable.new("gravwell", players=2, seed=1)
    >>> gravitable.verify(game.record(), commitment=game.commitment).word
    'unfinished'
    """
    seen = {"commitment": _checked("commitment", commitment), "head": _checked("head", head)}
    link = _checked("daily", daily)
    data = parse(record)
    form = form_of(data)
    problems = [*_agreement(data, form), *_seeds(data)]
    notes = [_GIVEN] * (data["position"] is not None) + [_FORMAT_1] * (form == 1)
    notes += _contest(data)
    notes += [_DEALS_GIVEN] * _has_given_deals(data)
    finished = False
    try:
        finished = replay(data).over
    except GravitableError as error:
        if isinstance(error, UnknownRulesVersion) and not problems:
            raise  # nothing is wrong with it, as far as this program knows
        problems.append(str(error))
    else:
        problems += _outcome(data)
        notes += [_CUT] * (not finished)
        _hold_against_head(data, form, seen["head"], problems, notes)
    _hold_against_chain(data, link, problems, notes)
    if seen["commitment"] not in (None, data["commitment"]):
        problems.append(f"commitment: you saw {seen['commitment']}; this record commits to another game")
    return Verdict(
        word=_word(data, problems, finished=finished),
        problems=tuple(problems),
        notes=tuple(notes),
        commitment=data["commitment"],
        head=data["head"] if form > 1 else None,
        entries=len(data["log"]),
    )


def _word(data: Json, problems: list[str], *, finished: bool) -> Word:
    if problems:
        return "not-fair"
    if data["position"] is not None:
        return "given"
    return "fair" if finished else "unfinished"


def _checked(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    plain = text.strip().lower() if isinstance(text, str) else ""
    if not _HEX64.fullmatch(plain):
        raise BadOption(f"a {name} is 64 hexadecimal digits, not {text!r}")
    return plain


def _agreement(data: Json, form: int) -> list[str]:
    """Return whether the commitment is to this secret and to how this game began."""
    agreed = proof.Agreement(data["game"], data["rules"], data["players"], data["options"], data["position"])
    try:
        if proof.commitment(form, bytes.fromhex(data["secret"]), agreed) == data["commitment"]:
            return []
    except (RecursionError, TypeError, ValueError) as error:
        raise DamagedRecord("options", f"cannot be written as JSON: {error}") from error
    what = "secret" if form == 1 else "secret, game, rules, players, options and start together"
    return [f"commitment: {what}: not what was committed to at the start"]


def _has_given_deals(data: Json) -> bool:
    """Say whether a record began from a position and says that its deals were given, not drawn from its secret."""
    return data["position"] is not None and data.get("chance") == "given"


def _seeds(data: Json) -> list[str]:
    """Return the seeds that do not derive from the secret, unless the record says that they were given."""
    if _has_given_deals(data):
        return []
    secret, problems, index = bytes.fromhex(data["secret"]), [], 0
    for number, line in enumerate(data["log"]):
        if isinstance(line, list) and len(line) == 2 and isinstance(line[0], str):
            expected = f"{chance.chance_seed(secret, index):016x}"
            if line[1] != expected:
                problems.append(f"log[{number}]: the seed of {line[0]!r} should be {expected}, not {line[1]}")
            index += 1
    return problems


def _outcome(data: Json) -> list[str]:
    """Return whether what a server says about the outcome fits the result; resignations are not in the log."""
    table: Any = data.get("table")
    told = table.get("outcome") if isinstance(table, dict) else None
    if not isinstance(told, dict) or data["result"] is None or told.get("resigned"):
        return []
    return [] if told == data["result"] else ["table: the outcome is not the result of the game"]


def _contest(data: Json) -> list[str]:
    """Return what a record that comes from a contest should be held against."""
    table: Any = data.get("table")
    told = table.get("contest") if isinstance(table, dict) else None
    number = told.get("number") if isinstance(told, dict) else None
    return [_CONTEST.format(number)] if isinstance(number, int) else []


def _hold_against_chain(data: Json, seen: str | None, problems: list[str], notes: list[str]) -> None:
    """Say whether a daily challenge was dealt by the link of its day."""
    told = links.told_in(data)
    if told is not None:
        wrong, known = links.problems_of(told, data["game"], data["secret"], seen)
        problems += wrong
        notes += known
    elif seen is not None:
        problems.append("daily: this record is of no daily challenge")


def _hold_against_head(
    data: Json, form: int, head: str | None, problems: list[str], notes: list[str]
) -> None:
    """Say where in the log a head that a player saw belongs; a head that belongs nowhere is a problem."""
    if head is None:
        return
    found = [] if form == 1 else proof.heads(bytes.fromhex(data["secret"]), data["commitment"], data["log"])
    if head not in found:
        problems.append("head: the hash that you saw belongs to no moment of this log")
        return
    number = found.index(head)
    rest = len(data["log"]) - number
    end = f"; the last {rest} came after it" if rest else ", to its end"
    notes.append(f"the log up to entry {number} is the one that you saw{end}")
