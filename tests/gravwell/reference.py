"""A second, plain reading of the movement rules, to check the kernel against.

Ships are a dictionary from name to position; a ship through the gate is not in it any more.
"""

from __future__ import annotations

CARDS = {
    "A": "1", "B": "2", "C": "3", "D": "5", "E": "2", "F": "6", "G": "5", "H": "4", "I": "6",
    "J": "2T", "K": "2R", "L": "4", "M": "10", "N": "6R", "O": "7", "P": "5", "Q": "3T", "R": "9", "S": "9",
    "T": "2", "U": "5R", "V": "7", "W": "8", "X": "3R", "Y": "8", "Z": "7",
}  # fmt: skip
Ships = dict[str, int]


def resolve(ships: Ships, owner: str, letter: str, *, gate_ends_game: bool = True) -> Ships:
    """Return where everybody is after a card; names of players begin with ``seat`` or are ``ghost``."""
    face = CARDS[letter]
    value = int(face.rstrip("RT"))
    ships = dict(ships)
    if face.endswith("T"):
        return _tractor(ships, owner, value, gate_ends_game)
    if ships[owner] == 0:
        direction = 0 if face.endswith("R") else 1
    else:
        direction = -_pull(ships, owner) if face.endswith("R") else _pull(ships, owner)
    if direction:
        _move(ships, owner, direction * value)
    return ships


def _pull(ships: Ships, owner: str) -> int:
    """Return +1, -1 or 0."""
    offsets = [place - ships[owner] for ship, place in ships.items() if ship != owner and place > 0]
    if not offsets:
        return 0
    nearest = min(abs(offset) for offset in offsets)
    sides = {offset // nearest for offset in offsets if abs(offset) == nearest}
    if len(sides) == 1:
        return sides.pop()
    balance = sum(1 if offset > 0 else -1 for offset in offsets)
    return (balance > 0) - (balance < 0)


def _move(ships: Ships, ship: str, by: int) -> None:
    taken = {place for other, place in ships.items() if other != ship and place > 0}
    place = ships[ship] + by
    while place in taken:
        place += 1 if by > 0 else -1
    if place >= 54:
        del ships[ship]
    else:
        ships[ship] = max(0, place)


def _tractor(ships: Ships, owner: str, value: int, gate_ends_game: bool) -> Ships:
    here = ships[owner]
    others = [ship for ship in ships if ship != owner and ships[ship] != here]
    for ship in sorted(others, key=lambda name: (abs(ships[name] - here), ships[name])):
        _move(ships, ship, value if ships[ship] < here else -value)
        if ship not in ships and not ship.startswith("derelict") and gate_ends_game:
            break
    return ships
