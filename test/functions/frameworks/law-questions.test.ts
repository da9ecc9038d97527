import { beforeAll, describe, expect, test } from "vitest";
import { currentBooks } from "#test/support/law-books.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem();

const event = (id: string, kind: string, on: string, more: object = {}) => ({
  id,
  kind,
  on,
  authority: "An authority",
  citation_url: "https://authority.example/order",
  note: "An event of this test.",
  ...more,
});

/** Events of every kind over the five books. They are invented for this test. */
const events: Record<string, object[]> = {
  eu_ai_act: [
    event("omnibus", "delayed", "2027-12-01", {
      until: "2028-11-30",
      use_case_ids: ["annex3.4.a.employment_recruitment"],
    }),
    event("guidelines", "guidance", "2027-01-15"),
  ],
  co_sb_26_189: [
    event("x-ai.stay", "stayed", "2026-04-27"),
    event("x-ai.lift", "lifted", "2027-06-01", { ends: ["x-ai.stay"] }),
    event("ftc", "preempted", "2027-09-01", {
      use_case_ids: ["covered_domain.b.employment", "covered_domain.d.financial_lending"],
    }),
    event("ftc.ends", "resumed", "2028-01-01", {
      ends: ["ftc"],
      use_case_ids: ["covered_domain.b.employment"],
    }),
  ],
  us_ca_admt: [
    event("injunction", "enjoined", "2027-02-01", {
      use_case_ids: ["notice.7220.pre_use", "opt_out.7221.requests"],
    }),
    event("appeal", "lifted", "2027-05-01", { use_case_ids: ["notice.7220.pre_use"] }),
    event("agency.delay", "delayed", "2026-12-01", {
      until: "2027-03-31",
      use_case_ids: ["access.7222.requests"],
    }),
  ],
  us_tx_hb_149: [
    event("speech", "enjoined", "2026-03-01", {
      use_case_ids: ["prohibited.552.052.manipulation"],
    }),
    event("speech.2", "stayed", "2026-03-15", {
      use_case_ids: ["prohibited.552.052.manipulation"],
      until: "2026-03-31",
    }),
    event("speech.over", "resumed", "2026-08-01"),
  ],
  us_hiring: [
    event("nyc.pause", "stayed", "2027-01-01", {
      until: "2027-01-31",
      use_case_ids: ["nyc.bias_audit.currency"],
    }),
    event("il.guidance", "guidance", "2026-01-01", { use_case_ids: ["il.ai.notice"] }),
  ],
};

type Question = readonly [book: string, rule: string, on: string, state: string, by: string | null];

const questions: readonly Question[] = [
  ["eu_ai_act", "art5.1.a.manipulative_techniques", "2026-12-01", "in_force", null],
  ["eu_ai_act", "art5.1.ba.non_consensual_intimate_material", "2026-12-01", "not_yet", null],
  ["eu_ai_act", "art5.1.ba.non_consensual_intimate_material", "2026-12-02", "in_force", null],
  ["eu_ai_act", "art50.1.direct_interaction", "2027-01-15", "in_force", null],
  ["eu_ai_act", "annex3.4.a.employment_recruitment", "2027-11-30", "not_yet", null],
  ["eu_ai_act", "annex3.4.a.employment_recruitment", "2027-12-01", "delayed", "omnibus"],
  ["eu_ai_act", "annex3.4.a.employment_recruitment", "2028-11-30", "delayed", "omnibus"],
  ["eu_ai_act", "annex3.4.a.employment_recruitment", "2028-12-01", "in_force", null],
  ["eu_ai_act", "annex3.5.b.creditworthiness", "2027-12-02", "in_force", null],
  ["eu_ai_act", "art6.1.safety_component", "2028-08-01", "not_yet", null],
  ["co_sb_26_189", "covered_domain.b.employment", "2026-12-31", "not_yet", null],
  ["co_sb_26_189", "covered_domain.b.employment", "2027-01-01", "suspended", "x-ai.stay"],
  ["co_sb_26_189", "covered_domain.b.employment", "2027-06-01", "in_force", null],
  ["co_sb_26_189", "covered_domain.b.employment", "2027-09-01", "suspended", "ftc"],
  ["co_sb_26_189", "covered_domain.b.employment", "2028-01-01", "in_force", null],
  ["co_sb_26_189", "covered_domain.d.financial_lending", "2028-01-01", "suspended", "ftc"],
  ["co_sb_26_189", "covered_domain.e.insurance", "2027-09-01", "in_force", null],
  ["us_ca_admt", "notice.7220.pre_use", "2027-01-31", "in_force", null],
  ["us_ca_admt", "notice.7220.pre_use", "2027-02-01", "suspended", "injunction"],
  ["us_ca_admt", "notice.7220.pre_use", "2027-05-01", "in_force", null],
  ["us_ca_admt", "opt_out.7221.requests", "2027-05-01", "suspended", "injunction"],
  ["us_ca_admt", "access.7222.requests", "2026-12-15", "delayed", "agency.delay"],
  ["us_ca_admt", "access.7222.requests", "2027-04-01", "in_force", null],
  ["us_ca_admt", "risk_assessment.7150.significant_decision", "2026-12-15", "in_force", null],
  ["us_tx_hb_149", "prohibited.552.052.manipulation", "2026-11-30", "in_force", null],
  ["us_tx_hb_149", "prohibited.552.056.discrimination", "2026-12-01", "in_force", null],
  ["us_hiring", "nyc.bias_audit.currency", "2026-12-31", "in_force", null],
  ["us_hiring", "nyc.bias_audit.currency", "2027-01-01", "suspended", "nyc.pause"],
  ["us_hiring", "nyc.bias_audit.currency", "2027-02-01", "in_force", null],
  ["us_hiring", "nyc.notice", "2027-01-15", "in_force", null],
  ["us_hiring", "il.ai.notice", "2026-12-01", "in_force", null],
];

