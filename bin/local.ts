import { setTimeout as wait } from "node:timers/promises";
import { distFolder } from "#infra/dist-folder.ts";
import { buildForThisRun } from "#infra/local/own-build.ts";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { type System, startSystem } from "#infra/local/system.ts";

interface Run {
  /** Null until the system has started. */
  system: System | null;
}

/** `npm start`: builds the functions, runs the whole system, prints `ready <url>`. */
async function main(): Promise<void> {
  const { PORT, LOCAL_STATE_DIR, ...settings } = process.env;
  const port = Number(PORT || "3000");
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT is ${PORT}; it must be a whole number from 0 to 65535.`);
  }
  const run: Run = { system: null };
  endOnSignals(run);
  const isBuilt = process.env.COUNTERSIGN_SKIP_BUILD === "1";
  const system = await startSystem({
    dist: isBuilt ? distFolder : await buildForThisRun(),
    port,
    stateDir: LOCAL_STATE_DIR || ".local",
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
 * A Ctrl-C in a terminal arrives twice (from the terminal and from `npm start`): only one that
 * comes later means "at once".
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
