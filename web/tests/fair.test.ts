import { expect, test } from "vitest";
import { canonical, firstSeen, isFair } from "../src/lib/fair";

const SECRET = [...Array(32).keys()].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// The same example as in tests/test_proof.py, where Python computes it.
const COMMITMENT = "16d439e7124628b438d508a28d8caf338adb7101eba2f5dd798b1c62532f3bba";
const AGREED = { game: "superstar", rules: 1, players: 2, options: { b: [1, null], a: "é\x7f😀" } };

test("the browser computes the same commitment as Python", async () => {
  expect(await isFair(SECRET, COMMITMENT, AGREED)).toBe(true);
});

test("the commitment covers everything that was agreed", async () => {
  const others = [
    { ...AGREED, game: "gravwell" },
    { ...AGREED, rules: 2 },
    { ...AGREED, players: 3 },
    { ...AGREED, options: { ...AGREED.options, b: [] } },
  ];
  for (const other of others) expect(await isFair(SECRET, COMMITMENT, other)).toBe(false);
  expect(await isFair(SECRET.replace("1f", "20"), COMMITMENT, AGREED)).toBe(false);
  expect(await isFair(SECRET, COMMITMENT)).toBe(false);
});

test("data has one text, whatever the order of its keys", () => {
  expect(canonical({ b: true, a: [1, "x\n", { d: null, c: "\u{1f600}" }] })).toBe(
    '{"a":[1,"x\\n",{"c":"\\ud83d\\ude00","d":null}],"b":true}',
  );
});

test("a table that changes its commitment is held to the first one", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  } as unknown as Storage;
  expect(firstSeen("one", "aaaa", store)).toBe("aaaa");
  expect(firstSeen("one", "bbbb", store)).toBe("aaaa");
  for (let number = 0; number < 150; number++) firstSeen(`t${number}`, "cccc", store);
  expect(JSON.parse([...kept.values()][0] as string)).toHaveLength(100);
});
