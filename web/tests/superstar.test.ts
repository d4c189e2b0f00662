import { expect, test } from "vitest";
import type { Key, Params } from "../src/lib/i18n/index.svelte";
import type { GameEvent } from "../src/lib/protocol";
import { choicesOf, firstStepTurn, landingsOf, readAction } from "../src/superstar/choices";
import { gainWords } from "../src/superstar/gain";
import { centre, columnRow, ledges, spaceAt, stepVector, trace, wrapOf } from "../src/superstar/geometry";
import { superstarLog } from "../src/superstar/log";
import { applyEvent, splitTurn, turnedSpace } from "../src/superstar/scene";
import { trailsOf } from "../src/superstar/trails";
import type { SuperstarPreview, SuperstarView } from "../src/superstar/types";
import game from "./superstar-game.json";

const t = (key: Key, params?: Params) => `${key}${params ? JSON.stringify(params) : ""}`;
const copy = <T>(value: T): T => structuredClone(value);

interface Frame {
  before: SuperstarView;
  events: GameEvent[];
  after: SuperstarView;
}

/** Puts the recorded game together again: each frame holds only what changed. */
function unfold(): Frame[] {
  let view = game.start as unknown as SuperstarView;
  return game.frames.map((frame) => {
    const before = view;
    const changed = new Map(frame.spaces.map((space) => [space.space, space]));
    const spaces = before.spaces.map((space) => changed.get(space.space) ?? space);
    view = { ...before, ...frame.rest, spaces } as SuperstarView;
    return { before, events: frame.events as unknown as GameEvent[], after: view };
  });
}

const frames = unfold();

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
  const spaces = [
    { space: "a1", walls: "s", symbol: null, star: null },
    { space: "a2", walls: "n", symbol: null, star: null },
  ];
  expect(ledges({ spaces, columns: 1, rows: 2 })).toEqual([{ x: 0, y: 56, across: true }]);
});

test("action texts are read into card and move", () => {
  expect(readAction("simple:tile-left")).toEqual({ card: "tile", faceDown: true, move: "simple-left" });
  expect(readAction("wild:rotate-half")).toEqual({ card: "wild", faceDown: false, move: "rotate-half" });
  expect(readAction("double-left-right").card).toBe("double");
  expect(readAction("drop").card).toBe("drop");
  expect(readAction("steal:token")).toEqual({ card: null, faceDown: false, move: "steal:token" });
  expect(readAction("complete").card).toBeNull();
});

const preview = (action: string, lands: string, path: string[], more: Partial<SuperstarPreview> = {}) =>
  ({
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
    ...more,
  }) as SuperstarPreview;

test("choices are grouped by where they land, and point where they go on the screen", () => {
  const view = (frames[0] as { before: SuperstarView }).before;
  const choices = choicesOf(
    ["simple:drop-left", "long-left", "complete"],
    [
      preview("simple:drop-left", "c3", ["c3"]),
      preview("long-left", "c3", ["c3", "b3"]),
      preview("complete", "d3", []),
    ],
  );
  expect([...landingsOf(choices)].map(([space, some]) => [space, some.length])).toEqual([["c3", 2]]);
  expect(firstStepTurn(choices[0] as never, view, "d3")).toBe(-90);
  expect(firstStepTurn(choices[2] as never, view, "d3")).toBeNull();
});

test("the gain tells stars, pairs, tokens and whom it throws out", () => {
  const full = preview("drop", "a1", [], { stars: ["blue", "pink"], tokens: 1, ejects: [2], points: 4 });
  expect(gainWords(full, t)).toBe(
    '+4: gain.stars{"count":2}, gain.pairs{"count":1}, gain.tokens{"count":1}, gain.ejects{"count":1}',
  );
  expect(gainWords(preview("drop", "a1", []), t)).toBe("gain.nothing");
});

test("a turn is split where the next one begins", () => {
  const events = ["step", "star", "turn", "enter"].map((event) => ({ event, seat: 0 }));
  expect(splitTurn(events).map((part) => part.length)).toEqual([2, 2]);
  expect(splitTurn(events.slice(0, 2)).map((part) => part.length)).toEqual([2, 0]);
});

test("a turned tile takes its spaces along", () => {
  expect(turnedSpace("a1", 0, 0, 1)).toBe("f1");
  expect(turnedSpace("g7", 1, 1, 2)).toBe("l12");
  expect(turnedSpace("f1", 0, 0, 3)).toBe("a1");
});

test("showing a whole game event by event leads to what the engine says", () => {
  expect(frames.length).toBeGreaterThan(40);
  for (const { before, events, after } of frames) {
    const scene = copy(before);
    for (const event of events) applyEvent(scene, event, after);
    expect(scene.pawns).toEqual(after.pawns);
    expect(scene.spaces).toEqual(after.spaces);
    expect(scene.doors).toEqual(after.doors);
    expect(scene.tiles).toEqual(after.tiles);
    expect(scene.stars_on_board).toBe(after.stars_on_board);
    expect(scene.supply).toBe(after.supply);
    scene.seats.forEach((seat, i) => {
      const { stars, tokens, pairs, points } = seat;
      expect({ stars, tokens, pairs, points }).toMatchObject({
        stars: after.seats[i]?.stars,
        tokens: after.seats[i]?.tokens,
        pairs: after.seats[i]?.pairs,
        points: after.seats[i]?.points,
      });
    });
  }
});

test("the log names people and leaves out plain steps", () => {
  const events: GameEvent[] = [
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
  const seat = frame?.events.find((event) => event.event === "step")?.seat as number;
  const trail = trailsOf(frame?.events ?? [], frame?.before).find((each) => each.seat === seat);
  expect(trail?.spaces[0]).toBe(frame?.before.pawns[seat]?.space);
});
