/** The texts of reviews and contests: in every language, with the same parameters, and all of them used. */
import { readdirSync, readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { compileMessage } from "../src/lib/i18n/message";

const LANGUAGES = ["en", "fr", "nl", "de", "gl"];

function load(folder: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(`${folder}/texts/${language}.json`, "utf8"));
}

/** What stands in braces and is no case of a plural. */
function parameters(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] as string))].sort();
}

describe.each(["src/insight", "src/contest"])("%s", (folder) => {
  const english = load(folder, "en");

  test.each(LANGUAGES)("%s has every text, with the same parameters", (language) => {
    const texts = load(folder, language);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts))
      expect([key, parameters(text)]).toEqual([key, parameters(english[key] ?? "")]);
  });

  test.each(LANGUAGES)("texts in %s are filled in as the message format demands", (language) => {
    for (const [key, text] of Object.entries(load(folder, language))) {
      for (const value of [0, 1, 2, 5]) {
        const params = Object.fromEntries(parameters(text).map((name) => [name, value]));
        const reference = new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(
          params,
        );
        expect([key, compileMessage(text, language)(params)]).toEqual([key, reference]);
      }
    }
  });

  test("every text is used", () => {
    const code = [folder, "src/pages"]
      .flatMap((place) => readdirSync(place).map((name) => `${place}/${name}`))
      .filter((path) => /\.(ts|svelte)$/.test(path))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const made = [...code.matchAll(/(?:say|tell)\(\s*`([\w-]+)\.\$\{/g)].map((match) => `${match[1]}.`);
    const unused = Object.keys(english).filter(
      (key) => !code.includes(`"${key}"`) && !made.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});
