/** Every language has every text, with the same parameters, and every text that is asked for exists. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { TABLE_BOXES } from "../src/lib/generated/api";
import { GOODIES, OWN_CARDS, VARIANTS } from "../src/lib/generated/palette";
import { compileMessage } from "../src/lib/i18n/message";
import { inLanguage, sideBySide } from "../texts";

const MAIN = "src/lib/i18n";
/** The texts of the first load, and those that come with some pages. */
const FOLDERS = [MAIN, ...readdirSync(`${MAIN}/pages`).map((name) => `${MAIN}/pages/${name}`)];
const OTHERS = readdirSync(MAIN)
  .filter((name) => name.endsWith(".json") && name !== "en.json")
  .map((name) => name.replace(".json", ""));
const LANGUAGES = ["en", ...OTHERS];

const SIDE_BY_SIDE = sideBySide("src");

function load(language: string): Record<string, string> {
  const parts = FOLDERS.map((folder) => readFileSync(join(folder, `${language}.json`), "utf8"));
  return inLanguage(Object.assign({}, ...parts.map((part) => JSON.parse(part))), SIDE_BY_SIDE, language);
}

test("no two sets of texts share a key", () => {
  const keys = FOLDERS.flatMap((folder) =>
    Object.keys(JSON.parse(readFileSync(join(folder, "en.json"), "utf8"))),
  );
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

interface Node {
  type: number;
  value?: string;
  options?: Record<string, { value: Node[] }>;
}

/** The names of a text's parameters, those inside plurals included. Type 0 is plain text, 7 is "#". */
function parameters(nodes: Node[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.type !== 0 && node.type !== 7 && node.value ? [node.value] : []),
    ...Object.values(node.options ?? {}).flatMap((option) => parameters(option.value)),
  ]);
}

function parametersOf(text: string, language: string): string[] {
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  return [...new Set(parameters(format.getAst() as Node[]))].sort();
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "generated" ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

/** A text filled in by our own small formatter and by the reference, with the numbers that matter for plurals. */
function filledIn(text: string, language: string): { own: string[]; reference: string[] } {
  const names = parametersOf(text, language);
  const samples = [0, 1, 2, 5, 21, "blue", "Nova"].map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  );
  const reference = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  const own = compileMessage(text, language);
  // Words where a number belongs make no sense to the reference: those samples are left out for both.
  const fitting = samples.filter((sample) => !String(reference.format(sample)).includes("NaN"));
  expect(fitting.length).toBeGreaterThan(0);
  return {
    own: fitting.map((sample) => own(sample)),
    reference: fitting.map((sample) => String(reference.format(sample))),
  };
}

test.each(LANGUAGES)("texts in %s are filled in as the message format demands", (language) => {
  for (const [key, text] of Object.entries(load(language))) {
    const { own, reference } = filledIn(text, language);
    expect([key, own]).toEqual([key, reference]);
  }
});

const english = load("en");
const code = sources("src").join("\n");

describe.each(OTHERS)("%s", (language) => {
  const texts = load(language);
  test("has exactly the keys of English, in the same order", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });
  test("uses the same parameters", () => {
    for (const [key, text] of Object.entries(english)) {
      expect([key, parametersOf(texts[key] ?? "", language)]).toEqual([key, parametersOf(text, "en")]);
    }
  });
  test("is translated", () => {
    // A few short texts are the same in two languages; whole sentences never are.
    const same = Object.keys(english).filter((key) => texts[key] === english[key]);
    expect(
      same.filter((key) => (english[key] ?? "").replace(/\{[^}]*\}/g, "").split(/\s+/).length > 4),
    ).toEqual([]);
    expect(same.length).toBeLessThan(40);
  });
});

test("texts that stand side by side have every language, always in the same order", () => {
  const order = Object.values(SIDE_BY_SIDE).map((texts) => Object.keys(texts).join(" "));
  expect([...new Set(order)]).toEqual([order[0]]);
  expect(order[0]?.split(" ").sort()).toEqual([...LANGUAGES].sort());
});

test("a text that is missing in a language, or that stands in two places, is complained about", () => {
  const short = { "card.hop": { en: "Hop", fr: "Bond" } };
  expect(() => inLanguage({}, short, "de")).toThrow('no text in "de" for card.hop');
  expect(() => inLanguage({ "card.hop": "Hop" }, short, "en")).toThrow("both have card.hop");
  expect(inLanguage({ "card.up": "up" }, short, "en")).toEqual({ "card.up": "up", "card.hop": "Hop" });
});

test("every card, variant and setting of a table that the Python package declares has its texts", () => {
  const wanted = [
    ...[...OWN_CARDS, ...GOODIES].flatMap((card) => [`card.${card}`, `card-text.${card}`]),
    ...VARIANTS.flatMap((name) => [`option.gravwell-${name}`, `option-text.gravwell-${name}`]),
    ...TABLE_BOXES.flatMap((name) => [`new.${name}`, `new.${name}-text`]),
  ];
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((key) => !(key in SIDE_BY_SIDE))).toEqual([]);
});

test("every text that the code asks for by its full name exists", () => {
  const asked = [...code.matchAll(/\b(?:t|say)\(\s*"([^"]+)"/g)].map((match) => match[1] as string);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((key) => !(key in english))).toEqual([]);
});

test("no text is left over", () => {
  // Keys that are put together at run time are known by their first part.
  const made = [...code.matchAll(/named\(\s*"([\w-]+)"/g), ...code.matchAll(/`([\w-]+)\.[\w-]*\$\{/g)].map(
    (m) => `${m[1]}.`,
  );
  const unused = Object.keys(english).filter(
    (key) => !code.includes(`"${key}"`) && !made.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
