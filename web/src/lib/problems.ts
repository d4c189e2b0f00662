/** What went wrong, in the reader's language; the server's own sentences are for programs and their authors. */
import { i18n, type Key } from "./i18n/index.svelte";

export function problemText(error: unknown): string {
  const code = (error as { code?: string }).code ?? "unknown";
  const words = i18n.named("problem", code);
  return words === code ? i18n.t("problem.unknown" as Key) : words;
}

export function codeText(code: string): string {
  return problemText({ code });
}
