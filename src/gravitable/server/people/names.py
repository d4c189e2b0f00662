"""Names: which letters they may have, and which names a reader would take for somebody else's.

Compared are NFKC forms without case (Unicode's rule for identifiers), and the forms in which each letter of another
alphabet is replaced by the Latin one that it looks like, by Unicode's list of confusables (confusable-homoglyphs). The
latter form of every claimed name is stored, so that names of other alphabets are as safe as Latin ones.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from gravitable.server.errors import BadName

MAX_NAME: Final = 24
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and signs, as Unicode has it, that show nothing."""
_ALIKE_IN_ASCII: Final = str.maketrans("I1|0", "lllO")


def clean_name(text: str) -> str:
    """Return a name without tricks (odd spaces, invisible letters); raises BadName."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} letters")
    if any(_is_hidden(letter) for letter in name) or unicodedata.combining(name[0]):
        raise BadName("a name has only letters, digits, signs and spaces that everybody can see")
    return name


def name_key(name: str) -> str:
    """Return a name as it is compared, whatever spaces are around it: Ada is ada.

    >>> name_key("  ADA   Lovelace ")
    'ada lovelace'
    """
    visible = (c for c in unicodedata.normalize("NFKC", name) if c.isspace() or not _is_hidden(c))
    return " ".join("".join(visible).split()).casefold()[:48]


def keys_alike(name: str) -> set[str]:
    """Return the keys of all names that a reader could take for this one: the own, and those in plain Latin letters.

    >>> "ada" in keys_alike(chr(0x410) + "da")  # the first letter is Cyrillic
    True
    >>> "ivan" in keys_alike("lvan"), "adal" in keys_alike("AdaI"), keys_alike("Bob")
    (True, True, {'bob'})
    """
    latin = "".join(_latin(letter) for letter in unicodedata.normalize("NFKC", name))
    alike = {name, latin, latin.translate(_ALIKE_IN_ASCII)}
    if latin[:1] == "l":  # what stands first is mostly a capital
        alike.add("I" + latin[1:])
    return {name_key(one) for one in alike}


def look_of(name: str) -> str:
    """Return how a name looks: the same for names of any alphabets that a reader could take for each other.

    >>> look_of("Вова") == look_of("Boвa")  # the first is Cyrillic; the second has B, o and a of the Latin alphabet
    True
    >>> look_of("Ivan") == look_of("lvan"), look_of("Вова") == look_of("Vova")
    (True, False)
    """
    latin = "".join(_latin(letter) for letter in unicodedata.normalize("NFKC", name))
    return name_key(latin.translate(_ALIKE_IN_ASCII))


@cache
def _latin(letter: str) -> str:
    """Return the Latin letter or digit that looks like a letter, itself if there is none; capitals like capitals."""
    found = None if letter.isascii() else confusables.is_confusable(letter, greedy=True)
    alike = (
        [one["c"] for one in found[0]["homoglyphs"] if one["c"].isascii() and one["c"].isalnum()]
        if found
        else []
    )
    alike.sort(key=lambda one: (one.isupper() != letter.isupper(), not one.isalpha(), one))
    return alike[0] if alike else letter


def _is_hidden(letter: str) -> bool:
    return unicodedata.category(letter) in _HIDDEN_CATEGORIES or letter in _INVISIBLE
