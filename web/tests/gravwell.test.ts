import { expect, test } from "vitest";
import { deckOf, hullOf, shipOf } from "../src/gravwell/cards";
import { SAMPLES } from "../src/gravwell/samples";
import { namesOfShips } from "../src/gravwell/ships";
import { between, curve, FRAME, GATE, SPOTS, spotOf } from "../src/gravwell/spiral";
import type { GravwellBoard, GravwellEvent } from "../src/gravwell/types";
import { gravwellLog, pullReason } from "../src/gravwell/words";
import type { Key, Params } from "../src/lib/i18n/index.svelte";
import text from "./gravwell-game.json?raw";

const t = (key: Key, params?: Params) => `${key}${params ? JSON.stringify(params) : ""}`;
const { board, events }: { board: GravwellBoard; events: GravwellEvent[] } = JSON.parse(text);
const deck = deckOf(board);
const ships = namesOfShips(["Ada", "Ben"], t);

test("the cards that the rules show are the engine's, and so is the gate", () => {
  for (const card of Object.values(SAMPLES)) expect(card).toEqual(deck[card.letter]);
  expect(GATE).toBe(board.gate);
});

test("the track has 55 places, evenly apart, all in sight", () => {
  expect(SPOTS).toHaveLength(GATE + 1);
  for (let i = 2; i < GATE; i++) {
    const [a, b] = [spotOf(i - 1), spotOf(i)];
    const gap = Math.hypot(a.x - b.x, a.y - b.y);
    expect(gap).toBeGreaterThan(46);
    expect(gap).toBeLessThan(54);
  }
  for (const { x, y } of SPOTS) {
    expect(x).toBeGreaterThan(FRAME.x);
    expect(y).toBeGreaterThan(FRAME.y);
    expect(x).toBeLessThan(FRAME.x + FRAME.width);
    expect(y).toBeLessThan(FRAME.y + FRAME.height);
  }
});

test("ships look toward the gate", () => {
  for (let i = 1; i < GATE - 1; i++) {
    const [a, b] = [spotOf(i), spotOf(i + 1)];
    const way = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const off = Math.abs(((((a.heading - way) % 360) + 540) % 360) - 180);
    expect(off).toBeLessThan(25);
  }
});

test("halfway lies between, and a way has all its spaces", () => {
  expect(between(7.5).x).toBeCloseTo((spotOf(7).x + spotOf(8).x) / 2);
  expect(curve(5, 9).split("L")).toHaveLength(5);
  expect(curve(9, 5).split("L")).toHaveLength(5);
  expect(curve(5, 5)).toBe("");
});

test("hulls belong to seats; derelicts have none", () => {
  expect(hullOf("seat-2")).toBe("red");
  expect([0, 3, null].map(shipOf)).toEqual(["seat-0", "seat-3", null]);
  expect(hullOf("ghost")).toBe("ghost");
  expect(hullOf("derelict-26")).toBeNull();
});

test("a pull is told with its reason", () => {
  const near = { ship: "seat-1", distance: 2 } as const;
  const far = { ship: "derelict-26", distance: 5 } as const;
  const base = { ahead: far, behind: near, ships_ahead: 2, ships_behind: 1 };
  expect(pullReason({ ...base, direction: "backward", reason: "nearest" }, { t, ships })).toBe(
    'pull.nearest-behind{"ship":"Ben","distance":2}',
  );
  expect(pullReason({ ...base, direction: "forward", reason: "more-ships" }, { t, ships })).toContain(
    "pull.equal",
  );
  expect(pullReason({ ...base, direction: "none", reason: "alone" }, { t, ships })).toBe("pull.alone");
});

test("every kind of event that happens can be told or is meant to be silent", () => {
  const SILENT = new Set(["stack"]);
  expect(new Set(events.map((event) => event.event)).size).toBeGreaterThan(8);
  for (const event of events) {
    if (SILENT.has(event.event)) continue;
    const lines = gravwellLog([event], { t, named: (_, name) => name, ships, names: ["Ada", "Ben"], deck });
    expect([event.event, lines.length]).toEqual([event.event, 1]);
  }
});
