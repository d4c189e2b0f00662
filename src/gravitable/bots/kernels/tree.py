"""The search tree of both games: plain arrays, made once and used again, so that its memory is bounded.

It is a tree for information set search. A *node* stands for everything the searching seat can tell apart, an *edge* for
what one seat may do there. Where several seats choose at once, a node holds edges of all of them: each learns which
of its own actions does best on average against the others', and nobody gets to see what the others chose. Hidden
things are guessed anew in every iteration, so not every edge is there every time; ``available`` counts how often it
was, and takes the place of the parent's visits in the UCB1 formula.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.core.numbers import int64

NO_EDGE, NO_NODE = -1, -1
MAX_DEPTH = 96
"""Edges on the way from the root to a leaf, at most."""

N_PAIRED = 26
"""Actions below this number are noted in pairs where two players choose at once: Gravwell's cards."""

# What ``counts`` holds.
N_NODES, N_EDGES, PATH_LENGTH, DEEPEST, ITERATIONS = range(5)

NOTHING_CHOSEN = 0
_ACTION_BITS = 6
_MIX_NODE, _MIX_CHOSEN = 0x9E3779B1, 0x85EBCA6B  # large odd numbers; no product leaves an int64
_LOGS = np.log(np.maximum(np.arange(4096), 1))


class Tree(NamedTuple):
    """The arrays. ``keys`` and ``children`` form a hash table: (node, what was chosen) -> node."""

    counts: NDArray[np.int64]
    first_edge: NDArray[np.int32]
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    next_edge: NDArray[np.int32]
    seat: NDArray[np.int8]
    action: NDArray[np.int8]
    visits: NDArray[np.int32]
    available: NDArray[np.int32]
    reward: NDArray[np.float64]
    score: NDArray[np.float64]
    bias: NDArray[np.float32]
    pairs: NDArray[np.float64]
    """[rewards or times, our action, the other's]: what came of choices that two make at once at the root."""
    path: NDArray[np.int32]


def new_tree(max_nodes: int) -> Tree:
    """Return a tree for so many nodes; a full tree goes on learning without growing."""
    slots = 1 << (2 * max_nodes - 1).bit_length()
    max_edges = 4 * max_nodes
    return Tree(
        counts=np.zeros(5, np.int64),
        first_edge=np.zeros(max_nodes, np.int32),
        keys=np.zeros(slots, np.int64),
        children=np.zeros(slots, np.int32),
        next_edge=np.zeros(max_edges, np.int32),
        seat=np.zeros(max_edges, np.int8),
        action=np.zeros(max_edges, np.int8),
        visits=np.zeros(max_edges, np.int32),
        available=np.zeros(max_edges, np.int32),
        reward=np.zeros(max_edges, np.float64),
        score=np.zeros(max_edges, np.float64),
        bias=np.zeros(max_edges, np.float32),
        pairs=np.zeros((2, N_PAIRED, N_PAIRED)),
        path=np.zeros(MAX_DEPTH, np.int32),
    )


def size_in_bytes(tree: Tree) -> int:
    """Return the memory that a tree takes."""
    return sum(int(part.nbytes) for part in tree)


def edges_of(tree: Tree, node: int, seat: int) -> list[int]:
    """Return the edges of a seat at a node."""
    edges, edge = [], int(tree.first_edge[node])
    while edge != NO_EDGE:
        if tree.seat[edge] == seat:
            edges.append(edge)
        edge = int(tree.next_edge[edge])
    return edges


@kernel
def clear(tree: Tree) -> None:
    """Leave nothing but the root."""
    tree.counts[:] = 0
    tree.counts[N_NODES] = 1
    tree.first_edge[0] = NO_EDGE
    tree.keys[:] = 0
    tree.pairs[:] = 0.0


@kernel
def chosen_too(chosen: int, action: int) -> int:
    """Return what was chosen at a node with one more seat's action; together they name the following node."""
    return int64(chosen) << _ACTION_BITS | (action + 1)


@kernel
def _key(node: int, chosen: int) -> int:
    """Return what the hash table stores for a node and what was chosen there; never 0, which means empty."""
    return int64(node) << 32 | chosen


