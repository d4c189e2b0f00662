/** The texts of the daily challenge. */
import { MoreTexts } from "../lib/i18n/pagetexts.svelte";
import type en from "./texts/en.json";

export type DailyKey = keyof typeof en;

export const daily = new MoreTexts<DailyKey>({
  en: () => import("./texts/en.json"),
  fr: () => import("./texts/fr.json"),
  nl: () => import("./texts/nl.json"),
  de: () => import("./texts/de.json"),
  gl: () => import("./texts/gl.json"),
});

export const say = daily.say;
