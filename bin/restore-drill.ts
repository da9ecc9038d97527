import { visibleLine } from "#shared/domain/text/text.ts";
import { awsAt, done } from "./aws/cli.ts";
import { localRun, stateFolder } from "./aws/local-run.ts";
import { type Drill, readDrill, USAGE } from "./restore-drill/arguments.ts";
import { restoreOnAws } from "./restore-drill/aws-table.ts";
import { countKinds, whatIsNewer } from "./restore-drill/compare.ts";
import { exitCodeOf, type Finding } from "./restore-drill/findings.ts";
import { keepLocally, keepOnAws, type LastDrill } from "./restore-drill/last-drill.ts";
import { copyDatabase, restoreCopy } from "./restore-drill/local-copy.ts";
import { storedLog } from "./restore-drill/log-material.ts";
import { readTable, type TableContents } from "./restore-drill/read-table.ts";
import type { RestoredTable } from "./restore-drill/restored-table.ts";
import { enter, ofLocalRun, ofStage, type Surroundings } from "./restore-drill/surroundings.ts";
import { runCommand } from "./run-command.ts";

/*
 * npm run -s restore-drill: restores the table to a point in time next to the live one, verifies
 * all its contents, reports what the live table has in addition, and removes the copy
 * (docs/runbooks.md). Exit codes: 0 no findings · 1 the drill failed · 2 usage · others:
 * restore-drill/findings.ts
 */

/** At most this many findings and newer items of each kind are printed; all are counted. */
const MAX_SHOWN = 20;

const say = (line: string): void => console.log(visibleLine(line));

async function main(): Promise<number> {
  const drill = readDrill(process.argv.slice(2));
  if (drill === null) {
    console.error(USAGE);
    return 2;
  }
  if (drill.of === "copy") {
    await copyDatabase(localRun(), drill.file);
    say(`Copied to ${drill.file}.`);
    return 0;
  }
  const surroundings = drill.of === "aws" ? await ofStage(drill) : ofLocalRun();
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
  const restored = await restore(drill, surroundings, ended.signal);
  const remove = once(restored.remove);
  ended.signal.addEventListener("abort", () => {
    remove().then(
      () => process.exit(1),
      (error: unknown) => {
        console.error(`The copy was not removed: ${String(error)}`);
        process.exit(1);
      },
    );
  });
  try {
    const exitCode = await report(surroundings, restored);
    keep(drill, { at: new Date().toISOString(), exitCode });
    return exitCode;
  } finally {
    await remove();
  }
}

/** Stores the result where `npm run doctor` looks for it. */
function keep(drill: Exclude<Drill, { of: "copy" }>, last: LastDrill): void {
  if (drill.of === "local") {
    keepLocally(stateFolder(), last);
    return;
  }
  const aws = awsAt({ account: "", region: drill.region, profile: null, env: process.env });
  try {
    done(keepOnAws(aws, drill.stage, last));
  } catch (error) {
    console.error(visibleLine(`The result was not kept: ${(error as Error).message}`));
  }
}

const restore = (
  drill: Exclude<Drill, { of: "copy" }>,
  { live }: Surroundings,
  signal: AbortSignal,
): Promise<RestoredTable> =>
  drill.of === "local"
    ? restoreCopy(localRun(), drill.copy)
    : restoreOnAws({ ...drill, table: live.name, signal, say });

/** Calls `work` only once and returns the same promise on every call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}

async function report(surroundings: Surroundings, table: RestoredTable): Promise<number> {
  Object.assign(process.env, surroundings.settings);
  const restored = await readTable(table, surroundings.region);
  const live = await readTable(surroundings.live, surroundings.region);
  const log = storedLog(restored);
  const newest = [restored.newest ?? "", log.newest?.signed_at ?? ""].sort().at(-1);
  const at = table.at ?? (newest || new Date().toISOString());
  enter(surroundings, table, log.head?.origin ?? "");
  // The module creates its AWS clients on import, with the environment that `enter` set up.
  const { verify } = await import("./restore-drill/verify.ts");
  const liveAgain = () => readTable(surroundings.live, surroundings.region, "consistent");
  const { findings, lines } = await verify(restored, live, at, liveAgain);
  say(`Restored as of  ${at}${table.at === null ? ", the newest time in the copy" : ""}`);
  for (const line of lines) say(line);
  printCounts(restored, live);
  printSome("Only in the live table, written since:", whatIsNewer(restored, live));
  for (const [kind, found] of Object.entries(Object.groupBy(findings, ({ kind }) => kind))) {
    printFindings(kind, found);
  }
  const one = findings.length === 1 ? "finding" : "findings";
  say(findings.length === 0 ? "Nothing was found." : `${findings.length} ${one}.`);
  return exitCodeOf(findings);
}

function printCounts(restored: TableContents, live: TableContents): void {
  const columns = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(16) : String(cell).padStart(9))).join("");
  say(columns(["items", "restored", "live", "newer", "changed", "gone"]));
  for (const [kind, { restored: then, live: now, newer, changed, gone }] of countKinds(
    restored,
    live,
  )) {
    say(columns([kind, then, now, newer, changed, gone]));
  }
}

function printFindings(kind: string, found: readonly Finding[]): void {
  printSome(
    `FOUND ${kind} (${found.length}):`,
    found.map(({ detail }) => detail),
  );
}

function printSome(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  say(title);
  for (const line of lines.slice(0, MAX_SHOWN)) say(`  ${line}`);
  if (lines.length > MAX_SHOWN) say(`  and ${lines.length - MAX_SHOWN} more`);
}

await runCommand(main);
