import * as fc from "fast-check";
import { expect, test } from "vitest";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { fuzzedRequests, send } from "#test/support/fuzz.ts";
import type { OneOfEach } from "#test/support/one-of-each.ts";
import type { Ground } from "./ground.ts";

interface Fuzzing {
  requests: number;
  seed: number;
  atOnce: number;
}

/** Sends generated requests, and returns the routes that they went to and each one's status. */
export async function fuzz(each: OneOfEach, { requests, seed, atOnce }: Fuzzing) {
  const routes: string[] = [];
  const statuses: number[] = [];
  const generated = fc.sample(fuzzedRequests(each), { numRuns: requests, seed });
  await eachBounded(generated, atOnce, async (request) => {
    // `send` checks the answer against the route's entry: status, code, fields and their order.
    const { status, text } = await send(each, request);
    const isSetting = /_not_configured|_not_provisioned/.test(text);
    expect([request.route.id, text, status < 500 || isSetting]).toEqual([
      request.route.id,
      text,
      true,
    ]);
    routes.push(request.route.id);
    statuses.push(status);
  });
  return { routes, statuses };
}

/** The same requests in every run; with `npm run bench -- fuzz` a hundred thousand. */
export function answersWithinItsEntry(ground: Ground): void {
  test("gets no 5xx and no response outside its entry", async () => {
    const { routes } = await fuzz(ground.each, { requests: 200, seed: 14, atOnce: 1 });
    expect(new Set(routes).size).toBeGreaterThan(100);
  });
}
