import type { OneOfEach } from "#test/support/one-of-each.ts";
import type { TestSystem } from "#test/support/system.ts";

/** What the sweeps over all routes share; filled before the first test. */
export interface Ground {
  system: TestSystem;
  each: OneOfEach;
}
