import { setTimeout as wait } from "node:timers/promises";
import { distFolder } from "#infra/dist-folder.ts";
import { buildForThisRun } from "#infra/local/own-build.ts";
import { ownPlace } from "#infra/local/own-place.ts";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { type System, startSystem } from "#infra/local/system.ts";

interface Run {
  /** Null until the system has started. */
  system: System | null;
}

/** `npm start`: builds the functions, runs the whole system, prints `ready <url>`. */
async function main(): Promise<void> {
  const { PORT, LOCAL_STATE_DIR, ...settings } = process.env;
  // Reports an invalid PORT before anything is built.
  await ownPlace({ PORT, LOCAL_STATE_DIR });
  const run: Run = { system: null };
  endOnSignals(run);
  const isBuilt = process.env.COUNTERSIGN_SKIP_BUILD === "1";
  const dist = isBuilt ? distFolder : await buildForThisRun();
  // Again: another run may have started during the build.
  const { port, stateDir, note } = await ownPlace({ PORT, LOCAL_STATE_DIR });
  if (note !== null) console.log(note);
  const system = await startSystem({
    dist,
    port,
    stateDir,
    settings,
    onLine: (line) => console.log(line),
  });
  run.system = system;
  try {
    await loadRuleBooks(system);
    await greet(system);
  } catch (error) {
    await system.close();
    throw error;
  }
}

async function greet({ baseUrl, signIn }: System): Promise<void> {
  const { access_token } = await signIn.issue({ is_platform_admin: true });
  console.log(`Console            ${baseUrl}/admin/console`);
  console.log(`OpenAPI document   ${baseUrl}/openapi.json`);
  console.log(`Platform admin     export TOKEN=${access_token}`);
  console.log(`ready ${baseUrl}`);
}

/**
 * A Ctrl-C in a terminal arrives twice (from the terminal and from `npm start`): only a second one
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
