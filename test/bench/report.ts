import { cpus } from "node:os";
import type { Row } from "./row.ts";
import type { Section } from "./sections.ts";

export interface Measured {
  id: string;
  section: Section;
  rows: readonly Row[];
}

type Mark = "ok" | "over" | "";

/** Whether a row meets its section's target; empty if there is none, or nothing was measured. */
export function markOf(section: Pick<Section, "limit">, row: Row): Mark {
  const limit = row.limit ?? section.limit;
  if (limit === null || Number.isNaN(row.ratio)) return "";
  return row.ratio <= limit ? "ok" : "over";
}

const ratioText = (ratio: number): string => (Number.isNaN(ratio) ? "" : `${ratio.toFixed(2)}x`);

const target = ({ limit }: Section): string =>
  limit === null ? "No target." : `Target: ratio at most ${limit}.`;

/** One section for the terminal, in columns. */
export function textOf({ section, rows }: Measured): string {
  const cells = rows.map((row) => [
    row.name,
    row.value,
    row.baseline,
    ratioText(row.ratio),
    markOf(section, row),
  ]);
  const widths = [0, 1, 2, 3].map((i) => Math.max(0, ...cells.map((row) => row[i]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, i) => (i === 3 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  return [`\n${section.title}. ${target(section)}`, ...lines].join("\n");
}

/** A section as docs/bench.md holds it: from its heading to the next one. */
interface Written {
  title: string;
  text: string;
}

/**
 * docs/bench.md with the measured sections in place of the older ones; sections that were not
 * measured stay as they are, and those that no longer exist are dropped.
 * @param before the file as it is
 * @param titles of all sections, in their order
 */
export function mergedReport(
  before: string,
  measured: readonly Measured[],
  titles: readonly string[],
): string {
  const written = new Map(sectionsIn(before).map(({ title, text }) => [title, text]));
  for (const one of measured) written.set(one.section.title, sectionText(one));
  const kept = titles.flatMap((title) => {
    const text = written.get(title);
    return text === undefined ? [] : [{ title, text }];
  });
  const over = kept.flatMap(overIn);
  return [
    "# What it costs",
    "",
    "Written by `npm run bench`. Every ratio compares figures of the same run on the same machine; times themselves say little about another machine.",
    "",
    over.length === 0 ? "Every target is met." : `Over their target:\n\n${over.join("\n")}`,
    "",
    ...kept.map(({ text }) => text),
  ].join("\n");
}

const sectionsIn = (document: string): Written[] =>
  document
    .split(/^(?=## )/m)
    .filter((text) => text.startsWith("## "))
    .map((text) => ({ title: text.slice(3, text.indexOf("\n")), text: `${text.trimEnd()}\n` }));

/** The rows of a section in the report: name, value, baseline, ratio and mark. */
function rowsIn(text: string): string[][] {
  const [, , ...rows] = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const overIn = ({ title, text }: Written): string[] =>
  rowsIn(text)
    .filter((cells) => cells[4] === "over")
    .map(([name, value, , ratio]) => `- ${title}: ${name}, ${value} (${ratio})`);

function sectionText({ section, rows }: Measured): string {
  const today = new Date().toISOString().slice(0, 10);
  const cell = (text: string) => text.replaceAll("|", "¦");
  return [
    `## ${section.title}`,
    "",
    `${section.about} ${target(section)}`,
    "",
    `Measured on ${today}, Node ${process.versions.node}, ${cpus().length} processors, ${process.platform} ${process.arch}.`,
    "",
    "| what | value | baseline | ratio | |",
    "|---|---|---|---|---|",
    ...rows.map(
      (row) =>
        `| ${cell(row.name)} | ${cell(row.value)} | ${cell(row.baseline)} | ${ratioText(row.ratio)} | ${markOf(section, row)} |`,
    ),
    "",
  ].join("\n");
}

export function jsonReport(measured: readonly Measured[]): string {
  const report = measured.map(({ id, section, rows }) => ({
    id,
    limit: section.limit,
    rows: rows.map((row) => ({ ...row, mark: markOf(section, row) })),
  }));
  return `${JSON.stringify(report, null, 2)}\n`;
}
