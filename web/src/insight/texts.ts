/** The texts of reviews. */
import { MoreTexts } from "../lib/i18n/pagetexts.svelte";
import type en from "./texts/en.json";

export type InsightKey = keyof typeof en;

export const insight = new MoreTexts<InsightKey>({
  en: () => import("./texts/en.json"),
  fr: () => import("./texts/fr.json"),
  nl: () => import("./texts/nl.json"),
  de: () => import("./texts/de.json"),
  gl: () => import("./texts/gl.json"),
});

export const say = insight.say;
