import type { ApiAnswer, TestSystem } from "../../support/system.ts";

/** Prepares what a request needs, and answers the request itself, which must succeed. */
export type Scenario = (system: TestSystem) => Promise<() => Promise<ApiAnswer>>;