@kernel
def _slot(tree: Tree, node: int, chosen: int) -> int:
    """Return where a key is in the hash table, or would be."""
    key, last = _key(node, chosen), tree.keys.shape[0] - 1
    mixed = node * _MIX_NODE ^ chosen * _MIX_CHOSEN
    slot = (mixed ^ mixed >> 15) & last
    while tree.keys[slot] != 0 and tree.keys[slot] != key:
        slot = (slot + 1) & last
    return int64(slot)


@kernel
def child(tree: Tree, node: int, chosen: int) -> int:
    """Return the node that follows what was chosen, or NO_NODE."""
    slot = _slot(tree, node, chosen)
    return int64(tree.children[slot]) if tree.keys[slot] else int64(NO_NODE)


@kernel
def add_child(tree: Tree, node: int, chosen: int) -> None:
    """Add the node that follows what was chosen, while there is room."""
    new = tree.counts[N_NODES]
    if new < tree.first_edge.shape[0]:
        slot = _slot(tree, node, chosen)
        tree.keys[slot] = _key(node, chosen)
        tree.children[slot] = new
        tree.first_edge[new] = NO_EDGE
        tree.counts[N_NODES] = new + 1


@kernel
def add_edge(tree: Tree, node: int, seat: int, action: int, bias: float) -> int:
    """Add an edge and return it; NO_EDGE when there is no room."""
    edge = tree.counts[N_EDGES]
    if edge >= tree.next_edge.shape[0]:
        return int64(NO_EDGE)
    tree.counts[N_EDGES] = edge + 1
    tree.seat[edge] = seat
    tree.action[edge] = action
    tree.visits[edge] = 0
    tree.available[edge] = 1
    tree.reward[edge] = 0.0
    tree.score[edge] = 0.0
    tree.bias[edge] = bias
    tree.next_edge[edge] = tree.first_edge[node]
    tree.first_edge[node] = edge
    return int64(edge)


@kernel
def _log(n: int) -> float:
    return _LOGS[n] if n < 4096 else log(n)


@kernel
def select(tree: Tree, node: int, seat: int, actions: int, exploration: float) -> tuple[int, int, int]:
    """Return the most promising edge of a seat among ``actions``, the actions that have no edge yet, and the visits.

    The visits are those of all edges of the seat: how often it has chosen here.
    """
    best, best_value = int64(NO_EDGE), -1e9
    edge = int64(tree.first_edge[node])
    untried, chosen_here = actions, int64(0)
    while edge != NO_EDGE:
        if tree.seat[edge] == seat:
            chosen_here += tree.visits[edge]
            bit = int64(1) << tree.action[edge]
            if actions & bit:
                untried &= ~bit
                tree.available[edge] += 1
                visits = tree.visits[edge] + 1e-6
                value = (tree.reward[edge] + tree.bias[edge]) / visits + exploration * sqrt(
                    _log(tree.available[edge]) / visits
                )
                if value > best_value:
                    best, best_value = edge, value
        edge = int64(tree.next_edge[edge])
    return best, untried, chosen_here


@kernel
def walk(tree: Tree, edge: int) -> None:
    """Note an edge as part of the current iteration's path."""
    length = tree.counts[PATH_LENGTH]
    tree.path[length] = edge
    tree.counts[PATH_LENGTH] = length + 1


@kernel
def note_pair(tree: Tree, me: int, rewards: Any) -> None:
    """Note what came of the pair of choices with which this iteration began; ``learn`` must come after it."""
    if tree.counts[PATH_LENGTH] > 1:
        first, second = int64(tree.path[0]), int64(tree.path[1])
        mine, theirs = (first, second) if tree.seat[first] == me else (second, first)
        tree.pairs[0, tree.action[mine], tree.action[theirs]] += rewards[me]
        tree.pairs[1, tree.action[mine], tree.action[theirs]] += 1.0


@kernel
def learn(tree: Tree, rewards: Any, scores: Any) -> None:
    """Tell every edge on the path how the iteration ended for its seat, and begin a new path."""
    length = tree.counts[PATH_LENGTH]
    for place in range(length):
        edge = tree.path[place]
        tree.visits[edge] += 1
        tree.reward[edge] += rewards[tree.seat[edge]]
        tree.score[edge] += scores[tree.seat[edge]]
    tree.counts[DEEPEST] = max(tree.counts[DEEPEST], length)
    tree.counts[ITERATIONS] += 1
    tree.counts[PATH_LENGTH] = 0
