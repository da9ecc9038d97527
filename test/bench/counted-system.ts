import type { SystemOptions } from "#infra/local/system.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { type CountingProxy, startCountingProxy } from "./counting-proxy.ts";
import { type SeedableDatabase, startSeedableDatabase } from "./seedable-database.ts";

/** A whole local run whose calls to DynamoDB are counted. */
export interface CountedSystem extends TestSystem {
  proxy: CountingProxy;
  /** The embedded engine itself: calls sent here are not counted. */
  database: SeedableDatabase;
}

export async function startCountedSystem(
  settings: Record<string, string> = {},
  eventBridge?: SystemOptions["eventBridge"],
): Promise<CountedSystem> {
  const database = await startSeedableDatabase();
  const proxy = await startCountingProxy(database.endpoint);
  process.env.DYNAMODB_ENDPOINT = proxy.url;
  try {
    const system = await startTestSystemWithLog({
      settings,
      ...(eventBridge === undefined ? {} : { eventBridge }),
    });
    const close = async () => {
      await system.close();
      await proxy.close();
      await database.close();
    };
    return { ...system, proxy, database, close };
  } finally {
    delete process.env.DYNAMODB_ENDPOINT;
  }
}