beforeAll(async () => {
  for (const { framework_id, rules, ...framework } of currentBooks) {
    const path = `/admin/frameworks/${framework_id}`;
    await expectStatus(system.admin("PUT", path, framework), 200);
    await expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
    const given = events[framework_id];
    await expectStatus(system.admin("PUT", `${path}/enforcement`, { events: given }), 200);
  }
});

describe("was a rule in force on a day, and why?", () => {
  test.each(questions)("%s %s on %s: %s by %s", async (book, rule, on, state, by) => {
    const path = `/admin/frameworks/${book}`;
    const [wording, enforcement, coverage] = await Promise.all([
      system.admin("GET", `${path}/wording?use_case_id=${rule}&on=${on}`),
      system.admin("GET", `${path}/enforcement?as_of=${on}`),
      system.admin("GET", `${path}/coverage?as_of=${on}T12:00:00Z`),
    ]);
    expect([wording.body.in_force, wording.body.enforcement?.id ?? null]).toEqual([state, by]);
    expect(enforcement.body.rules).toContainEqual({
      use_case_id: rule,
      in_force: state,
      event_id: by,
    });
    const row = coverage.body.rules.find(
      ({ use_case_id }: { use_case_id: string }) => use_case_id === rule,
    );
    expect([row.in_force, row.enforcement?.id ?? null]).toEqual([state, by]);
  });

  test("there are thirty or more questions, over all five books, with events of every kind", () => {
    expect(questions.length).toBeGreaterThanOrEqual(30);
    expect(new Set(questions.map(([book]) => book)).size).toBe(5);
    const kinds = Object.values(events)
      .flat()
      .map((one) => (one as { kind: string }).kind);
    expect([...new Set(kinds)].sort()).toEqual(
      ["stayed", "enjoined", "preempted", "delayed", "lifted", "resumed", "guidance"].sort(),
    );
  });
});

describe("the cross-walk", () => {
  test("tells any user of a tenant a rule's twins with their titles, and NIST's and ISO's numbers", async () => {
    const { member } = await newTenant(system);
    const ask = (book: string, rule: string) =>
      member("GET", `/frameworks/crosswalk?framework_id=${book}&use_case_id=${rule}`);
    const { body } = await expectStatus(ask("eu_ai_act", "art5.1.c.social_scoring"), 200);
    expect(body).toEqual({
      framework_id: "eu_ai_act",
      use_case_id: "art5.1.c.social_scoring",
      twins: [
        {
          framework_id: "us_tx_hb_149",
          use_case_id: "prohibited.552.053.social_scoring",
          title: "Social scoring by governmental entities",
          reason: "Both forbid a social score that harms people out of context or proportion.",
        },
      ],
      nist_ai_rmf: ["GOVERN 1.1", "MAP 1.1", "MANAGE 1.1"],
      iso_42001: ["A.5.5", "A.9.4"],
    });
    expect((await ask("eu_ai_act", "art4.ai_literacy")).body.twins).toEqual([]);
    expect((await ask("eu_ai_act", "art5.1.zz")).status).toBe(404);
    expect((await ask("fw_nowhere", "art5.1.c.social_scoring")).status).toBe(404);
    expect((await member("GET", "/frameworks/crosswalk?framework_id=eu_ai_act")).status).toBe(400);
  });
});
