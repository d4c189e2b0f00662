/** A page that is older than its server says so and loads itself again, but never over and over. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readMessage } from "../src/lib/protocol";
import { forgetReload, reloadOnce } from "../src/lib/reload";

function browser() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { storage, reload: vi.fn() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("messages of types that this page does not know are seen as such", () => {
  expect(readMessage('{"type":"pong","now":5,"ref":null}')?.type).toBe("pong");
  expect(readMessage('{"type":"tournament"}')).toBeNull();
  expect(readMessage('{"type":"toString"}')).toBeNull();
  expect(readMessage("{}")).toBeNull();
});

test("the page is loaded again once for a reason, after a moment to read it", () => {
  const own = browser();
  expect(reloadOnce("unknown-protocol", own)).toBe(true);
  expect(own.reload).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(own.reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce("unknown-protocol", own)).toBe(false);
  vi.runAllTimers();
  expect(own.reload).toHaveBeenCalledTimes(1);
});

test("once the server has understood the page, the same reason may come again", () => {
  const own = browser();
  reloadOnce("unknown-protocol", own);
  forgetReload("another reason", own);
  expect(reloadOnce("unknown-protocol", own)).toBe(false);
  forgetReload("unknown-protocol", own);
  expect(reloadOnce("unknown-protocol", own)).toBe(true);
});
