import { expect, test } from "vitest";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

test("the answer about a wording names every open request, however many there are: now, in the future and as of a past instant", async () => {
  const first = await commission(system, { rules: [ruleText("rule.a")] });
  const ids = [first.review.id];
  for (let more = 0; more < 6; more += 1) ids.push((await requestReview(system, first)).review.id);
  const past = await system.advance(60);
  const now = await system.advance(60);
  const ahead = new Date(Date.parse(now) + 86_400_000).toISOString();
  const path = `/admin/frameworks/${first.frameworkId}/wording?use_case_id=rule.a&on=`;
  for (const on of [past, now, ahead]) {
    const { body } = await expectStatus(system.admin("GET", `${path}${on}`), 200);
    const open: { review_id: string; holds_wording: boolean }[] = body.standing.open;
    expect(open.map(({ review_id }) => review_id).sort(), on).toEqual(ids.toSorted());
    expect(open.every(({ holds_wording }) => holds_wording)).toBe(true);
  }
});
