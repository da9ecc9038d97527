import { expect, test } from "vitest";
import { sized } from "#test/support/full-size.ts";
import {
  appoint,
  expectStatus,
  newRuleBook,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

/* A function returns at most 6 MB, and its JSON counts as a string, which is encoded once more. */

const system = suiteSystem();

/** Unlike the tests' usual client, which takes compressed answers. */
const uncompressed = { "accept-encoding": "identity" };

test("a trial import with too long an answer is refused with what to do; compressed, it is answered", async () => {
  const { frameworkId } = await newRuleBook(system, [ruleText("rule.a")]);
  const rules = Array.from({ length: 500 }, (_, i) =>
    ruleText(`rule.${i}`, { customer_description_preview: "x".repeat(12_180) }),
  );
  const path = `/admin/frameworks/${frameworkId}/rules?dry_run=true`;
  const refused = await system.admin("PUT", path, { rules }, uncompressed);
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    413,
    "payload_too_large",
    "The answer does not fit into the 6 MB of one response. Ask for less at once, or accept gzip.",
  ]);
  expect(refused.body.request_id).toBe(refused.headers.get("x-request-id"));
  const { body } = await expectStatus(system.admin("PUT", path, { rules }), 200);
  expect([body.created, body.rules.length]).toEqual([500, 500]);
});

test("coverage with more changed texts than an answer holds names the fields of the other rows", async () => {
  const rulesOf = (letter: string) =>
    Array.from({ length: sized(100, 62) }, (_, i) =>
      ruleText(`rule.${i}`, {
        customer_description_preview: letter.repeat(20_000),
        suggested_verdict_copy: `${letter}ä`.repeat(9000),
      }),
    );
  const { frameworkId, ruleIds } = await newRuleBook(system, rulesOf("a"));
  const path = `/admin/frameworks/${frameworkId}`;
  const email = "large@law.example";
  const counselId = await appoint(system, frameworkId, email);
  const { token } = await requestReview(system, { frameworkId, counselId, ruleIds, email });
  const approved = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, approved), 200);
  await expectStatus(system.admin("PUT", `${path}/rules`, { rules: rulesOf("b") }), 200);
  const asked = system.admin("GET", `${path}/coverage`, undefined, uncompressed);
  const { body } = await expectStatus(asked, 200);
  expect(body.totals.approved_then_changed).toBe(ruleIds.length);
  const changes = body.rules.map((row: { changed_fields: object[] }) => row.changed_fields[1]);
  const { field, approved: then, live } = changes[0];
  expect([field, then[0], live[0]]).toEqual(["suggested_verdict_copy", "a", "b"]);
  expect(changes.at(-1)).toEqual({ field: "suggested_verdict_copy" });
});
