import { setTimeout as wait } from "node:timers/promises";
import { buildFunctions } from "../infra/build.ts";
import { loadRuleBooks } from "../infra/local/rule-books.ts";
import { type System, startSystem } from "../infra/local/system.ts";

/** `npm start`: builds the functions, runs the whole system, prints `ready <url>`. */
async function main(): Promise<void> {
  const { PORT = "3000", LOCAL_STATE_DIR = ".local", ...settings } = process.env;
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT is ${PORT}; it must be a whole number from 0 to 65535.`);
  }
  if (process.env.COUNTERSIGN_SKIP_BUILD !== "1") await buildFunctions();
  const system = await startSystem({
    port,
    stateDir: LOCAL_STATE_DIR,
    settings,
    onLine: (line) => console.log(line),
  });
  endOnSignals(system);
  await loadRuleBooks(system);
  await greet(system);
}

async function greet({ baseUrl, signIn }: System): Promise<void> {
  const { access_token } = await signIn.issue({ is_platform_admin: true });
  console.log(`OpenAPI document   ${baseUrl}/openapi.json`);
  console.log(`Platform admin     export TOKEN=${access_token}`);
  console.log(`ready ${baseUrl}`);
}

function endOnSignals(system: System): void {
  let ending = false;
  const end = async () => {
    if (ending) process.exit(1);
    ending = true;
    await Promise.race([system.close(), wait(5000)]);
    process.exit(0);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
