"""Who am I: guests, names, passwords, tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from gravitable.server.errors import Forbidden
from gravitable.server.guard.access import (
    COOKIE,
    Anybody,
    Owner,
    OwnerIfAny,
    OwningVisitor,
    Parts,
    payer_of,
    set_cookie,
    token_of,
)
from gravitable.server.people.names import name_key
from gravitable.server.people.people import Token
from gravitable.server.routes.answers import (
    ClaimForm,
    CompanionAnswer,
    ForgetForm,
    GuestForm,
    MeAnswer,
    NewTokenAnswer,
    PasswordForm,
    PersonAnswer,
    SignInForm,
    TokenForm,
    TokenInfo,
    TokensAnswer,
)

router = APIRouter(tags=["people"])


@router.get("/me")
async def me(person: Anybody, parts: Parts) -> MeAnswer:
    """Say who you are."""
    ratings = await parts.ratings.of_person(person.id) if person and person.claimed else []
    return MeAnswer(person=person, ratings=ratings)


@router.post("/guest")
async def guest(
    form: GuestForm, person: OwnerIfAny, parts: Parts, request: Request, response: Response
) -> PersonAnswer:
    """Play as a guest; with a session already: take another name."""
    if person is not None:
        return PersonAnswer(person=await parts.people.rename(person, form.name))
    parts.budgets.guests.charge(payer_of(request))
    new, token = await parts.people.new_guest(form.name)
    set_cookie(request, response, token)
    return PersonAnswer(person=new)


@router.post("/companions")
async def companion(form: GuestForm, _host: Owner, parts: Parts, request: Request) -> CompanionAnswer:
    """Make a guest who shares your device: the token is theirs, and your own session stays."""
    parts.budgets.guests.charge(payer_of(request))
    new, token = await parts.people.new_guest(form.name)
    return CompanionAnswer(person=new, token=token)


@router.post("/claim")
async def claim(form: ClaimForm, person: Owner, parts: Parts, request: Request) -> PersonAnswer:
    """Protect your name with a password."""
    parts.budgets.passwords.charge(payer_of(request))
    if person.claimed:
        raise Forbidden("your name has a password already")
    return PersonAnswer(person=await parts.people.claim(person, form.password))


@router.post("/sign-in")
async def sign_in(form: SignInForm, parts: Parts, request: Request, response: Response) -> PersonAnswer:
    """Come back under a claimed name."""
    parts.budgets.passwords.charge(payer_of(request))
    parts.budgets.password_names.check(name_key(form.name))
    person, token = await parts.people.sign_in(form.name, form.password)
    set_cookie(request, response, token)
    return PersonAnswer(person=person)


@router.post("/password", status_code=204)
async def password(form: PasswordForm, visitor: OwningVisitor, parts: Parts, request: Request) -> None:
    """Change your password. Every other session and token of yours ends."""
    parts.budgets.passwords.charge(payer_of(request))
    if not visitor.person.claimed:
        raise Forbidden("your name has no password yet: POST /api/claim")
    for session in await parts.people.change_password(visitor, form.old, form.new):
        await parts.session_ended(session)


@router.post("/forget-me", status_code=204)
async def forget_me(
    form: ForgetForm, person: Owner, parts: Parts, request: Request, response: Response
) -> None:
    """Delete your account: name, password, ratings, chat and tokens. A bot plays on for you where games go on."""
    parts.budgets.passwords.charge(payer_of(request))
    await parts.people.check_password(person, form.password)
    await parts.get_up_everywhere(person)
    for session in await parts.people.forget(person):
        await parts.session_ended(session)
    response.delete_cookie(COOKIE, path="/")


@router.post("/sign-out", status_code=204)
async def sign_out(parts: Parts, request: Request, response: Response) -> None:
    """End this session. A guest without a password cannot come back."""
    token = token_of(request)
    session = await parts.people.sign_out(token) if token else None
    if session is not None:
        await parts.session_ended(session)
    response.delete_cookie(COOKIE, path="/")


@router.get("/tokens")
async def tokens(person: Owner, parts: Parts) -> TokensAnswer:
    """List the tokens of your programs."""
    return TokensAnswer(tokens=[_info(token) for token in await parts.people.tokens(person)])


@router.post("/tokens")
async def new_token(form: TokenForm, person: Owner, parts: Parts) -> NewTokenAnswer:
    """Make a token with which a program plays under your name."""
    token, secret = await parts.people.new_token(person, form.label)
    return NewTokenAnswer(token=_info(token), secret=secret)


@router.delete("/tokens/{token_id}", status_code=204)
async def delete_token(
    token_id: Annotated[int, Path(ge=1, le=2**31 - 1)], person: Owner, parts: Parts
) -> None:
    """Take a token back."""
    await parts.people.delete_token(person, token_id)
    await parts.session_ended(token_id)


def _info(token: Token) -> TokenInfo:
    return TokenInfo(id=token.id, label=token.label, created=token.created)
