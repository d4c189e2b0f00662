/** What went wrong in an analysis, in the reader's language: in words of its own where there are some. */
import { type AnalysisKey, analysisTexts } from "../lib/i18n/pages.svelte";
import { problemText } from "../lib/problems";

export function troubleText(error: unknown): string {
  const key = `trouble.${(error as { code?: string }).code}`;
  const words = analysisTexts.say(key as AnalysisKey);
  return words === key ? problemText(error) : words;
}
