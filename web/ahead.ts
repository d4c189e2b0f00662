/**
 * Says which files the first page at an address will need, so that the server can name them in the page it sends: a browser
 * then fetches them at once, instead of finding out file by file. On a slow line each such step costs a third of a second.
 */
import type { Plugin, Rolldown } from "vite";

interface Row {
  /** Addresses, without the first slash: a regular expression for all of it. */
  path: string;
  /** The chunks, by name, that are needed there besides those of the start page. */
  chunks: string[];
  /** The folder in `src/lib/i18n/pages` with the texts of that page alone. */
  texts?: string;
}

/** The first row that fits counts. What is named here must be loaded by that page in any case: a test looks. */
const ROWS: Row[] = [
  { path: "learn/superstar/[^/]+", chunks: ["LessonPage", "SuperstarGame"] },
  { path: "learn/gravwell/[^/]+", chunks: ["LessonPage", "GravwellGame"] },
  { path: "learn(/[^/]+)?", chunks: ["Learn"] },
  { path: "puzzles/gravwell[^/]*", chunks: ["Puzzles", "GravwellPuzzle"], texts: "puzzles" },
  { path: "puzzles(/superstar[^/]*)?", chunks: ["Puzzles", "SuperstarPuzzle"], texts: "puzzles" },
  { path: "analysis(/.*)?", chunks: ["Analysis"], texts: "analysis" },
  { path: "daily", chunks: ["Daily"], texts: "daily" },
  { path: "t/[^/]+", chunks: ["TablePage"] },
  { path: "", chunks: [] },
];

export const FILE = "ahead.json";

/** A chunk with everything that it needs, styles too. */
export function closure(bundle: Rolldown.OutputBundle, file: string, found: Set<string>): void {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== "chunk") return;
  found.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) closure(bundle, other, found);
}

function closureOf(bundle: Rolldown.OutputBundle, names: string[]): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    const file = Object.keys(bundle).find(
      (each) => bundle[each]?.type === "chunk" && bundle[each].name === name,
    );
    if (!file) throw new Error(`${FILE}: there is no chunk ${name}`);
    closure(bundle, file, found);
  }
  return found;
}

/** The file with the texts of a folder in one language. */
function textsIn(bundle: Rolldown.OutputBundle, folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [file, chunk] of Object.entries(bundle)) {
    const module = chunk.type === "chunk" ? chunk.facadeModuleId : null;
    const language = module?.match(new RegExp(`/src/lib/i18n/${folder}([a-z]{2})\\.json$`))?.[1];
    if (language) found[language] = `/${file}`;
  }
  return found;
}

export function ahead(): Plugin {
  return {
    name: "gravitable-ahead",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const start = closureOf(bundle, ["index"]);
      const shared = textsIn(bundle, "");
      const rows = ROWS.map(({ path, chunks, texts }) => {
        const own = texts ? textsIn(bundle, `pages/${texts}/`) : {};
        const files = [...closureOf(bundle, chunks)].filter((file) => !start.has(file));
        const byLanguage = Object.entries(shared).map(([language, file]) => [
          language,
          [file, ...(own[language] ? [own[language]] : [])],
        ]);
        return { path, files: files.map((file) => `/${file}`), texts: Object.fromEntries(byLanguage) };
      });
      this.emitFile({ type: "asset", fileName: FILE, source: JSON.stringify(rows) });
    },
  };
}
