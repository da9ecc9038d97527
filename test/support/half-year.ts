import type { Filled } from "#infra/local/sample/sample.ts";
import { expectStatus } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";

/**
 * Fills an empty test system with the sample half year: 4 counsel, 40 reviews in every state,
 * amendments, 2 tenants with connections, deliveries and runs.
 */
export async function fillHalfYear(system: TestSystem): Promise<Filled> {
  const { body } = await expectStatus(system.api()("POST", "/_local/sample"), 200);
  return body;
}
