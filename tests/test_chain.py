"""Chains: lists that share what they have in common."""

from __future__ import annotations

import copy
import pickle

import pytest

from gravitable.core.chain import Chain


def test_longer_chains_leave_the_shorter_ones_alone() -> None:
    first = Chain.of("ab")
    one, other = first.added("c"), first.added("d").added("e")
    assert [list(chain) for chain in (first, one, other)] == [list("ab"), list("abc"), list("abde")]
    assert [len(chain) for chain in (first, one, other)] == [2, 3, 4]
    assert [chain.last for chain in (first, one, other)] == ["b", "c", "e"]


@pytest.mark.parametrize("first", range(-1, 7))
def test_the_items_from_a_place_on_are_those_of_a_list(first: int) -> None:
    assert Chain.of("abcde").since(first) == list("abcde")[max(first, 0) :]


def test_an_empty_chain_has_nothing_to_show() -> None:
    empty = Chain[str]()
    assert (len(empty), list(empty), bool(empty)) == (0, [], False)
    with pytest.raises(AttributeError):
        _ = empty.last


def test_a_chain_of_a_hundred_thousand_items_can_be_dropped_copied_and_pickled() -> None:
    chain = Chain.of(range(100_000))
    for twin in (copy.deepcopy(chain), pickle.loads(pickle.dumps(chain))):  # noqa: S301 - our own bytes
        assert list(twin) == list(range(100_000))
        del twin
    del chain
