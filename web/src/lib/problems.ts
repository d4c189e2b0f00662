/** What went wrong, in the reader's language; codes that we have no text for keep the server's sentence. */
import { i18n, type Key } from "./i18n/index.svelte";

export function problemText(error: unknown): string {
  const code = (error as { code?: string }).code ?? "unknown";
  const words = i18n.named("problem", code);
  if (words !== code) return words;
  return (error as { message?: string }).message || i18n.t("problem.unknown" as Key);
}

export function codeText(code: string): string {
  return problemText({ code });
}
