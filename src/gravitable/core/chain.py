"""A list that never changes, but can be made longer at no cost.

Games and matches are copied for every turn that somebody tries out. Copying their logs as well would touch every
entry of a game each time, which takes the longer the longer the game is; a chain shares them.

>>> short = Chain[str]().added("a").added("b")
>>> list(short.added("c")), list(short), len(short)
(['a', 'b', 'c'], ['a', 'b'], 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Chain(Generic[T]):
    """Items in order, each held together with the chain before it."""

    __slots__ = ("_before", "last", "length")

    _before: Chain[T]
    last: T
    """The newest item, if there is one."""
    length: int
    """The same as ``len``, but quicker."""

    def __init__(self) -> None:
        self._before = self
        self.length = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> Chain[T]:
        """Return a chain of some items."""
        chain = cls()
        for item in items:
            chain = chain.added(item)
        return chain

    def added(self, item: T) -> Chain[T]:
        """Return a chain with one more item at its end."""
        longer: Chain[T] = Chain.__new__(Chain)
        longer._before = self
        longer.last = item
        longer.length = self.length + 1
        return longer

    def since(self, first: int) -> list[T]:
        """Return the items from a place on, 0 being the first; quick near the end."""
        items = []
        first = max(first, 0)
        chain = self
        while chain.length > first:
            items.append(chain.last)
            chain = chain._before
        items.reverse()
        return items

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def __reduce__(self) -> tuple[Any, ...]:
        return Chain.of, (tuple(self),)

    def __repr__(self) -> str:
        return f"Chain.of({list(self)})"
