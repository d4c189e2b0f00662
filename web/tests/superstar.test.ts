import { expect, test } from "vitest";
import type { Key, Params } from "../src/lib/i18n/index.svelte";
import { choicesOf, firstStepTurn, landingsOf, readAction } from "../src/superstar/choices";
import { gainWords } from "../src/superstar/gain";
import {
  centre,
  columnRow,
  ledges,
  spaceAt,
  starsOn,
  stepVector,
  trace,
  wrapOf,
} from "../src/superstar/geometry";
import { superstarLog } from "../src/superstar/log";
import { applyEvent } from "../src/superstar/scene";
import { isTravel, trailsOf } from "../src/superstar/trails";
import { turnedSpace } from "../src/superstar/turning";
import type {
  Scene,
  Space,
  SuperstarBoard,
  SuperstarEvent,
  SuperstarPreview,
  SuperstarView,
} from "../src/superstar/types";
import text from "./superstar-game.json?raw";

const t = (key: Key, params?: Params) => `${key}${params ? JSON.stringify(params) : ""}`;
const copy = <T>(value: T): T => structuredClone(value);

interface Recorded {
  start: Scene;
  frames: { events: SuperstarEvent[]; view: SuperstarView; board: SuperstarBoard | null }[];
}

interface Frame {
  before: Scene;
  events: SuperstarEvent[];
  after: Scene;
}

/** Puts the recorded game together: a board is told only when it changed. */
function unfold(): [Scene, Frame[]] {
  const game: Recorded = JSON.parse(text);
  let scene = game.start;
  const frames = game.frames.map(({ events, view, board }) => {
    const before = scene;
    scene = { view, board: board ?? before.board };
    return { before, events, after: scene };
  });
  return [game.start, frames];
}

const [start, frames] = unfold();

test("spaces and their middles", () => {
  expect(columnRow("b3")).toEqual({ x: 1, y: 2 });
  expect(spaceAt(17, 11)).toBe("r12");
  expect(centre("a1")).toEqual({ x: 28, y: 28 });
});

test("a step over the edge is seen as such, a step inside is not", () => {
  expect(wrapOf("a4", "l4", 12, 12)).toBe("w");
  expect(wrapOf("f12", "f1", 12, 12)).toBe("s");
  expect(wrapOf("a4", "b4", 12, 12)).toBeNull();
  expect(stepVector("a4", "l4", 12, 12)).toEqual({ x: -1, y: 0 });
});

test("a path over the edge is two lines with a mark on each side", () => {
  const { lines, crossings } = trace(["b1", "a1", "l1", "k1"], 12, 6);
  expect(lines).toHaveLength(2);
  expect(crossings.map((mark) => mark.number)).toEqual([1, 1]);
  expect(crossings[0]?.x).toBeLessThan(0);
  expect(crossings[1]?.x).toBeGreaterThan(12 * 56);
  expect(trace([], 12, 6)).toEqual({ lines: [], crossings: [] });
});

test("a platform that two spaces share is drawn once", () => {
  const spaces: Space[] = [
    { space: "a1", walls: "s", symbol: null },
    { space: "a2", walls: "n", symbol: null },
  ];
  expect(ledges({ spaces })).toEqual([{ x: 0, y: 56, across: true }]);
});

test("action texts are read into card and move", () => {
  expect(readAction("simple:tile-left")).toEqual({ card: "tile", faceDown: true, move: "simple-left" });
  expect(readAction("wild:rotate-half")).toEqual({ card: "wild", faceDown: false, move: "rotate-half" });
  expect(readAction("double-left-right").card).toBe("double");
  expect(readAction("drop").card).toBe("drop");
  expect(readAction("steal:token")).toEqual({ card: null, faceDown: false, move: "steal:token" });
  expect(readAction("complete").card).toBeNull();
});

function preview(
  action: string,
  lands: string,
  path: string[],
  more: Partial<SuperstarPreview> = {},
): SuperstarPreview {
  return {
    action,
    certain: true,
    path: path.map((space) => ({ space, how: "step" })),
    lands,
    feet: "s",
    turns_tile: null,
    stars: [],
    tokens: 0,
    ejects: [],
    refresh: false,
    steals: [],
    points: 0,
    steal_points: 0,
    ...more,
  };
}

