import type { Said } from "./judges.ts";

/* The table of attacks in docs/attacks.md. */

/** An attack, and what each judge of evidence said about it. */
export type Row = Said & { of: string; what: string; door: string; sequencer: string };

const columns = [
  ["of", "name"],
  ["what", "attack"],
  ["door", "doors"],
  ["sequencer", "sequencer"],
  ["evidence", "evidence"],
  ["verifier", "verifier"],
  ["watcher", "watcher"],
  ["receipt", "receipt"],
  ["certificate", "certificate"],
] as const satisfies readonly (readonly [keyof Row, string])[];

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const HEAD = line(columns.map(([, title]) => title));

/** The rows of the page's table. */
export const attacksIn = (page: string): Row[] =>
  page
    .slice(page.indexOf(HEAD))
    .split("\n")
    .filter((text) => text.startsWith("| "))
    .slice(2)
    .map((text) => {
      const cells = text.slice(2, -2).split(" | ");
      return Object.fromEntries(columns.map(([name], i) => [name, cells[i] ?? ""])) as never;
    });

/** Replaces the rows of the page's table with these. */
export function withTable(page: string, rows: readonly Row[]): string {
  const at = page.indexOf(HEAD);
  const end = page.indexOf("\n\n", at);
  const table = [
    HEAD,
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map(([name]) => row[name]))),
  ];
  return `${page.slice(0, at)}${table.join("\n")}${end < 0 ? "\n" : page.slice(end)}`;
}
