import { cpus } from "node:os";
import type { Row } from "./row.ts";
import type { Section } from "./sections.ts";

export interface Measured {
  id: string;
  section: Section;
  rows: readonly Row[];
}

type Mark = "ok" | "over" | "";

/** Whether a row keeps its section's target; empty where there is none, or nothing measured. */
export function markOf({ limit }: Pick<Section, "limit">, { ratio }: Row): Mark {
  if (limit === null || Number.isNaN(ratio)) return "";
  return ratio <= limit ? "ok" : "over";
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

export function markdownReport(measured: readonly Measured[]): string {
  const over = measured.flatMap(({ section, rows }) =>
    rows
      .filter((row) => markOf(section, row) === "over")
      .map((row) => `- ${section.title}: ${row.name}, ${row.value} (${ratioText(row.ratio)})`),
  );
  return [
    "# What it costs",
    "",
    "Written by `npm run bench`. Every ratio compares figures of the same run on the same machine; times themselves say little about another machine.",
    "",
    `Node ${process.versions.node}, ${cpus().length} processors, ${process.platform} ${process.arch}.`,
    "",
    over.length === 0 ? "Every target is met." : `Over their target:\n\n${over.join("\n")}`,
    "",
    ...measured.flatMap(sectionLines),
  ].join("\n");
}

function sectionLines({ section, rows }: Measured): string[] {
  return [
    `## ${section.title}`,
    "",
    `${section.about} ${target(section)}`,
    "",
    "| what | value | baseline | ratio | |",
    "|---|---|---|---|---|",
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.value} | ${row.baseline} | ${ratioText(row.ratio)} | ${markOf(section, row)} |`,
    ),
    "",
  ];
}

export function jsonReport(measured: readonly Measured[]): string {
  const report = measured.map(({ id, section, rows }) => ({
    id,
    limit: section.limit,
    rows: rows.map((row) => ({ ...row, mark: markOf(section, row) })),
  }));
  return `${JSON.stringify(report, null, 2)}\n`;
}