test("choices are grouped by where they land, and point where they go on the screen", () => {
  const choices = choicesOf(
    ["simple:drop-left", "long-left", "complete"],
    [
      preview("simple:drop-left", "c3", ["c3"]),
      preview("long-left", "c3", ["c3", "b3"]),
      preview("complete", "d3", []),
    ],
  );
  expect([...landingsOf(choices)].map(([space, some]) => [space, some.length])).toEqual([["c3", 2]]);
  expect(choices.map((choice) => firstStepTurn(choice, start.board, "d3"))).toEqual([-90, -90, null]);
});

test("the gain tells stars, pairs, tokens and whom it throws out", () => {
  const full = preview("drop", "a1", [], { stars: ["blue", "pink"], tokens: 1, ejects: [2], points: 4 });
  expect(gainWords(full, t)).toBe(
    '+4: gain.stars{"count":2}, gain.pairs{"count":1}, gain.tokens{"count":1}, gain.ejects{"count":1}',
  );
  expect(gainWords(preview("drop", "a1", []), t)).toBe("gain.nothing");
});

test("a turned tile takes its spaces along", () => {
  expect(turnedSpace("a1", 0, 0, 1)).toBe("f1");
  expect(turnedSpace("g7", 1, 1, 2)).toBe("l12");
  expect(turnedSpace("f1", 0, 0, 3)).toBe("a1");
});

/** A view without what only the server tells at the end of a batch, and with stars in one order. */
function shown({ view, board }: Scene) {
  const { pawns, stars, open_door, stars_on_board, supply } = view;
  const seats = view.seats.map(({ stars, tokens, pairs, points }) => ({ stars, tokens, pairs, points }));
  const sorted = Object.entries(stars).map(([colour, spaces]) => [colour, [...spaces].sort()]);
  return { pawns, stars: sorted, open_door, stars_on_board, supply, seats, board };
}

test("showing a whole game event by event leads to what the engine says", () => {
  expect(frames.length).toBeGreaterThan(40);
  expect(frames.some(({ events }) => events.some((event) => event.event === "turn-tile"))).toBe(true);
  for (const { before, events, after } of frames) {
    const scene = copy(before);
    for (const event of events) applyEvent(scene, event, after.board);
    expect(shown(scene)).toEqual(shown(after));
  }
});

test("which star lies where", () => {
  const stars = starsOn(start.view.stars);
  expect(stars.size).toBe(start.view.stars_on_board);
  for (const [space, colour] of stars) expect(start.view.stars[colour]).toContain(space);
});

test("the log names people and leaves out plain steps", () => {
  const events: SuperstarEvent[] = [
    { event: "step", seat: 1, space: "b2", direction: "e" },
    { event: "star", seat: 1, space: "b2", colour: "blue" },
    { event: "land", seat: 1, space: "b4", fallen: 0 },
    { event: "eject", seat: 0, space: "b4", by: 1 },
  ];
  const lines = superstarLog(events, { t, named: (_, name) => name, names: ["Ada", "Ben"] });
  expect(lines.map((line) => line.space)).toEqual(["b2", "b4"]);
  expect(lines[1]?.text).toContain('"by":"Ben"');
});

test("every kind of event that happens can be told or is meant to be silent", () => {
  const SILENT = new Set(["turn", "step", "fall", "land", "carried"]);
  const events = frames.flatMap((frame) => frame.events);
  expect(new Set(events.map((event) => event.event)).size).toBeGreaterThan(14);
  for (const event of events) {
    if (SILENT.has(event.event)) continue;
    expect([
      event.event,
      superstarLog([event], { t, named: (_, n) => n, names: ["A", "B", "C"] }).length,
    ]).toEqual([event.event, 1]);
  }
});

test("trails begin where the pawn stood", () => {
  const frame = frames.find(({ events }) => events.some((event) => event.event === "step"));
  const seat = frame?.events.find(isTravel)?.seat ?? -1;
  const trail = trailsOf(frame?.events ?? [], frame?.before.view).find((each) => each.seat === seat);
  expect(trail?.spaces[0]).toBe(frame?.before.view.pawns[seat]?.space);
});
