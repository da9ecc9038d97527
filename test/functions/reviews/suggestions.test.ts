import { afterAll, beforeAll, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();

let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());

// biome-ignore lint/suspicious/noExplicitAny: answers as they came
type Found = any;

const decide = (token: string, body: object) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const open = (token: string) => expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
const get = async (path: string): Promise<Found> =>
  (await expectStatus(system.admin("GET", path), 200)).body;

const proposed = [
  { field: "title", text: "A shorter title" },
  { field: "customer_description_preview", text: "What the customer may read. 😀\r\nAll of it." },
  { field: "suggested_verdict_copy", text: "What we would rather say." },
];
const verdict = (more: object) => ({
  use_case_id: "rule.a",
  verdict: "changes_requested",
  text: "See my words.",
  ...more,
});
const decision = (...rule_verdicts: object[]) => ({
  decision: "approved_with_changes",
  rule_verdicts,
});

test("proposed words are signed with their verdict, verify and can be kept back, and counsel is told what became of them", async () => {
  const first = await commission(system);
  const { token, review, frameworkId } = first;
  await open(token);
  const said = decision(
    verdict({ suggestions: proposed }),
    {
      ...verdict({ suggestions: [] }),
      use_case_id: "rule.b",
    },
    { ...verdict({ suggestions: [proposed[2]] }), use_case_id: "rule.c" },
  );
  const receipt = (await expectStatus(decide(token, said), 200)).body;
  expect(receipt.rule_verdicts[0].suggestions).toEqual(proposed);
  // A list without proposals leaves no member.
  expect(Object.keys(receipt.rule_verdicts[1])).not.toContain("suggestions");
  const again = await expectStatus(decide(token, said), 200);
  expect(again.body.decision_signature).toBe(receipt.decision_signature);
  const other = decision(verdict({ suggestions: proposed.slice(1) }));
  expect((await decide(token, other)).body.code).toBe("already_decided");
  const committed = receipt.receipt.row.context.rule_verdicts[0].suggestions;
  expect(committed.map(({ field, text }: Found) => [field, text.length])).toEqual(
    proposed.map(({ field, text }) => [field, [...text].length]),
  );
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  await auditor.copyLog();
  const bundle = await get(`/admin/rule-reviews/${review.id}/bundle`);
  const run = (file: object) =>
    auditor.run(JSON.stringify(file), auditor.options, DEVELOPMENT_SECRET);
  const whole = await run(bundle);
  expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining("A shorter title")]);
  const withheld = await run({ ...bundle, disclosures: [] });
  expect([withheld.status, withheld.stdout.includes("shorter")]).toEqual([0, false]);
  const changed = bundle.disclosures.map((one: Found) =>
    one.text === "A shorter title" ? { ...one, text: "A longer title" } : one,
  );
  expect((await run({ ...bundle, disclosures: changed })).status).toBe(1);
  const pdf = await system.admin("GET", `/admin/rule-reviews/${review.id}/certificate.pdf`);
  expect(pdf.status).toBe(200);
  // One is taken over, one is changed in another way, one is left as it was, and a rule has ended.
  const rules = [
    ruleText("rule.a", {
      title: "Another title",
      // As the rule's editor saves it.
      customer_description_preview: "What the customer may read. 😀\nAll of it.",
    }),
    ruleText("rule.b"),
    ruleText("rule.c", { applies_until: "2026-01-31" }),
  ];
  const put = system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules });
  await expectStatus(put, 200);
  const next = await requestReview(system, first);
  const { earlier_verdicts } = (await open(next.token)).body;
  const became = ["changed_otherwise", "taken_over", "unchanged"];
  expect(earlier_verdicts[0].suggestions).toEqual(
    proposed.map((one, i) => ({ ...one, became: became[i] })),
  );
  expect(earlier_verdicts[2].suggestions).toEqual([{ ...proposed[2], became: "rule_ended" }]);
});

test.each<[string, object, number, string]>([
  ["with an approval", { verdict: "approved", suggestions: proposed }, 400, "rule_verdicts.0"],
  [
    "of a field twice",
    { suggestions: [proposed[0], proposed[0]] },
    400,
    "rule_verdicts.0.suggestions",
  ],
  [
    "of another field",
    { suggestions: [{ field: "risk_level", text: "high" }] },
    400,
    "rule_verdicts.0.suggestions.0.field",
  ],
  [
    "beyond the field's length",
    { suggestions: [{ field: "title", text: "x".repeat(1001) }] },
    400,
    "rule_verdicts.0.suggestions.0",
  ],
  [
    "of nothing",
    { suggestions: [{ field: "title", text: "" }] },
    400,
    "rule_verdicts.0.suggestions.0.text",
  ],
  [
    "that are the rule's own",
    { suggestions: [{ field: "title", text: "Title of rule.a" }] },
    422,
    "rule_verdicts.0.suggestions.0",
  ],
])(
  "words %s are refused at their place, and nothing is recorded",
  async (_, more, status, path) => {
    const { token, review } = await commission(system);
    const refused = await decide(token, decision(verdict(more)));
    expect([refused.status, refused.body.errors[0].path]).toEqual([status, path]);
    expect((await get(`/admin/rule-reviews/${review.id}`)).status).toBe("pending");
  },
);

test("words that differ from the rule's own only in their line breaks are refused", async () => {
  const own = { customer_description_preview: "One.\r\nTwo." };
  const { token } = await commission(system, { rules: [ruleText("rule.a", own)] });
  const suggestions = [{ field: "customer_description_preview", text: "One.\nTwo." }];
  const refused = await decide(token, { ...decision(verdict({ suggestions })) });
  expect([refused.status, refused.body.code]).toEqual([422, "suggestion_unchanged"]);
});

test("all texts together are limited to 60,000 characters, and each text needs its own salt", async () => {
  const { token } = await commission(system);
  const text = "x".repeat(20_000);
  const long = ["rule.a", "rule.b"].map((use_case_id) => ({
    ...verdict({
      suggestions: ["customer_description_preview", "suggested_verdict_copy"].map((field) => ({
        field,
        text,
      })),
    }),
    use_case_id,
  }));
  const many = await decide(token, decision(...long));
  expect([many.status, many.body.errors[0].path]).toEqual([400, "rule_verdicts.1"]);
  const salts = { "rule_verdicts.0.text": "a1".repeat(16) };
  const one = await decide(token, {
    ...decision(verdict({ suggestions: [proposed[0]] })),
    salts,
  });
  expect([one.status, one.body.errors[0].path]).toEqual([
    400,
    "salts.rule_verdicts.0.suggestions.0.text",
  ]);
});
