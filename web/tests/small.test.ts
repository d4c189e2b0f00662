import { expect, test } from "vitest";
import { timeLeft } from "../src/lib/clock";
import { isFair } from "../src/lib/fair";
import { pickLanguage } from "../src/lib/i18n/index.svelte";
import { parseRoute } from "../src/lib/router.svelte";
import { randomName } from "../src/lib/session.svelte";
import { become } from "../src/lib/stage.svelte";

test("time left reads like a clock", () => {
  expect([0, 900, 61_000, 3_723_000, 3 * 86_400_000].map(timeLeft)).toEqual([
    "0:00",
    "0:01",
    "1:01",
    "1:02:03",
    "3 d",
  ]);
  expect(timeLeft(-5000)).toBe("0:00");
});

test("addresses lead to pages", () => {
  expect(parseRoute("/")).toEqual({ page: "start" });
  expect(parseRoute("/t/q8Zr3vKx_0aBcD4e")).toEqual({ page: "table", id: "q8Zr3vKx_0aBcD4e" });
  expect(parseRoute("/rules")).toEqual({ page: "rules", game: null });
  expect(parseRoute("/new/gravwell")).toEqual({ page: "new", game: "gravwell" });
  expect(parseRoute("/lobby/more")).toEqual({ page: "missing" });
  expect(parseRoute("/nowhere")).toEqual({ page: "missing" });
});

test("the browser's first language that we speak is taken", () => {
  expect(pickLanguage(["pt-PT", "gl-ES", "en"])).toBe("gl");
  expect(pickLanguage(["ja"])).toBe("en");
});

test("names for guests are short and plain", () => {
  for (let i = 0; i < 20; i++) expect(randomName()).toMatch(/^[A-Z][a-z]+ \d\d$/);
});

test("only the right secret fits the fingerprint", async () => {
  // sha256 of "gravitable commitment " followed by the byte 2a
  const commitment = "56a33f0f618605298a091490ef786270967b30b57cde2f630f31e4781bf5cbc5";
  expect(await isFair("2a", commitment)).toBe(true);
  expect(await isFair("2b", commitment)).toBe(false);
});

test("what is shown becomes what is wanted, and what is equal stays the same object", () => {
  const same = { space: "a1", star: "blue" };
  const shown: Record<string, unknown> & { spaces: unknown[] } = {
    round: 1,
    gone: true,
    spaces: [same, { space: "b1", star: "pink" }],
    steals: [1, 2],
  };
  const wanted = {
    round: 2,
    spaces: [{ ...same }, { space: "b1", star: null }, { space: "c1", star: "green" }],
    steals: [],
    result: { winners: [0] },
  };
  become(shown, wanted);
  expect(shown).toEqual(wanted);
  expect(shown.spaces[0]).toBe(same);
  expect(shown.result).not.toBe(wanted.result);
});
