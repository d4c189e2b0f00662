"""Contests: several tables with the same deals, by one link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from gravitable.server.guard.access import Parts, Somebody, payer_of
from gravitable.server.routes.answers import ContestAnswer, ContestForm, PlaceForm, TableAnswer
from gravitable.server.routes.tables import origin_for, plan_of, told
from gravitable.server.services import Services

router = APIRouter(prefix="/contests", tags=["contests"])

ContestId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


@router.post("")
async def create(form: ContestForm, person: Somebody, parts: Parts, request: Request) -> ContestAnswer:
    """Make a contest. Its tables come when people join; each is as the form says."""
    parts.budgets.tables.charge(payer_of(request, person))
    plan = plan_of(form, None)
    info = await parts.contests.create(person, plan, form.hours, origin_for(parts, request))
    await parts.contest_desk.changed(info.id)
    return ContestAnswer(contest=info)


@router.get("/{contest_id}")
async def contest(contest_id: ContestId, parts: Parts) -> ContestAnswer:
    """Return a contest and its standing so far; over a socket, ``contest`` brings every change."""
    return ContestAnswer(contest=await parts.contest_desk.info(contest_id))


@router.post("/{contest_id}/join")
async def join(
    contest_id: ContestId, form: PlaceForm, person: Somebody, parts: Parts, request: Request
) -> TableAnswer:
    """Take a seat: at the table of that number, else wherever one is free, else at a new table.

    Who sits in the contest already is told their table again.
    """
    await parts.contest_desk.info(contest_id)  # ends it, if its time is over
    payer = payer_of(request, person)
    info, is_new = await parts.contests.join(
        person,
        contest_id,
        form.table,
        origin_for(parts, request),
        lambda: parts.budgets.tables.charge(payer),
    )
    return await told(parts, info) if is_new else TableAnswer(table=info)


@router.post("/{contest_id}/close")
async def close_entry(contest_id: ContestId, person: Somebody, parts: Parts) -> ContestAnswer:
    """Let nobody new join (host only): it is over when the last table has finished."""
    await parts.contests.close_entry(person, contest_id)
    await parts.contest_desk.changed(contest_id)
    return await _answer(parts, contest_id)


@router.post("/{contest_id}/end")
async def end(contest_id: ContestId, person: Somebody, parts: Parts) -> ContestAnswer:
    """End it now (host only): tables that are not finished are closed and do not count."""
    await parts.contest_desk.end(person, contest_id)
    return await _answer(parts, contest_id)


async def _answer(parts: Services, contest_id: str) -> ContestAnswer:
    return ContestAnswer(contest=await parts.contests.info(contest_id))
