import type { JobId } from "#shared/routes/contract/jobs.ts";
import type { OperationId } from "#shared/routes/table/all-routes.ts";
import type { BenchHost } from "#test/bench/bench-host.ts";
import type { CiIssuer } from "#test/support/ci-issuer.ts";
import type { CloudcServer } from "#test/support/cloudc-server.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import type { Api, ApiAnswer, TestSystem } from "#test/support/system.ts";
import type { Upstream } from "#test/support/upstream.ts";

/** The scenario's own system, and the external platforms that its functions call. */
export interface ScenarioSystem extends TestSystem {
  cloud: CloudcServer;
  upstream: Upstream;
  idp: FakeIdp;
  host: BenchHost;
  ci: CiIssuer;
}

/** What is asked of an operation: method, path and role are those of its entry. A job is run. */
export interface Asked {
  /** What stands in the path's braces. */
  params?: Readonly<Record<string, string>>;
  /** As in the address. */
  query?: string;
  body?: unknown;
  /** The tenant's user who asks; not needed for platform admins and for what is public. */
  by?: Api;
  /** What the answer must say: a request may succeed without having done any work. */
  says?: Readonly<Record<string, unknown>>;
}

/** Prepares what a request needs, and returns the request, which must succeed. */
export type Scenario = (system: ScenarioSystem) => Promise<Asked | (() => Promise<ApiAnswer>)>;

/** A request after a preparation. */
export const after =
  <T>(
    prepare: (system: ScenarioSystem) => Promise<T>,
    ask: (made: T, system: ScenarioSystem) => Asked = () => ({}),
  ): Scenario =>
  async (system) =>
    ask(await prepare(system), system);

/** A request that needs nothing before. */
export const alone =
  (asked: Asked = {}): Scenario =>
  async () =>
    asked;

/** Every function: an operation's or a job's. */
export type UnitId = OperationId | JobId;

/** The scenarios of an area, at most one to a function. */
export type Scenarios = Partial<Record<UnitId, Scenario>>;

/** Further requests to a function with a different cost, by what distinguishes them. */
export type Variants = Partial<Record<UnitId, Readonly<Record<string, Scenario>>>>;

/**
 * Returns the answer if its body has the expected fields.
 * @throws Error when a field differs
 */
export async function saying(
  asked: Promise<ApiAnswer>,
  expected: Readonly<Record<string, unknown>>,
): Promise<ApiAnswer> {
  const answer = await asked;
  for (const [field, value] of Object.entries(expected)) {
    if (answer.body?.[field] !== value) {
      throw new Error(`Expected ${field} to be ${value}: ${answer.status} ${answer.text}`);
    }
  }
  return answer;
}
