"""People: guests with a name, who may claim it with a password. Sessions are random tokens, stored as hashes."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.server.errors import (
    DatabaseAway,
    Forbidden,
    NameTaken,
    NoSuchThing,
    TooMany,
    WrongPassword,
)
from gravitable.server.people.names import clean_name, keys_alike, look_of, name_key
from gravitable.server.protocol.parts import Person
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

SESSION_DAYS: Final = 400
MAX_TOKENS: Final = 10
_AT_ONCE: Final = 500
FORGOTTEN: Final = "(left)"
"""The name that stands for people who wanted to be forgotten."""
_OF_A_PERSON: Final = (
    schema.ratings,
    schema.chat,
    schema.puzzle_tries,
    schema.puzzle_solvers,
    schema.daily_tries,
)
"""What goes with somebody who wants to be forgotten."""
_DAY_MS: Final = 24 * 3600 * 1000
_NAME_OR_PASSWORD: Final = "name and password do not fit together"  # noqa: S105 - a message


@dataclass(frozen=True, slots=True)
class Token:
    """A program's token, as its owner sees it afterwards."""

    id: int
    label: str
    created: int


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with a session."""

    person: Person
    session: int
    may_change_account: bool = True
    """Whether this is a program's token, with which one may play but not change the account."""


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class People:
    """Everybody the server knows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._nobody: str | None = None
        self._hashing = asyncio.Semaphore(2)  # one hash takes 64 MB on purpose

    async def of_token(self, token: str) -> Visitor | None:
        """Return the person whose token this is, and the number of the session."""
        people, sessions = schema.people, schema.sessions
        query = (
            select(
                people.c.id,
                people.c.name,
                people.c.name_key,
                sessions.c.expires,
                sessions.c.kind,
                sessions.c.seen,
                sessions.c.id.label("session"),
            )
            .join(sessions, sessions.c.person == people.c.id)
            .where(sessions.c.token_hash == _hash(token))
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).first()
        if found is None or (found.expires is not None and found.expires < now_ms()):
            return None
        if found.seen is None or found.seen < now_ms() - _DAY_MS:
            await self._note_seen(found.session)
        return Visitor(_person(found), found.session, found.kind == "browser")

    async def _note_seen(self, session: int) -> None:
        """Note that a session is in use, once a day, so that it is not taken for a forgotten one."""
        with suppress(DatabaseAway):
            async with self._database.writing() as connection:
                change = update(schema.sessions).where(schema.sessions.c.id == session)
                await connection.execute(change.values(seen=now_ms()))

    async def living(self, sessions: Collection[int]) -> set[int]:
        """Return which of these sessions have not ended."""
        known, found = schema.sessions.c, set[int]()
        now, wanted = now_ms(), sorted(sessions)
        async with self._database.reading() as connection:
            for first in range(0, len(wanted), _AT_ONCE):
                query = select(known.id).where(
                    known.id.in_(wanted[first : first + _AT_ONCE]),
                    or_(known.expires.is_(None), known.expires >= now),
                )
                found |= set((await connection.execute(query)).scalars())
        return found

    async def new_guest(self, text: str) -> tuple[Person, str]:
        """Return a new guest and the token of their session; raises BadName or NameTaken."""
        name = clean_name(text)
        async with self._database.writing() as connection:
            await _refuse_claimed(connection, name)
            values = {"name": name, "created": now_ms()}
            person = (await connection.execute(insert(schema.people).values(values))).inserted_primary_key
            number = int(person[0]) if person else 0
            token = await _new_session(connection, number, "browser", "")
        return Person(id=number, name=name, claimed=False), token

    async def rename(self, person: Person, text: str) -> Person:
        """Give a guest another name; raises BadName, NameTaken or Forbidden."""
        name = clean_name(text)
        if name == person.name:
            return person
        if person.claimed:
            raise Forbidden("a claimed name stays; sign out to play under another")
        async with self._database.writing() as connection:
            await _refuse_claimed(connection, name)
            change = update(schema.people).where(_is_guest(person)).values(name=name)
            if not (await connection.execute(change)).rowcount:
                raise Forbidden("a claimed name stays; sign out to play under another")
        return replace(person, name=name)

    async def claim(self, person: Person, password: str) -> Person:
        """Protect a guest's name with a password; raises NameTaken or Forbidden."""
        hashed = await self._in_thread(self._hasher.hash, password)
        change = update(schema.people).where(_is_guest(person), schema.people.c.name == person.name)
        try:
            async with self._database.writing() as connection:
                await _refuse_claimed(connection, person.name)
                known_as = {"name_key": name_key(person.name), "name_look": look_of(person.name)}
                done = await connection.execute(change.values(**known_as, password=hashed))
                if not done.rowcount:
                    raise Forbidden("your name was changed or claimed meanwhile; look again")
        except IntegrityError:
            raise NameTaken(f"somebody has claimed the name {person.name!r} already; take another") from None
        return replace(person, claimed=True)

    async def sign_in(self, name: str, password: str) -> tuple[Person, str]:
        """Return somebody by name and password, and the token of a new session; raises WrongPassword."""
        people, nobody = schema.people.c, await self._nobodys_password()
        query = select(schema.people).where(people.name_key == name_key(name))
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).first()
        # An unknown name takes as long as a wrong password, so that nobody can tell them apart.
        known = found.password if found is not None else nobody
        if not await self._in_thread(self._fits, known, password) or found is None:
            raise WrongPassword(_NAME_OR_PASSWORD)
        async with self._database.writing() as connection:
            token = await _new_session(connection, found.id, "browser", "")
        return _person(found), token

    async def change_password(self, visitor: Visitor, old: str, new: str) -> set[int]:
        """Give somebody another password, and return the other sessions, which end; raises WrongPassword."""
        await self.check_password(visitor.person, old)
        hashed = await self._in_thread(self._hasher.hash, new)
        people, sessions = schema.people, schema.sessions.c
        async with self._database.writing() as connection:
            await connection.execute(
                update(people).where(people.c.id == visitor.person.id).values(password=hashed)
            )
            gone = delete(schema.sessions).where(
                sessions.person == visitor.person.id, sessions.id != visitor.session
            )
            return set((await connection.execute(gone.returning(sessions.id))).scalars())

    async def check_password(self, person: Person, password: str) -> None:
        """Raise WrongPassword unless it is somebody's; a guest has none."""
        query = select(schema.people.c.password).where(schema.people.c.id == person.id)
        async with self._database.reading() as connection:
            known = (await connection.execute(query)).scalar()
        if known is not None and not await self._in_thread(self._fits, known, password):
            raise WrongPassword("this is not your password")

    async def forget(self, person: Person) -> set[int]:
        """Forget somebody's name, password, ratings and words, and return their sessions, which end.

        Their seats in games stay, without a name: the others played there too.
        """
        people, sessions = schema.people, schema.sessions.c
        values = {"name": FORGOTTEN, "name_key": None, "name_look": None, "password": None}
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(values))
            for table in _OF_A_PERSON:
                await connection.execute(delete(table).where(table.c.person == person.id))
            gone = delete(schema.sessions).where(sessions.person == person.id).returning(sessions.id)
            return set((await connection.execute(gone)).scalars())

    async def sign_out(self, token: str) -> int | None:
        """End a session, and return its number; None: there was none."""
        sessions = schema.sessions.c
        gone = delete(schema.sessions).where(sessions.token_hash == _hash(token)).returning(sessions.id)
        async with self._database.writing() as connection:
            return (await connection.execute(gone)).scalar_one_or_none()

    async def new_token(self, person: Person, label: str) -> tuple[Token, str]:
        """Return a token with which a program may play as this person; raises TooMany."""
        async with self._database.writing() as connection:
            if len(await _tokens(connection, person.id)) >= MAX_TOKENS:
                raise TooMany(f"at most {MAX_TOKENS} tokens a person: delete one first")
            shown = "".join(letter for letter in label if letter.isprintable())
            secret = await _new_session(connection, person.id, "token", shown)
            token = (await _tokens(connection, person.id))[-1]
        return token, secret

    async def tokens(self, person: Person) -> list[Token]:
        """Return the tokens of somebody's programs, without the secrets."""
        async with self._database.reading() as connection:
            return await _tokens(connection, person.id)

    async def delete_token(self, person: Person, token_id: int) -> None:
        """Take a token back; raises NoSuchThing."""
        sessions = schema.sessions.c
        gone = delete(schema.sessions).where(
            sessions.id == token_id, sessions.person == person.id, sessions.kind == "token"
        )
        async with self._database.writing() as connection:
            if not (await connection.execute(gone)).rowcount:
                raise NoSuchThing("you have no such token")

    async def _nobodys_password(self) -> str:
        if self._nobody is None:
            self._nobody = await self._in_thread(self._hasher.hash, secrets.token_hex(16))
        return self._nobody

    async def _in_thread(self, call: Any, *arguments: Any) -> Any:
        async with self._hashing:
            return await asyncio.to_thread(call, *arguments)

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def _is_guest(person: Person) -> ColumnElement[bool]:
    """Whether somebody has still not claimed a name: another tab of theirs may have been faster."""
    return (schema.people.c.id == person.id) & schema.people.c.name_key.is_(None)


