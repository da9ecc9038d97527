import { expect, test } from "vitest";
import { allOf } from "#test/support/cloudc-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({ settings: { TWO_PEOPLE: "true" } });

test("when two people are needed, the sample still fills its half year, and sends each request by mail only", async () => {
  const asked = { is_short: true };
  await expectStatus(system.api()("POST", "/_local/sample", asked), 200);
  const reviews = await allOf(system.admin, "/admin/rule-reviews");
  expect(new Set(reviews.map(({ status }) => status)).size).toBe(7);
  for (const { id } of reviews) {
    const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/audit`);
    const [{ context }] = body.items;
    expect(context.two_people.counsel_head).toMatch(/^[0-9a-f]{64}$/);
    expect(context.magic_link_url).toMatch(/^sha256:/);
  }
}, 300_000);
