import type { Stage } from "./stage.ts";

/** Where the event bus runs in version 1 (second seed, "Limits"). */
const BUS_REGION = "us-east-1";

/** An account and a region, as far as they are known. */
export interface Place {
  account: string | undefined;
  region: string | undefined;
}

/**
 * Refuses a deployment to another account or region than the stage's options name, and one whose
 * event buses would not be in us-east-1, which customers' templates name, unless the stage sets
 * that other region as CLOUDB_EVENTBUS_REGION.
 * @param actual where the deployment goes, as the CDK found out; undefined: unknown at synthesis
 * @throws Error with one sentence
 */
export function checkPlace(
  { account, region, settings }: Pick<Stage, "account" | "region" | "settings">,
  actual: Place,
): void {
  for (const [what, pinned, found] of [
    ["account", account, actual.account],
    ["region", region, actual.region],
  ] as const) {
    if (pinned === null || found === undefined || pinned === found) continue;
    throw new Error(
      `The stage's ${what} is ${pinned}, but the credentials and settings of this shell lead to ${found}.`,
    );
  }
  checkBusRegion(settings.CLOUDB_EVENTBUS_REGION, actual.region ?? region ?? undefined);
}

function checkBusRegion(said: string | undefined, region: string | undefined): void {
  const actual = region ?? said ?? BUS_REGION;
  if (said !== undefined && said !== actual) {
    throw new Error(`CLOUDB_EVENTBUS_REGION is ${said}, but the buses are created in ${actual}.`);
  }
  if (actual !== BUS_REGION && said === undefined) {
    throw new Error(
      `The event buses would be in ${actual} instead of ${BUS_REGION}; set CLOUDB_EVENTBUS_REGION to ${actual} if that is intended.`,
    );
  }
}