def _person(found: Any) -> Person:
    return Person(id=found.id, name=found.name, claimed=found.name_key is not None)


async def _refuse_claimed(connection: AsyncConnection, name: str) -> None:
    """Refuse a name that belongs to somebody, or that a reader would take for it; raises NameTaken."""
    people = schema.people.c
    is_alike = people.name_key.in_(keys_alike(name)) | (people.name_look == look_of(name))
    query = select(people.name).where(is_alike).limit(1)
    if (taken := (await connection.execute(query)).scalar()) is not None:
        raise NameTaken(f"the name {taken!r} belongs to somebody with a password; sign in, or take another")


async def _new_session(connection: AsyncConnection, person: int, kind: str, label: str) -> str:
    token = secrets.token_urlsafe(32)
    now = now_ms()
    expires = now + SESSION_DAYS * _DAY_MS if kind == "browser" else None
    values = {"token_hash": _hash(token), "person": person, "kind": kind, "label": label}
    await connection.execute(insert(schema.sessions).values(**values, created=now, expires=expires, seen=now))
    return token


async def _tokens(connection: AsyncConnection, person: int) -> list[Token]:
    sessions = schema.sessions.c
    query = select(sessions.id, sessions.label, sessions.created).where(
        sessions.person == person, sessions.kind == "token"
    )
    return [Token(*found) for found in await connection.execute(query.order_by(sessions.id))]
