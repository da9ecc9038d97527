import type { Route } from "#shared/routes/contract/route.ts";
import type { OneOfEach } from "#test/support/one-of-each.ts";
import type { TestSystem } from "#test/support/system.ts";

/** What the sweeps over all routes share; filled before the first test. */
export interface Ground {
  system: TestSystem;
  each: OneOfEach;
}

/** Whether an operation reads JSON, and not only a file. */
export const readsJson = ({ accepts, body }: Route): boolean =>
  accepts === undefined || body !== undefined;
