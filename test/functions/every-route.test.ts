import { afterAll, beforeAll, describe } from "vitest";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { keepsPrivate, repeatsItself } from "./every-route/answers.ts";
import { boundsBodies } from "./every-route/bodies.ts";
import { knowsItsCallers } from "./every-route/callers.ts";
import { answersAsDocumented } from "./every-route/documented.ts";
import { answersWithinItsEntry } from "./every-route/fuzz.ts";
import type { Ground } from "./every-route/ground.ts";
import { endsPages, sealsCursors } from "./every-route/paging.ts";
import { letsReadersRead } from "./every-route/reader.ts";
import { withstands } from "./every-route/robustness.ts";
import { refusesTexts } from "./every-route/text.ts";

/*
 * Sweeps over the route table on one system that has one resource of each kind, because its start and
 * the first call of each function cost more than the sweeps. The order matters: a repeated read needs a
 * state at rest, so sweeps that alter records come after those that do not.
 */

const ground = {} as Ground;
let ci: CiIssuer;
beforeAll(async () => {
  ci = await startCiIssuer();
  // The deployed bundles. All of them answer in the bench, and every fifth one in other runs.
  ground.system = await startTestSystemWithLog({
    functions: "deployed",
    // Nothing changes except through what a sweep sends.
    settings: { WORKER_INVOKE_ENABLED: "false", PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host },
  });
  ground.each = await oneOfEach(ground.system, ci);
});
afterAll(() => Promise.all([ground.system.close(), ci.close()]));

describe("the same state gives the same bytes", () => repeatsItself(ground));
describe("everybody asks for everything", () => knowsItsCallers(ground));
describe("text from outside", () => refusesTexts(ground));
describe("what every route of a kind answers", () => answersAsDocumented(ground));
describe("a cursor is authenticated", () => sealsCursors(ground));
describe("a body", () => boundsBodies(ground));
describe("a reader", () => letsReadersRead(ground));
describe("whatever a client sends", () => withstands(ground));
describe("a private field of a stored record never leaves", () => keepsPrivate(ground));
describe("a request generated from the route table", () => answersWithinItsEntry(ground));
describe("a page ends at 4 MB", () => endsPages(ground));
