/** The texts of contests: several tables with the same deals. */
import { MoreTexts } from "../lib/i18n/pagetexts.svelte";
import type en from "./texts/en.json";

export type ContestKey = keyof typeof en;

export const contestTexts = new MoreTexts<ContestKey>({
  en: () => import("./texts/en.json"),
  fr: () => import("./texts/fr.json"),
  nl: () => import("./texts/nl.json"),
  de: () => import("./texts/de.json"),
  gl: () => import("./texts/gl.json"),
});

export const tell = contestTexts.say;
