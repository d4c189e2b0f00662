/** svelte-check can pass without having looked at anything: here it must find a mistake made on purpose. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("svelte-check finds the deliberate error, and nothing else", () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      "node_modules/svelte-check/bin/svelte-check",
      "--tsconfig",
      "tests/broken/tsconfig.json",
      "--output",
      "machine",
    ],
    { cwd: process.cwd(), encoding: "utf8" },
  );
  expect(status).toBe(1);
  const errors = stdout.split("\n").filter((line) => line.includes(" ERROR "));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain("Broken.svelte");
  expect(errors[0]).toContain("not assignable");
}, 120_000);
