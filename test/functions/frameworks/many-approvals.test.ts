import { expect, test } from "vitest";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();

async function approve({ review, token }: Commissioned): Promise<string> {
  const approved = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, approved), 200);
  await system.advance(1);
  return review.id;
}

const put = ({ frameworkId }: Commissioned, title: string) =>
  expectStatus(
    system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
      rules: [ruleText("rule.a", { title })],
    }),
    200,
  );

const wording = ({ frameworkId }: Commissioned, limit: string) =>
  system.admin(
    "GET",
    `/admin/frameworks/${frameworkId}/wording?use_case_id=rule.a&on=3000-01-01${limit}`,
  );

const idsOf = ({ approvals }: { approvals: { review_id: string }[] }) =>
  approvals.map(({ review_id }) => review_id);

test("a limit admits the newest approvals of exactly this wording, and the answer says whether there are older ones", async () => {
  // Forty rules, because the approvals of a group of rules are stored together.
  const rules = Array.from({ length: 40 }, (_, i) => ruleText(i === 0 ? "rule.a" : `rule.${i}`));
  const first = await commission(system, { rules });
  const own = { ...first, ruleIds: ["rule.a"] };
  const ids = [await approve(first)];
  for (let count = 0; count < 3; count += 1) {
    ids.push(await approve(await requestReview(system, own)));
  }
  await put(first, "Another");
  for (let count = 0; count < 4; count += 1) await approve(await requestReview(system, own));
  const { title } = ruleText("rule.a") as { title: string };
  await put(first, title);

  const answers = await Promise.all(["", "&limit=3", "&limit=4"].map((one) => wording(first, one)));
  const [all, some, enough] = answers.map(({ body }) => [idsOf(body), body.more_approvals]);
  expect(all).toEqual([ids, undefined]);
  expect(some).toEqual([ids.slice(1), true]);
  expect(enough).toEqual([ids, undefined]);
  const refused = await wording(first, "&limit=0");
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "limit"]);
});
