/**
 * Texts that only some pages need: loaded with those pages, so that the first load does not grow with every page.
 * A set is a folder in `pages` with a file for each language, and a line at the end of this file.
 */
import { i18n, type Language, type Params } from "./index.svelte";
import { compileMessage, type Message } from "./message";
import type analysisEn from "./pages/analysis/en.json";
import type contestEn from "./pages/contest/en.json";
import type dailyEn from "./pages/daily/en.json";
import type insightEn from "./pages/insight/en.json";
import type puzzlesEn from "./pages/puzzles/en.json";

const FILES = import.meta.glob<{ default: Record<string, string> }>("./pages/*/*.json");

export class PageTexts<K extends string> {
  private texts = $state.raw<Record<string, string>>({});
  private language: Language | null = null;
  private formats = new Map<string, Message>();

  constructor(private readonly folder: string) {}

  /** Loads the texts in the reader's language; wait for it before anything of such a page is shown. */
  async load(): Promise<void> {
    const { language } = i18n;
    if (this.language === language) return;
    const file = FILES[`./pages/${this.folder}/${language}.json`];
    if (!file) throw new Error(`no texts for ${this.folder} in ${language}`);
    this.texts = (await file()).default;
    this.formats.clear();
    this.language = language;
  }

  say = (key: K, params?: Params): string => {
    const text = this.texts[key];
    if (text === undefined) return key;
    const format = this.formats.get(key) ?? compileMessage(text, this.language ?? "en");
    this.formats.set(key, format);
    return format(params);
  };
}

export type AnalysisKey = keyof typeof analysisEn;
export type ContestKey = keyof typeof contestEn;
export type DailyKey = keyof typeof dailyEn;
export type InsightKey = keyof typeof insightEn;
export type PuzzleKey = keyof typeof puzzlesEn;

export const analysisTexts = new PageTexts<AnalysisKey>("analysis");
export const contestTexts = new PageTexts<ContestKey>("contest");
export const dailyTexts = new PageTexts<DailyKey>("daily");
export const insightTexts = new PageTexts<InsightKey>("insight");
export const puzzleTexts = new PageTexts<PuzzleKey>("puzzles");
