import { firstWord } from "./areas.ts";

/** The names of the console's files, as given in the page. */
interface Files {
  script: string;
  /** Files that the script imports. */
  shared: readonly string[];
  /** Additional files that each screen needs, by the first word of its path. */
  screens: Readonly<Record<string, readonly string[]>>;
}

export const BASE = "/admin/console";
export const FOLDER = `${BASE}/assets/`;

export const files: Files = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-files"]')?.content ?? "{}",
);

const asked = new Set<string>();

/** Fetches, in parallel, all files that an address's screen needs; each only once. */
export function preload(address: string): void {
  const word = firstWord(address.slice(BASE.length));
  const own = Object.hasOwn(files.screens, word) ? (files.screens[word] ?? []) : [];
  for (const name of [files.script, ...files.shared, ...own]) {
    if (asked.has(name)) continue;
    asked.add(name);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = FOLDER + name;
    document.head.append(link);
  }
}
