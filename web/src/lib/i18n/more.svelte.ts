/** Texts of pages that are loaded on demand, so that the first load does not grow with every page. */

import { i18n, type Language, type Params } from "./index.svelte";
import { compileMessage } from "./message";
import type en from "./more/en.json";

export type MoreKey = keyof typeof en;
type Texts = Record<MoreKey, string>;

const FILES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import("./more/en.json"),
  fr: () => import("./more/fr.json"),
  nl: () => import("./more/nl.json"),
  de: () => import("./more/de.json"),
  gl: () => import("./more/gl.json"),
};

let texts = $state.raw<{ language: Language; words: Texts } | null>(null);

/** Loads the texts in the reader's language; ask before anything of such a page is shown. */
export async function loadMore(): Promise<void> {
  const { language } = i18n;
  if (texts?.language !== language) texts = { language, words: (await FILES[language]()).default };
}

export function w(key: MoreKey, params?: Params): string {
  const text = texts?.words[key];
  return text === undefined ? key : compileMessage(text, texts?.language ?? "en")(params);
}
