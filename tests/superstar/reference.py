"""Gravity Superstar once more, slow and simple, written from the rules alone: the kernel must agree with it.

It shares nothing with the kernel but the form of ``Game.state()``, from which it starts. Spaces are (x, y) from the
top-left corner, directions are letters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .reference_board import (
    OPPOSITE,
    OWN,
    POINTS,
    QUARTERS,
    STARS_LEFT,
    Board,
    Player,
    Space,
    side_of,
    space_of,
    turned,
)

Json = dict[str, Any]

GOODIES = ("tile", "double", "teleport")
SPECIALS = [
    "long-left",
    "long-right",
    "high-left",
    "high-right",
    "drop",
    "rotate-cw",
    "rotate-ccw",
    "rotate-half",
]
ALL_ACTIONS = {
    "complete",
    *(f"simple:{card}-{side}" for card in [*OWN, *GOODIES] for side in ("left", "right")),
    *SPECIALS,
    *(f"wild:{special}" for special in SPECIALS),
    *("tile-cw", "tile-ccw", "tile-half"),
    *(f"double-{first}-{second}" for first in ("left", "right") for second in ("left", "right")),
    "teleport",
    *(f"steal:{thing}" for thing in ("blue", "yellow", "pink", "green", "orange", "white", "token")),
    *("replay", "end"),
}
"""What the actions are called, as the rules page lists them."""


@dataclass
class Reference:
    """One game, moved on by ``play``."""

    board: Board
    players: list[Player]
    places: list[Space]
    doors: list[tuple[Space, str]]
    open_place: int
    supply: int
    turn: int
    first: int
    round: int
    limit: int | None
    expert: bool
    phase: str = "action"
    replayed: bool = False
    entering: bool = False
    last_round: bool = False
    victims: list[int] = field(default_factory=list)
    reason: str | None = None

    @classmethod
    def of(cls, state: Json) -> Reference:
        """Return the game of a full state in which an action is due."""
        spaces = {space_of(entry["space"]): entry for entry in state["spaces"]}
        board = Board(
            state["columns"],
            state["rows"],
            {space: set(entry["walls"]) for space, entry in spaces.items()},
            {space: entry["symbol"] for space, entry in spaces.items()},
            {space: entry["star"] for space, entry in spaces.items()},
        )
        players = [
            Player(
                set(seat["hand"]),
                set(seat["face_up"]),
                set(seat["face_down"]),
                Counter(seat["stars"]),
                seat["tokens"],
                space_of(pawn["space"]) if pawn["space"] else None,
                pawn["feet"],
            )
            for seat, pawn in zip(state["seats"], state["pawns"], strict=True)
        ]
        doors = [(space_of(door["space"]), door["floor"]) for door in state["doors"]]
        places = [(6 * tile["column"], 6 * tile["row"]) for tile in state["tiles"]]
        (opened,) = [door["place"] for door in state["doors"] if door["open"]]
        return cls(
            *(
                board,
                players,
                places,
                doors,
                opened,
                state["supply"],
                state["turn"],
                state["first"],
                state["round"],
            ),
            limit=state["options"]["rounds"],
            expert=state["options"]["expert"],
        )

    # What may be done

    def legal(self) -> set[str]:
        me = self.players[self.turn]
        if self.phase == "steal":
            return {f"steal:{thing}" for thing in self.players[self.victims[0]].loot()}
        if self.phase == "replay":
            return {"replay", "end"}
        if self.phase == "over":
            return set()
        actions = {
            f"simple:{card}-{side}"
            for card in me.hand
            for side in ("left", "right")
            if self.ways(f"step-{side}")
        }
        moves = [
            f"{jump}-{side}"
            for jump in ("long", "high")
            for side in ("left", "right")
            if self.ways(f"{jump}-{side}")
        ]
        moves += ["drop", "rotate-cw", "rotate-ccw", "rotate-half"]
        actions |= {move for move in moves if move.split("-")[0] in me.hand}
        actions |= {f"wild:{move}" for move in moves if "wild" in me.hand}
        actions |= {f"tile-{turn}" for turn in QUARTERS if "tile" in me.hand}
        actions |= {"teleport"} & me.hand
        if "double" in me.hand:
            actions |= {
                f"double-{a}-{b}"
                for a in ("left", "right")
                for b in ("left", "right")
                if self.can_double(a, b)
            }
        return actions | ({"complete"} if me.up | me.down else set())

    def ways(self, move: str) -> list[str] | None:
        """Return the directions of a step or jump one after the other; None when a platform is in the way."""
        me = self.players[self.turn]
        assert me.space is not None
        assert me.feet is not None
        kind, side = move.split("-")
        sideways = side_of(me.feet, side)
        ways = {"step": [sideways], "long": [sideways] * 2, "high": [OPPOSITE[me.feet], sideways]}[kind]
        space = me.space
        for way in ways:
            if not self.board.free(space, way):
                return None
            space = self.board.beyond(space, way)
        return ways

    def can_double(self, first: str, second: str) -> bool:
        me = self.players[self.turn]
        assert me.space is not None
        assert me.feet is not None
        way = side_of(me.feet, first)
        if not self.board.free(me.space, way):
            return False
        landing = self.board.landing(self.board.beyond(me.space, way), me.feet)
        return self.board.free(landing, side_of(me.feet, second))

    # Doing it

    def play(self, action: str) -> None:
        if self.phase == "steal":
            self.steal(action.removeprefix("steal:"))
        elif action == "replay":
            self.players[self.turn].tokens -= 1
            self.supply += 1
            self.replayed = True
            self.phase = "action"
            return
        elif action == "end":
            self.next_turn()
        else:
            self.act(action)
        self.settle()

    def act(self, action: str) -> None:
        me = self.players[self.turn]
        if action == "complete":
            me.take_back()
        elif action.startswith("simple:"):
            card, side = action.removeprefix("simple:").split("-")
            ways = self.ways(f"step-{side}")
            self.lay(card, me.down)
            self.walk(ways)
        else:
            self.special(action)
        self.fall()

    def special(self, action: str) -> None:
        me = self.players[self.turn]
        move = action.removeprefix("wild:")
        kind, _, rest = move.partition("-")
        ways = self.ways(move) if kind in ("long", "high") else None
        self.lay("wild" if action != move else kind, me.up)
        assert me.feet is not None
        if kind in ("long", "high"):
            self.walk(ways)
        elif kind == "drop":
            self.walk([me.feet])
        elif kind == "rotate":
            me.feet = turned(me.feet, QUARTERS[rest])
        elif kind == "tile":
            self.turn_tile(QUARTERS[rest])
        elif kind == "teleport":
            self.enter(self.doors[self.open_place][0])
        else:
            first, second = rest.split("-")
            self.walk([side_of(me.feet, first)])
            self.fall()
            self.walk([side_of(me.feet, second)])

    def lay(self, card: str, pile: set[str]) -> None:
        me = self.players[self.turn]
        me.hand.remove(card)
        if card in OWN:
            pile.add(card)
        else:
            self.players[(self.turn + 1) % len(self.players)].hand.add(card)
        if not me.hand:
            me.take_back()

    def walk(self, ways: list[str] | None) -> None:
        assert ways is not None
        for way in ways:
            space = self.players[self.turn].space
            assert space is not None
            self.enter(self.board.beyond(space, way))

    def fall(self) -> None:
        me = self.players[self.turn]
        start = me.space
        assert start is not None
        assert me.feet is not None
        while me.space is not None and self.board.free(me.space, me.feet):
            self.enter(self.board.beyond(me.space, me.feet))
            if me.space == start:
                break

    def enter(self, space: Space) -> None:
        me = self.players[self.turn]
        me.space = space
        others = [seat for seat, p in enumerate(self.players) if p.space == space and seat != self.turn]
        star = self.board.stars[space]
        if others:
            other = self.players[others[0]]
            other.space = other.feet = None
            other.take_back()
            self.victims.append(others[0])
        elif star:
            self.board.stars[space] = None
            me.stars[star] += 1
        elif self.board.symbols[space] == "replay" and self.supply:
            self.supply -= 1
            me.tokens += 1
        self.note_points()
        if self.doors[self.open_place][0] == space:
            self.move_open_door()

    def move_open_door(self) -> None:
        standing = {player.space for player in self.players}
        for ahead in range(1, len(self.doors)):
            place = (self.open_place + ahead) % len(self.doors)
            if self.doors[place][0] not in standing:
                self.open_place = place
                return

    def turn_tile(self, quarters: int) -> None:
        here = self.players[self.turn].space
        assert here is not None
        (left, top) = (here[0] // 6 * 6, here[1] // 6 * 6)

        def goes_to(space: Space) -> Space:
            x, y = space[0] - left, space[1] - top
            if not (0 <= x < 6 and 0 <= y < 6):
                return space
            for _ in range(quarters):
                x, y = 5 - y, x
            return left + x, top + y

        board = self.board
        on_tile = {space for space in board.walls if goes_to(space) != space}
        for table in (board.symbols, board.stars):
            table.update({goes_to(space): table[space] for space in on_tile})
        board.walls.update({goes_to(s): {turned(d, quarters) for d in board.walls[s]} for s in on_tile})
        for player in self.players:
            if player.space in on_tile:
                assert player.feet is not None
                player.space, player.feet = goes_to(player.space), turned(player.feet, quarters)
        place = self.places.index((left, top))
        door, floor = self.doors[place]
        self.doors[place] = goes_to(door), turned(floor, quarters)

    # The course of play

    def steal(self, thing: str) -> None:
        me, victim = self.players[self.turn], self.players[self.victims.pop(0)]
        if thing == "token":
            victim.tokens -= 1
            me.tokens += 1
        else:
            victim.stars[thing] -= 1
            me.stars[thing] += 1
        self.note_points()

    def note_points(self) -> None:
        if self.expert and self.players[self.turn].points() >= POINTS[len(self.players)]:
            self.last_round = True

    def settle(self) -> None:
        """Go on until somebody has to choose."""
        while self.phase != "over":
            while self.victims and len(self.players[self.victims[0]].loot()) < 2:
                loot = self.players[self.victims[0]].loot()
                if loot:
                    self.steal(loot[0])
                else:
                    self.victims.pop(0)
            if self.victims:
                self.phase = "steal"
                return
            if self.entering:
                self.entering = False
                self.phase = "action"
                return
            if not self.replayed and self.players[self.turn].tokens:
                self.phase = "replay"
                return
            self.next_turn()

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.players)
        if self.turn == self.first:
            self.reason = self.why_over()
            if self.reason:
                self.phase = "over"
                return
            self.round += 1
        self.replayed = False
        # As if it had just entered: the action of this turn is still to come.
        self.entering = True
        me = self.players[self.turn]
        if me.space is None:
            door, me.feet = self.doors[self.open_place]
            self.enter(door)

    def why_over(self) -> str | None:
        left = sum(star is not None for star in self.board.stars.values())
        if self.expert and self.last_round:
            return "points-reached"
        if self.expert and left == 0:
            return "no-stars"
        if not self.expert and left <= STARS_LEFT[len(self.players)]:
            return "few-stars"
        return "round-limit" if self.limit and self.round >= self.limit else None
