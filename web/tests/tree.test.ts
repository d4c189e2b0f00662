/** The variations of an analysis: kept, promoted, deleted and brought back, and the same again out of a link. */
import { expect, test } from "vitest";
import { asText, checked, decoded, encoded } from "../src/analysis/share";
import { type LogLine, ROOT, Tree } from "../src/analysis/tree";

const GAME: LogLine[] = [
  [0, "drop"],
  [1, "end"],
  ["deal", "00000000000000aa"],
  [0, "long-left"],
];

test("a game is one line, and what chance decides belongs to the action before it", () => {
  const tree = new Tree(GAME);
  expect(tree.path(tree.end(ROOT))).toEqual(GAME);
  expect(tree.get(2).lines).toHaveLength(2);
  expect([0, 1, 2, 3, 4].map((count) => tree.afterLines(count))).toEqual([0, 1, 2, 2, 3]);
});

test("variations are added once, promoted, removed and restored", () => {
  const tree = new Tree(GAME);
  const { id } = tree.add(1, [1, "replay"]);
  expect(tree.add(1, [1, "replay"])).toEqual({ id, isNew: false });
  expect(tree.add(1, [1, "end"])).toEqual({ id: 2, isNew: false });
  const deep = tree.grow(id, [[0, "drop"]]);
  expect([tree.isSide(deep), tree.isSide(3)]).toEqual([true, false]);
  tree.promote(deep);
  expect([tree.isSide(deep), tree.isSide(3)]).toEqual([false, true]);
  const removed = tree.remove(id);
  expect(tree.nodes.has(deep)).toBe(false);
  tree.restore(removed);
  expect(tree.get(1).children).toEqual([id, 2]);
  expect(tree.path(deep)).toEqual([GAME[0], [1, "replay"], [0, "drop"]]);
});

test("a link brings the same tree back, and a damaged one nothing", async () => {
  const tree = new Tree(GAME);
  const { id } = tree.add(1, [1, "replay"]);
  tree.promote(id);
  const link = await encoded({ table: "AbC", growth: tree.growth(id) });
  expect(link).toMatch(/^[\w-]+$/);
  const shared = await decoded(link);
  const again = new Tree(GAME);
  expect(again.take(shared?.growth ?? { nodes: [], order: [], at: 0 })).toBe(id);
  expect(asText("start", again)).toBe(asText("start", tree));
  expect(await decoded(link.slice(0, -9))).toBeNull();
  expect(checked({ growth: { nodes: [[7, 1, "drop"]], order: [], at: 0 } })).toBeNull();
});
