import { afterAll, beforeAll, describe } from "vitest";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { consoleSuite } from "#test/support/console.ts";
import { certificateOfReview } from "./legal-work/certificate.ts";
import { keysOfCounsel } from "./legal-work/counsel-keys.ts";
import { coverageOfLaws } from "./legal-work/coverage.ts";
import { workOnLaws } from "./legal-work/law.ts";
import { panelsOfCounsel } from "./legal-work/panels.ts";
import { type Provider, startProvider, tasksOfAPlatform } from "./legal-work/platform-tasks.ts";
import { workOnReviews } from "./legal-work/reviews.ts";
import { ruleBooks } from "./legal-work/rule-books.ts";

/* What a platform admin does with laws, counsel and reviews, in a system with the included books. */

let provider: Provider;
const suite = consoleSuite(async () => {
  provider = await startProvider();
  return provider.settings;
});
beforeAll(() => loadRuleBooks(suite.system));
afterAll(() => provider.idp.close());

// These come first, while the evidence covers one review and no secret is in place.
describe("tasks", () => tasksOfAPlatform(suite, () => provider));

describe("coverage", () => coverageOfLaws(suite));
describe("law", () => workOnLaws(suite, new Date().toISOString().slice(0, 10)));
describe("reviews", () => workOnReviews(suite));
describe("panels", () => panelsOfCounsel(suite));
describe("rule books", () => ruleBooks(suite));
describe("counsel's keys", () => keysOfCounsel(suite));
describe("certificate", () => certificateOfReview(suite));
