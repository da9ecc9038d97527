import type { SystemOptions } from "#infra/local/system.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { type ApiAnswer, startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import type { Call, CountingProxy } from "./counting-proxy.ts";
import { median, timed } from "./measure.ts";
import { type SeedableDatabase, startSeedableDatabase } from "./seedable-database.ts";

/** A whole local run whose calls to DynamoDB are counted. */
export interface CountedSystem extends TestSystem {
  proxy: CountingProxy;
  database: SeedableDatabase;
}

export async function startCountedSystem(
  settings: Record<string, string> = {},
  eventBridge?: SystemOptions["eventBridge"],
): Promise<CountedSystem> {
  const database = await startSeedableDatabase();
  const { proxy } = database;
  process.env.DYNAMODB_ENDPOINT = proxy.url;
  try {
    const system = await startTestSystemWithLog({
      settings,
      ...(eventBridge === undefined ? {} : { eventBridge }),
    });
    const close = async () => {
      await system.close();
      await database.close();
    };
    return { ...system, proxy, database, close };
  } finally {
    delete process.env.DYNAMODB_ENDPOINT;
  }
}

/** The cost of an act: milliseconds, and calls of DynamoDB. */
export interface Cost {
  ms: number;
  calls: readonly Call[];
}

export async function costOf<T>({ proxy }: CountedSystem, act: () => Promise<T>) {
  proxy.take();
  const { ms, value } = await timed(act);
  return { ms, value, calls: proxy.take() };
}

/** The median time of a successful request, and its calls. An extra one first starts the function. */
export async function costOfRounds(
  system: CountedSystem,
  rounds: number,
  ask: () => Promise<ApiAnswer>,
): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    costs.push(await costOf(system, () => expectStatus(ask(), 200)));
  }
  return { ms: median(costs.slice(1).map(({ ms }) => ms)), calls: costs.at(-1)?.calls ?? [] };
}
