import { setTimeout as wait } from "node:timers/promises";
import { functionUnits } from "#infra/functions.ts";
import { builtBundles } from "#infra/local/built-bundles.ts";
import { buildForThisRun } from "#infra/local/own-build.ts";
import { ownPlace } from "#infra/local/own-place.ts";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { type System, startSystem } from "#infra/local/system.ts";
import { openTerminal, type Terminal } from "#infra/local/terminal.ts";
import { runCommand } from "./run-command.ts";

interface Run {
  /** Null until the system has started. */
  system: System | null;
}

/** `npm start`: builds the functions, runs the whole system, prints `ready <url>`. */
async function main(): Promise<void> {
  const { PORT, LOCAL_STATE_DIR, LOG_FORMAT, ...settings } = process.env;
  const terminal = openTerminal({ out: process.stdout, format: LOG_FORMAT });
  // Reports an invalid PORT before anything is built.
  await ownPlace({ PORT, LOCAL_STATE_DIR });
  const run: Run = { system: null };
  endOnSignals(run);
  const dist =
    process.env.COUNTERSIGN_SKIP_BUILD === "1"
      ? builtBundles()
      : await terminal.during(`Building ${functionUnits.length} functions`, buildForThisRun);
  // Once more, because another run may have started during the build.
  const { port, stateDir, note } = await ownPlace({ PORT, LOCAL_STATE_DIR });
  if (note !== null) terminal.say(note);
  const system = await startSystem({
    dist,
    port,
    stateDir,
    settings,
    onLine: terminal.log,
    onLost: (error) => endWith(error, run),
  });
  run.system = system;
  try {
    await terminal.during("Loading the rule books", () => loadRuleBooks(system));
    terminal.serves();
    greet(system, terminal);
  } catch (error) {
    await system.close();
    throw error;
  }
}

function greet({ baseUrl }: System, { say }: Terminal): void {
  // The commands use this address by default.
  const at = baseUrl === "http://localhost:3000" ? "" : `BASE_URL=${baseUrl} `;
  say(`Console   ${baseUrl}/admin/console`);
  say(`API       ${baseUrl}/docs`);
  say(`Token     export TOKEN=$(${at}npm run -s token)`);
  say(`To see    ${at}npm run demo, or with half a year of work: ${at}npm run demo -- --fill`);
  say(`ready ${baseUrl}`);
}

/** Ends a run that has lost a part. It reports that error and uses exit code 1. */
function endWith({ message }: Error, run: Run): void {
  console.error(message);
  const exit = () => process.exit(1);
  Promise.race([run.system?.close(), wait(5000)]).then(exit, exit);
}

/**
 * Ctrl-C in a terminal arrives twice (from the terminal and from `npm start`), so only a second one
 * that comes later means "at once".
 */
function endOnSignals(run: Run): void {
  let endingSince: number | null = null;
  const end = async () => {
    if (endingSince !== null) {
      if (performance.now() - endingSince > 1000) process.exit(1);
      return;
    }
    endingSince = performance.now();
    await Promise.race([run.system?.close(), wait(5000)]);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}

await runCommand(main);
