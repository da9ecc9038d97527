import type { Estate } from "./console-estate.ts";
import { registerCounsel } from "./panel-fixture.ts";
import { expectStatus } from "./review-fixture.ts";
import { deliver, provisionedSecret, push } from "./sourcehost.ts";
import type { TestSystem } from "./system.ts";

/** Entities outside the estate that have a screen of their own. */
export interface FurtherEstate {
  /** A panel with its result, one of whose members objected to a rule. */
  panelId: string;
  /** A request that counsel passed on, whose link nobody mailed. */
  delegatedId: string;
  artifactId: string;
}

const RULES = ["biometric.categorisation", "scoring.social"];

/** Adds to an estate a panel, a request that counsel passed on, and an artifact. */
export async function extendEstate(
  system: TestSystem,
  estate: Estate,
  word: string,
): Promise<FurtherEstate> {
  return {
    panelId: await decidedPanel(system, estate, word),
    delegatedId: await delegated(system, estate, word),
    artifactId: await pushed(system, estate),
  };
}

const tokenIn = (link: string): string => link.split("/").at(-1) ?? "";

async function decidedPanel(
  system: TestSystem,
  { frameworkId, counselId }: Estate,
  word: string,
): Promise<string> {
  const other = await registerCounsel(system, frameworkId, "second");
  const { body } = await expectStatus(
    system.admin("POST", "/admin/review-panels", {
      framework_id: frameworkId,
      rule_use_case_ids: RULES,
      counsel_ids: [counselId, other.id],
      need: 2,
      on_reject: "outvoted",
    }),
    201,
  );
  const partly = {
    decision: "approved_with_changes",
    comment: `But one. ${word}`,
    rule_verdicts: [{ use_case_id: RULES[0], verdict: "rejected", text: `Not so. ${word}` }],
  };
  const votes = [partly, { decision: "approved" }];
  for (const [at, vote] of votes.entries()) {
    const token = tokenIn(body.reviews[at].magic_link_url);
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, vote), 200);
  }
  return body.panel.id;
}

async function delegated(
  system: TestSystem,
  { frameworkId, counselId }: Estate,
  word: string,
): Promise<string> {
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: RULES,
      counsel_id: counselId,
      may_delegate: true,
    }),
    201,
  );
  const path = `/counsel/review/${tokenIn(body.magic_link_url)}/delegate`;
  const to = { display_name: `Eva ${word}`, email: "eva@law.example", reason: `Away. ${word}` };
  await expectStatus(system.api()("POST", path, to), 201);
  const list = `/admin/rule-reviews?framework_id=${frameworkId}&status=pending`;
  const { items } = (await expectStatus(system.admin("GET", list), 200)).body;
  return items.find((one: { delegated_from: string | null }) => one.delegated_from === body.id).id;
}

async function pushed(system: TestSystem, { tenant, orgAdmin }: Estate): Promise<string> {
  const secret = await provisionedSecret(system);
  await deliver(system, tenant.id, { secret, payload: push("4711") });
  await expectStatus(system.api()("POST", "/_local/schedules/discovery-tick/run"), 200);
  const { items } = (await expectStatus(orgAdmin("GET", "/artifacts"), 200)).body;
  return items[0].id;
}
