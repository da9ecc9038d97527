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

/** The cells of a row, in the columns of a table. */
const cellsOf = (section: Section, row: Row): [string, string, string, string, Mark] => [
  row.name,
  row.value,
  row.baseline,
  ratioText(row.ratio),
  markOf(section, row),
];

/** One section for the terminal, in columns. */
export function textOf({ section, rows }: Measured): string {
  const cells = rows.map((row) => cellsOf(section, row));
  const widths = [0, 1, 2, 3, 4].map((i) =>
    Math.max(0, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const padded = (text: string, i: number): string =>
    i === 3 ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
  const lines = cells.map((row) => row.map(padded).join("  ").trimEnd());
  return [`\n${section.title}. ${target(section)}`, ...lines].join("\n");
}

const today = (): string => new Date().toISOString().slice(0, 10);
const cell = (text: string): string => text.replaceAll("|", "¦").replaceAll("<", "&lt;");

/** The raw tables of what was measured, an artefact of the run. */
export const tablesOf = (measured: readonly Measured[]): string =>
  `# The bench

Measured on ${today()}, Node ${process.versions.node}, ${cpus().length} processors, ${process.platform} ${process.arch}.

${measured.map(sectionText).join("\n")}`;

const sectionText = ({ section, rows }: Measured): string => `## ${section.title}

${section.about} ${target(section)}

| what | value | baseline | ratio | |
|---|---|---|---|---|
${rows.map((row) => `| ${cellsOf(section, row).map(cell).join(" | ")} |\n`).join("")}`;

/** With this many rows, a section that names none shows only its median and highest ratio. */
const MANY = 6;

/** The figures of a section that docs/contributing/bench.md shows, one per line. */
function headlinesOf({ section, rows }: Measured): string[] {
  const told = (row: Row): string => {
    const ratio = Number.isNaN(row.ratio) ? "" : ` (${ratioText(row.ratio)})`;
    return cell(`${row.name}: ${row.value}, beside ${row.baseline}${ratio}`);
  };
  const shown = section.shown ?? [];
  const named = rows.filter(({ name }) => shown.some((pattern) => pattern.test(name)));
  const over = rows.filter((row) => markOf(section, row) === "over");
  const overText =
    over.length === 0 ? [] : [`**over the target: ${over.length} of ${rows.length}**`];
  if (named.length > 0 || rows.length < MANY) {
    return [...(named.length > 0 ? named : rows).map(told), ...overText];
  }
  const sorted = rows.filter(({ ratio }) => !Number.isNaN(ratio)).sort((a, b) => b.ratio - a.ratio);
  const [highest] = sorted;
  const middle = sorted[Math.floor(sorted.length / 2)];
  return [
    ...(middle === undefined ? [] : [`median of ${sorted.length}: ${ratioText(middle.ratio)}`]),
    ...(highest === undefined ? [] : [`highest: ${told(highest)}`]),
    ...overText,
  ];
}

const HEAD = `# Measurements

A summary of the bench's figures. \`npm run bench\` measures them and writes every row into report/bench.md; a run
for the docs writes this page. A ratio compares two figures of the same run on the same machine. Absolute times
say little about another machine, so only ratios have targets.

| what | what it means | figures | ratio at most | measured on |
|---|---|---|---|---|
`;

/**
 * docs/contributing/bench.md with the measured sections in place of the older ones. Sections that were
 * not measured stay as they are, and sections that no longer exist are dropped.
 * @param before the page as it is
 * @param titles the titles of all sections, in their order
 */
export function page(before: string, measured: readonly Measured[], titles: readonly string[]) {
  const rows = new Map(
    before
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => [line.slice(2, line.indexOf(" |")), line]),
  );
  for (const one of measured) {
    const { title, about, limit } = one.section;
    const figures = headlinesOf(one).join("<br>");
    rows.set(title, `| ${title} | ${cell(about)} | ${figures} | ${limit ?? ""} | ${today()} |`);
  }
  return `${HEAD}${titles.flatMap((title) => rows.get(title) ?? []).join("\n")}\n`;
}
