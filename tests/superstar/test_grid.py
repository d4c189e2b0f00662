"""The 6 x 6 drawing: every mistake has its own message with line and column, and reading undoes writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gravitable.superstar.tiles.grid import (
    BLANK,
    EAST,
    HEIGHT,
    NORTH,
    SOUTH,
    SPACES,
    WEST,
    WIDTH,
    GridError,
    cell_place,
    edge_place,
    read_grid,
    write_grid,
)

EMPTY = write_grid([0] * SPACES, [BLANK] * SPACES)


def with_line(number: int, text: str) -> list[str]:
    """Return the empty drawing with one line (from 1) replaced."""
    return [*EMPTY[: number - 1], text, *EMPTY[number:]]


@st.composite
def consistent_walls(draw: st.DrawFn) -> tuple[int, ...]:
    """Walls on random edges, so that both spaces at an edge agree."""
    level = draw(st.lists(st.booleans(), min_size=42, max_size=42))
    upright = draw(st.lists(st.booleans(), min_size=42, max_size=42))
    return tuple(
        NORTH * level[row * 6 + column]
        | SOUTH * level[row * 6 + 6 + column]
        | WEST * upright[row * 7 + column]
        | EAST * upright[row * 7 + column + 1]
        for row in range(6)
        for column in range(6)
    )


cells = st.lists(st.text(" abc*r<>|+-", min_size=3, max_size=3), min_size=SPACES, max_size=SPACES)


def test_a_small_example_reads_as_drawn() -> None:
    lines = with_line(1, "+---+   +   +   +   +   +")
    lines[1] = "  x | y"
    walls, found = read_grid(lines)
    assert walls[:3] == (NORTH | EAST, WEST, 0)
    assert found[:3] == (" x ", " y ", "   ")
    assert not any(walls[2:])


def test_a_drawing_is_13_lines_of_25_characters() -> None:
    assert len(EMPTY) == HEIGHT == 13
    assert {len(line) for line in EMPTY} == {WIDTH} == {25}


def test_a_wall_that_only_one_side_knows_is_drawn() -> None:
    walls = [0] * SPACES
    walls[0] = EAST
    walls[7] = NORTH
    lines = write_grid(walls, [BLANK] * SPACES)
    assert lines[1][4] == "|"
    assert lines[2][5:8] == "---"


@given(consistent_walls(), cells)
def test_reading_undoes_writing(walls: tuple[int, ...], contents: list[str]) -> None:
    lines = write_grid(walls, contents)
    assert read_grid(lines) == (walls, tuple(contents))
    assert read_grid([line.rstrip() for line in lines]) == (walls, tuple(contents))


def test_places_of_cells_and_edges() -> None:
    assert cell_place(0) == (1, 2)
    assert cell_place(35) == (11, 22)
    assert [edge_place(7, direction) for direction in range(4)] == [(2, 6), (3, 8), (4, 6), (3, 4)]


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        (EMPTY[:12], 13, 1, "ends after 12 lines"),
        ([*EMPTY, ""], 14, 1, "has 14 lines"),
        (with_line(1, "+-- +   +   +   +   +   +"), 1, 2, "half-drawn edge '-- '"),
        (with_line(3, "+   + --+   +   +   +   +"), 3, 6, "half-drawn edge ' --'"),
        (with_line(3, "+   +===+   +   +   +   +"), 3, 6, "wrong edge '==='"),
        (with_line(5, "+   +   *   +   +   +   +"), 5, 9, "corner '+' here, found '*'"),
        (with_line(7, "+   +   +   +"), 7, 14, "ends after 13 of 25 characters"),
        (with_line(7, ""), 7, 1, "ends after 0 of 25 characters"),
        (with_line(7, "+   +   +   +   +   +---"), 7, 25, "ends after 24 of 25 characters"),
        (with_line(9, "+   +   +   +   +   +   +---"), 9, 26, "28 characters long"),
        (with_line(2, "|                       | x"), 2, 26, "27 characters long"),
        (with_line(4, "    !"), 4, 5, "'|' for a wall or a blank for none here, found '!'"),
        (with_line(6, "\t|"), 6, 1, "not tabs"),
    ],
)
def test_each_mistake_has_its_message_and_place(
    lines: list[str], line: int, column: int, message: str
) -> None:
    with pytest.raises(GridError, match=f"^line {line}, column {column}: ") as caught:
        read_grid(lines)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.code == "bad-drawing"


def test_places_count_from_where_the_drawing_stands() -> None:
    with pytest.raises(GridError) as caught:
        read_grid(with_line(3, "+   +===+   +   +   +   +"), first_line=40, first_column=26)
    assert (caught.value.line, caught.value.column) == (42, 31)


def test_all_mistakes_are_told_at_once() -> None:
    lines = with_line(1, "+-- +   +   +   +   +   ?")
    lines[3] = "x"
    with pytest.raises(GridError) as caught:
        read_grid(lines)
    assert [(flaw.line, flaw.column) for flaw in caught.value.flaws] == [(1, 2), (1, 25), (4, 1)]


def test_writing_refuses_wrong_sizes() -> None:
    with pytest.raises(ValueError, match="36 spaces"):
        write_grid([0] * 35, [BLANK] * 36)
    with pytest.raises(ValueError, match="3 characters"):
        write_grid([0] * 36, ["x"] * 36)
