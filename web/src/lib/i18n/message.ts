/**
 * Fills in a text: `{name}`, `{count, plural, =0 {none} one {# star} other {# stars}}` and `{x, select, ...}`.
 * This is the part of ICU's message format that our texts use, in a fraction of the weight of the whole; a test
 * compares it, text by text and language by language, with intl-messageformat.
 */

type Part = string | { name: string; cases: Record<string, Part[]> | null } | { count: true };
export type Message = (params?: Record<string, string | number>) => string;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** Reads up to the brace that closes what was opened before, or to the end. */
  parts(isCounted: boolean): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const plain = this.until(isCounted ? /[{}#]/ : /[{}]/);
      if (plain) parts.push(plain);
      const sign = this.text[this.at];
      if (sign === undefined || sign === "}") return parts;
      this.at += 1;
      parts.push(sign === "#" ? { count: true } : this.argument(isCounted));
    }
  }

  private argument(isCounted: boolean): Part {
    const name = this.until(/[,}]/).trim();
    if (this.take() === "}") return { name, cases: null };
    const kind = this.until(/,/).trim();
    this.take();
    const cases: Record<string, Part[]> = {};
    for (;;) {
      const label = this.until(/[{}]/).trim();
      if (this.take() === "}") return { name, cases };
      cases[label] = this.parts(isCounted || kind === "plural");
      this.take();
    }
  }

  private until(stop: RegExp): string {
    const length = this.text.slice(this.at).search(stop);
    const start = this.at;
    this.at = length < 0 ? this.text.length : start + length;
    return this.text.slice(start, this.at);
  }

  private take(): string | undefined {
    const sign = this.text[this.at];
    this.at += 1;
    return sign;
  }
}

/** One for each language: making them takes a browser longer than reading all texts of a page. */
const RULES = new Map<string, Intl.PluralRules>();

function pluralOf(value: number, language: string): string {
  const rules = RULES.get(language) ?? new Intl.PluralRules(language);
  RULES.set(language, rules);
  return rules.select(value);
}

export function compileMessage(text: string, language: string): Message {
  const parts = new Reader(text).parts(false);

  function written(list: Part[], params: Record<string, string | number>, count: string): string {
    return list
      .map((part) => {
        if (typeof part === "string") return part;
        if ("count" in part) return count;
        const value = params[part.name] ?? "";
        if (!part.cases) return String(value);
        const kind = typeof value === "number" ? pluralOf(value, language) : String(value);
        const fitting = part.cases[`=${value}`] ?? part.cases[kind] ?? part.cases.other ?? [];
        return written(fitting, params, String(value));
      })
      .join("");
  }

  return (params = {}) => written(parts, params, "");
}
