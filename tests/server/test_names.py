"""Names that pass as another's are refused; names of all alphabets are welcome."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gravitable.server.errors import BadName, NameTaken
from gravitable.server.people.names import clean_name, keys_alike, name_key
from gravitable.server.people.people import People
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url

ADA = "Ada Lovelace"
ALIKE = [
    "ADA LOVELACE",
    " Ada  Lovelace ",
    "\uff21da Lovelace",  # a wide A
    "\u0410da Lovelace",  # Cyrillic
    "Ad\u0430 L\u043ev\u0435lace",
    "\u0391da Lovelace",  # Greek
    "Ada L\u03bfvelace",
    "Ada Love1ace",
    "Ada LoveIace",
    "Ada Love\u0406ace",
]
ALIKE_BEYOND_LATIN = [
    ("\u0412\u043e\u0432\u0430", "Bo\u0432a"),  # Cyrillic, and with Latin B, o and a in it
    ("\u0412\u043e\u0432\u0430", "\u0412\u03bf\u0432\u0430"),  # with a Greek o
    ("\u0391\u039d\u039d\u0391", "ANNA"),  # Greek, and the same in Latin letters alone
    ("\u0421\u043e\u0441\u043e", "Coco"),  # Cyrillic
]
"""Claimed names that are not Latin, and how somebody could imitate them."""
HIDDEN = ["Ada\u200b", "A\u00adda", "\u3164", "Ada\u2800", "\u0301Ada", "Ada\u202e", "\u115f\u1160"]
OTHERS = ["Вова", "Vova", "Αλέξανδρος", "李雷", "Łukasz", "Zoë", "Nuño", "Iñaki", "Ada Lovelock", "محمد"]


async def _people(path: Path) -> tuple[Database, People]:
    database = Database(database_url(str(path)))
    await database.migrate()
    return database, People(database)


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_looks_like_a_claimed_one_is_refused(name: str, tmp_path: Path) -> None:
    async def run() -> None:
        database, people = await _people(tmp_path / "names.db")
        early, _ = await people.new_guest(name)  # before anybody claimed it
        ada, _ = await people.new_guest(ADA)
        await people.claim(ada, "a long password")
        with pytest.raises(NameTaken, match=ADA):
            await people.new_guest(name)
        with pytest.raises(NameTaken):
            await people.claim(early, "another password")
        other, _ = await people.new_guest("Somebody")
        with pytest.raises(NameTaken):
            await people.rename(other, name)
        await database.close()

    asyncio.run(run())


@pytest.mark.parametrize(("claimed", "name"), ALIKE_BEYOND_LATIN)
def test_names_of_other_alphabets_are_as_safe(claimed: str, name: str, tmp_path: Path) -> None:
    async def run() -> None:
        database, people = await _people(tmp_path / "names.db")
        owner, _ = await people.new_guest(claimed)
        await people.claim(owner, "a long password")
        with pytest.raises(NameTaken, match=claimed):
            await people.new_guest(name)
        await people.forget(owner)
        assert (await people.new_guest(name))[0].name == clean_name(name)
        await database.close()

    asyncio.run(run())


@pytest.mark.parametrize("name", HIDDEN)
def test_letters_that_nobody_sees_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_names_of_all_alphabets_are_welcome_and_keep_apart(tmp_path: Path) -> None:
    async def run() -> None:
        database, people = await _people(tmp_path / "names.db")
        for name in [ADA, *OTHERS]:
            person, _ = await people.new_guest(name)
            assert person.name == name
            await people.claim(person, "a long password")
            assert (await people.sign_in(name.upper(), "a long password"))[0].id == person.id
        await database.close()

    asyncio.run(run())


def test_a_name_is_alike_to_itself() -> None:
    for name in [ADA, *OTHERS]:
        assert name_key(name) in keys_alike(name)
