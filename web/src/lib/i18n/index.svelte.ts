/**
 * Texts in five languages; one JSON file each, loaded only when it is needed. The build puts the texts of `*.texts.json`
 * into each of them (`texts.ts`), which stand side by side in all languages.
 */
import { settings } from "../settings.svelte";
import type tableSettings from "../settings.texts.json";
import type en from "./en.json";
import { compileMessage, type Message } from "./message";

export type Key = keyof typeof en | keyof typeof tableSettings;
export type Params = Record<string, string | number>;
export type Translate = (key: Key, params?: Params) => string;

export const LANGUAGES = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
  de: "Deutsch",
  gl: "Galego",
} as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Record<keyof typeof en, string>;

const FILES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import("./en.json"),
  fr: () => import("./fr.json"),
  nl: () => import("./nl.json"),
  de: () => import("./de.json"),
  gl: () => import("./gl.json"),
};

/** The first language of the browser's list that we speak. */
export function pickLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const short = wish.toLowerCase().split("-")[0] as string;
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

class I18n {
  language = $state<Language>("en");
  private texts = $state.raw<Partial<Record<Key, string>> | null>(null);
  private formats = new Map<string, Message>();

  /** What the reader has chosen, or the browser says; known before any text is. */
  get wish(): Language {
    return pickLanguage([settings.current.language ?? "", ...navigator.languages]);
  }

  async load(wish = this.wish): Promise<void> {
    const texts = (await FILES[wish]()).default;
    this.formats.clear();
    this.texts = texts;
    this.language = wish;
    document.documentElement.lang = wish;
  }

  async choose(language: Language): Promise<void> {
    settings.set("language", language);
    await this.load(language);
  }

  t: Translate = (key, params) => {
    const text = this.texts?.[key];
    if (text === undefined) return key;
    if (!text.includes("{")) return text;
    let format = this.formats.get(key);
    if (!format) {
      format = compileMessage(text, this.language);
      this.formats.set(key, format);
    }
    return format(params);
  };

  /** A text whose key is made of parts; the key's last part itself when there is none. */
  named = (prefix: string, name: string): string => {
    const key = `${prefix}.${name}` as Key;
    return this.texts && key in this.texts ? this.t(key) : name;
  };

  /** The reader's own form of the language, where the browser names one: British dates are not American ones. */
  get locale(): string {
    const own = navigator.languages.find((each) => each.toLowerCase().split("-")[0] === this.language);
    return own ?? this.language;
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale, { maximumFractionDigits: 1 }).format(value);
  }

  date(at: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
  }
}

export const i18n = new I18n();
export const t: Translate = i18n.t;
