import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildFunctions } from "#infra/build.ts";
import { measuredFile } from "#infra/costs/measured.ts";
import { isQuick } from "./mode.ts";
import { type Measured, page, tablesOf, textOf } from "./report.ts";
import { sections } from "./sections.ts";

/* `npm run bench [-- --quick] [-- --docs] [-- <section> …]`: docs/contributing/development.md, "The bench". */
const root = fileURLToPath(new URL("../..", import.meta.url));
/** A different file only in tests. */
const docs = process.env.BENCH_DOCS || `${root}docs/contributing/bench.md`;

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const unknown = asked.filter((id) => !Object.hasOwn(sections, id));
  if (unknown.length > 0) {
    const known = Object.keys(sections).join(", ");
    throw new Error(`There is no section ${unknown.join(", ")}; there are ${known}.`);
  }
  if (isQuick && process.argv.includes("--docs")) {
    throw new Error("--docs takes the figures of a full run: leave out --quick.");
  }
  if (process.env.COUNTERSIGN_SKIP_BUILD !== "1") await buildFunctions();
  const isForDocs = process.argv.includes("--docs") || (asked.length === 0 && !isQuick);
  const measured: Measured[] = [];
  for (const [id, section] of Object.entries(sections)) {
    if (asked.length > 0 && !asked.includes(id)) continue;
    const rows = await section.rows();
    measured.push({ id, section, rows });
    console.log(textOf({ id, section, rows }));
    write(measured, isForDocs);
  }
  if (!isForDocs || process.env.BENCH_DOCS !== undefined) return;
  // The costs are computed from the figures, and must not see the bench's own arguments.
  process.argv.length = 2;
  await import("../../bin/costs.ts");
}

function write(measured: readonly Measured[], toDocs: boolean): void {
  mkdirSync(`${root}report`, { recursive: true });
  writeFileSync(`${root}report/bench.md`, tablesOf(measured));
  if (!toDocs) return;
  const titles = Object.values(sections).map(({ title }) => title);
  writeFileSync(docs, page(readFileSync(docs, "utf8"), measured, titles));
  if (process.env.BENCH_DOCS === undefined) keepForCosts(measured);
}

/** Updates the rows in the file from which the costs are computed, where they were measured now. */
function keepForCosts(measured: readonly Measured[]): void {
  const before = JSON.parse(readFileSync(measuredFile, "utf8")) as object;
  const rows = measured.flatMap((section) => section.rows);
  const now = new Map(rows.map(({ name, value, baseline }) => [name, [value, baseline]]));
  const kept = Object.entries(before).map(([name, row]) => [name, now.get(name) ?? row]);
  writeFileSync(measuredFile, `${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`);
}

// Exits cleanly, so that child processes (databases) end as well.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
