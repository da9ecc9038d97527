import {
  appoint,
  expectStatus,
  newRuleBook,
  type RuleBook,
  type RuleText,
} from "./review-fixture.ts";
import type { ApiAnswer, TestSystem } from "./system.ts";

/** A member of a panel: the counsel and their request. */
export interface Member {
  counselId: string;
  email: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answer as it came
  review: any;
  token: string;
}

export interface CommissionedPanel {
  // biome-ignore lint/suspicious/noExplicitAny: the answer as it came
  panel: any;
  members: Member[];
  frameworkId: string;
  ruleIds: string[];
}

interface Asked {
  members?: number;
  need?: number;
  on_reject?: "ends" | "outvoted";
  rules?: RuleText[];
  expiry_days?: number;
  deliver?: "manual" | "mail";
  may_delegate?: boolean;
}

/** Registers another counsel of a framework. */
export async function registerCounsel(
  system: TestSystem,
  frameworkId: string,
  name: string,
): Promise<{ id: string; email: string }> {
  const email = `${name}.${frameworkId}@law.example`;
  const who = { display_name: `Dr. ${name}`, firm: `${name} LLP` };
  return { id: await appoint(system, frameworkId, email, who), email };
}

/** A framework with rules and with counsel who have not been asked anything yet. */
export async function emptyFramework(
  system: TestSystem,
  { members = 3, rules }: Pick<Asked, "members" | "rules"> = {},
): Promise<{ first: RuleBook; counsel: { id: string; email: string }[] }> {
  const first = await newRuleBook(system, rules);
  const counsel: { id: string; email: string }[] = [];
  for (let i = 0; i < members; i += 1) {
    counsel.push(await registerCounsel(system, first.frameworkId, `member${i}`));
  }
  return { first, counsel };
}

/** A panel over all rules of a new framework, through the front door. */
export async function commissionPanel(
  system: TestSystem,
  { members = 3, need = 2, on_reject = "ends", rules, ...more }: Asked = {},
): Promise<CommissionedPanel> {
  const { first, counsel } = await emptyFramework(system, { members, ...(rules && { rules }) });
  const { frameworkId, ruleIds } = first;
  const { body } = await expectStatus(
    system.admin("POST", "/admin/review-panels", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_ids: counsel.map(({ id }) => id),
      need,
      on_reject,
      ...more,
    }),
    201,
  );
  return {
    panel: body.panel,
    frameworkId,
    ruleIds,
    members: body.reviews.map(
      (
        { magic_link_url, ...review }: { magic_link_url: string; counsel_id: string },
        i: number,
      ) => ({
        review,
        counselId: review.counsel_id,
        email: counsel[i]?.email ?? "",
        token: magic_link_url.split("/").at(-1) ?? "",
      }),
    ),
  };
}

/** Records a member's decision. */
export const vote = (
  system: TestSystem,
  member: Member | undefined,
  decision: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> =>
  system.api()("POST", `/counsel/review/${member?.token}/decide`, { decision, ...more });

export const panelNow = async (system: TestSystem, { panel }: CommissionedPanel) =>
  (await expectStatus(system.admin("GET", `/admin/review-panels/${panel.id}`), 200)).body;
