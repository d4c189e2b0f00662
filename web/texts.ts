/**
 * Texts of one declared thing (a card, a variant, a setting of a table, a level of bots) stand side by side in all languages,
 * in a `*.texts.json` next to the code they belong to: key, then language, then text. So whoever adds such a thing writes
 * one file, not one per language. This puts them into the file of the language that is loaded, `src/lib/i18n/LANGUAGE.json`: a
 * browser still fetches one language only.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export type SideBySide = Record<string, Record<string, string>>;

/** The files with texts side by side, below a folder. */
export function textFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".texts.json"))
    .sort()
    .map((name) => join(folder, name));
}

/** All texts of those files; complains about a key that stands in two of them. */
export function sideBySide(folder: string): SideBySide {
  const all: SideBySide = {};
  for (const file of textFiles(folder)) {
    for (const [key, inLanguages] of Object.entries(JSON.parse(readFileSync(file, "utf8")) as SideBySide)) {
      if (key in all) throw new Error(`${file}: the text ${key} stands in another file too`);
      all[key] = inLanguages;
    }
  }
  return all;
}

/** The texts of one language, with those that stand side by side. */
export function inLanguage(
  own: Record<string, string>,
  all: SideBySide,
  language: string,
): Record<string, string> {
  const missing = Object.keys(all).filter((key) => all[key]?.[language] === undefined);
  if (missing.length) throw new Error(`no text in "${language}" for ${missing.join(", ")}`);
  const twice = Object.keys(all).filter((key) => key in own);
  if (twice.length) throw new Error(`${language}.json and a *.texts.json both have ${twice.join(", ")}`);
  return {
    ...own,
    ...Object.fromEntries(Object.entries(all).map(([key, texts]) => [key, texts[language] ?? ""])),
  };
}

export function texts(folder = "src"): Plugin {
  return {
    name: "gravitable-texts",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/lib\/i18n\/\w+\.json$/ },
      handler(code, id) {
        for (const file of textFiles(folder)) this.addWatchFile(file);
        const language = id.replace(/.*\/(\w+)\.json$/, "$1");
        return {
          code: JSON.stringify(inLanguage(JSON.parse(code), sideBySide(folder), language)),
          map: null,
        };
      },
    },
  };
}
