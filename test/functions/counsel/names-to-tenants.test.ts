import { describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { appoint, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const NAME = "Dr. Ada Lex";
const FIRM = "Lex LLP";

/** A rule of a book that exports mention, approved by that counsel; and a tenant. */
async function approvedRule(system: TestSystem) {
  const frameworkId = "eu_ai_act";
  const book = `/admin/frameworks/${frameworkId}`;
  await expectStatus(system.admin("PUT", book, { display_name: "EU AI Act" }), 200);
  const rules = { rules: [ruleText("rule.a")] };
  await expectStatus(system.admin("PUT", `${book}/rules`, rules), 200);
  const email = "ada@law.example";
  const counselId = await appoint(system, frameworkId, email);
  const ruleIds = ["rule.a"];
  const { token } = await requestReview(system, { frameworkId, counselId, ruleIds, email });
  const decision = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
  const question = { framework_id: frameworkId, use_case_ids: ruleIds };
  return { counselId, question, tenant: await newTenant(system) };
}

describe("a tenant", () => {
  const system = suiteSystem();

  test("learns counsel's firm but no name, from clearance and from the inventory's export", async () => {
    const { counselId, question, tenant } = await approvedRule(system);
    for (const api of [tenant.member, tenant.org]) {
      const { body, text } = await expectStatus(api("POST", "/clearance", question), 200);
      expect(body.approvals[0].approved_by).toEqual({ id: counselId, firm: FIRM });
      expect(text).not.toContain(NAME);
    }
    const { text } = await expectStatus(
      tenant.org("GET", "/artifacts/export?format=cyclonedx"),
      200,
    );
    expect(JSON.parse(text).declarations.assessors).toEqual([
      {
        "bom-ref": `assessor:counsel:${counselId}`,
        thirdParty: true,
        organization: { name: FIRM },
      },
    ]);
    expect(text).not.toContain(NAME);
  });

  test("finds counsel's name or address in no answer", async () => {
    const { tenant, pathOf } = await oneOfEach(system);
    const ofTenants = allRoutes.filter(
      ({ method, access }) => method === "GET" && ["user", "org", "signed_in"].includes(access),
    );
    expect(ofTenants.length).toBeGreaterThan(20);
    for (const route of ofTenants) {
      const { text } = await tenant.org("GET", pathOf(route));
      const found = [NAME, "@law.example"].filter((word) => text.includes(word));
      expect([route.id, found]).toEqual([route.id, []]);
    }
  });
});

describe("where the platform sets COUNSEL_NAMES_TO_TENANTS", () => {
  const system = suiteSystem({ settings: { COUNSEL_NAMES_TO_TENANTS: "true" } });

  test("a tenant learns the name as well as the firm", async () => {
    const { counselId, question, tenant } = await approvedRule(system);
    const { body } = await expectStatus(tenant.member("POST", "/clearance", question), 200);
    expect(body.approvals[0].approved_by).toEqual({
      id: counselId,
      display_name: NAME,
      firm: FIRM,
    });
    const { text } = await tenant.org("GET", "/artifacts/export?format=cyclonedx");
    expect(JSON.parse(text).declarations.assessors[0].organization).toEqual({
      name: FIRM,
      contact: [{ name: NAME }],
    });
  });
});
