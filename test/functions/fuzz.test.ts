import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fuzzedRequests, send } from "#test/support/fuzz.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();
let each: OneOfEach;
beforeAll(async () => {
  each = await oneOfEach(system);
});

/** A limit that only a hang exceeds. */
const HANGS_MS = 300_000;

/** The same requests in every run; `npm run bench -- fuzz` sends a hundred thousand. */
const sample = { numRuns: 130, seed: 14 };

test(
  "no request generated from the route table gets a 5xx or a response outside its entry",
  async () => {
    const requests = fc.sample(fuzzedRequests(each), sample);
    const routes = new Set(requests.map(({ route }) => route.id));
    expect(routes.size).toBeGreaterThan(60);
    for (const request of requests) {
      // `send` checks the answer against the route's entry: status, code, fields and their order.
      const { status, text } = await send(each, request);
      const isSetting = /_not_configured|_not_provisioned/.test(text);
      expect([request.route.id, text, status < 500 || isSetting]).toEqual([
        request.route.id,
        text,
        true,
      ]);
    }
  },
  HANGS_MS,
);
