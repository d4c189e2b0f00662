/**
 * A new event that somebody forgot must not compile. Here one is added to the types of both games, in a copy: every
 * place that goes through all events has to complain, and nothing else.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

const COPY = "node_modules/.forgotten";
const MUST_COMPLAIN = [
  "src/gravwell/stage.svelte.ts",
  "src/gravwell/words.ts",
  "src/superstar/log.ts",
  "src/superstar/scene.ts",
  "src/superstar/stage.svelte.ts",
];

function copyWithNewEvents(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  cpSync("src", `${COPY}/src`, { recursive: true });
  const types = `${COPY}/src/lib/generated/api.ts`;
  const text = readFileSync(types, "utf8");
  const grown = text.replace(/( (?:Superstar|Gravwell)Event:) /g, '$1 { event: "sneeze"; seat: number } | ');
  expect(grown.split("sneeze")).toHaveLength(3);
  writeFileSync(types, grown);
  writeFileSync(
    `${COPY}/tsconfig.json`,
    JSON.stringify({ extends: "../../tsconfig.json", include: [], exclude: [], files: MUST_COMPLAIN }),
  );
}

test("a forgotten event does not compile, in each place that goes through all of them", () => {
  copyWithNewEvents();
  const { stdout } = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "--project", COPY, "--pretty", "false"],
    { encoding: "utf8" },
  );
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  const files = errors.map((line) => line.replace(`${COPY}/`, "").split("(")[0]);
  expect([...new Set(files)].sort()).toEqual(MUST_COMPLAIN);
  expect(errors.filter((line) => !line.includes("'never'"))).toEqual([]);
}, 120_000);
