import { randomUUID } from "node:crypto";
import type { ApiAnswer, TestSystem } from "./system.ts";

export interface RuleText {
  use_case_id: string;
  title: string;
  citations: { label: string; url?: string }[];
  customer_description_preview: string;
  suggested_verdict_copy: string;
  risk_level?: string;
  applies_from?: string;
  applies_until?: string;
  amended_by?: { label: string; url?: string };
}

export const ruleText = (use_case_id: string, more: Partial<RuleText> = {}): RuleText => ({
  use_case_id,
  title: `Title of ${use_case_id}`,
  citations: [{ label: "Article 5(1)(a)", url: "https://example.com/law#5" }],
  customer_description_preview: "What the customer reads.",
  suggested_verdict_copy: "What we suggest to say.",
  risk_level: "high",
  ...more,
});

export interface Commissioned {
  // biome-ignore lint/suspicious/noExplicitAny: the answer as it came
  review: any;
  token: string;
  link: string;
  counselId: string;
  frameworkId: string;
  ruleIds: string[];
  email: string;
}

export interface RuleBook {
  frameworkId: string;
  ruleIds: string[];
}

/** Creates a new framework with rules, through the front door. */
export async function newRuleBook(
  system: TestSystem,
  rules = [ruleText("rule.a"), ruleText("rule.b"), ruleText("rule.c")],
): Promise<RuleBook> {
  const frameworkId = `fw_${randomUUID().slice(0, 8)}`;
  await expectStatus(
    system.admin("PUT", `/admin/frameworks/${frameworkId}`, { display_name: "A framework" }),
    200,
  );
  await expectStatus(system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }), 200);
  return { frameworkId, ruleIds: rules.map((rule) => rule.use_case_id) };
}

/** Creates a new framework with rules, a counsel and an open review, through the front door. */
export async function commission(
  system: TestSystem,
  options: {
    rules?: RuleText[];
    expiryDays?: number;
    email?: string;
    mayDelegate?: boolean;
  } = {},
): Promise<Commissioned> {
  const { frameworkId, ruleIds } = await newRuleBook(system, options.rules);
  const email = options.email ?? `${randomUUID().slice(0, 8)}@law.example`;
  const counselId = await appoint(system, frameworkId, email);
  return requestReview(system, {
    frameworkId,
    counselId,
    ruleIds,
    email,
    ...(options.expiryDays === undefined ? {} : { expiryDays: options.expiryDays }),
    ...(options.mayDelegate === undefined ? {} : { mayDelegate: options.mayDelegate }),
  });
}

const shared = new WeakMap<TestSystem, Promise<Commissioned>>();

/**
 * An open review whose rules and counsel other tests of the system use as well, at a fifth of the
 * calls. It suits tests that depend on the request alone, not on what counsel said about the rules
 * before.
 */
export async function askAgain(
  system: TestSystem,
  options: Pick<Parameters<typeof requestReview>[1], "expiryDays" | "mayDelegate"> = {},
): Promise<Commissioned> {
  let first = shared.get(system);
  if (first === undefined) {
    first = commission(system);
    shared.set(system, first);
  }
  return requestReview(system, { ...(await first), ...options });
}

/** Another counsel for an existing framework, and an open review of the same rules. */
export async function commissionAnother(
  system: TestSystem,
  { frameworkId, ruleIds }: Commissioned,
): Promise<Commissioned> {
  return requestReview(system, await appointAnother(system, { frameworkId, ruleIds }));
}

/** Another counsel for an existing framework, from whom nothing has been requested yet. */
export async function appointAnother(
  system: TestSystem,
  { frameworkId, ruleIds }: Pick<Commissioned, "frameworkId" | "ruleIds">,
) {
  const email = `${randomUUID().slice(0, 8)}@law.example`;
  const counselId = await appoint(system, frameworkId, email);
  return { frameworkId, counselId, ruleIds, email };
}

const adaLex = {
  display_name: "Dr. Ada Lex",
  firm: "Lex LLP",
  jurisdiction: "DE",
  bar_registration: "RAK 123",
};

/** Registers a counsel of a framework, through the front door; returns their id. */
export async function appoint(
  system: TestSystem,
  framework_id: string,
  email: string,
  who: { display_name: string; firm?: string } = adaLex,
): Promise<string> {
  const asked = { framework_id, email, ...who };
  return (await expectStatus(system.admin("POST", "/admin/counsel", asked), 201)).body.id;
}

/** The actions of the audit rows about the resource at a path, in their order. */
export async function actionsAt(system: TestSystem, path: string): Promise<string[]> {
  const { body } = await expectStatus(system.admin("GET", `${path}/audit`), 200);
  return body.items.map(({ action }: { action: string }) => action);
}

/** Requests another review of given rules from a given counsel. */
export async function requestReview(
  system: TestSystem,
  given: {
    frameworkId: string;
    counselId: string;
    ruleIds: string[];
    email: string;
    expiryDays?: number;
    mayDelegate?: boolean;
  },
  more: Readonly<Record<string, unknown>> = {},
): Promise<Commissioned> {
  const { frameworkId, counselId, ruleIds, email } = given;
  const created = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
      ...(given.expiryDays === undefined ? {} : { expiry_days: given.expiryDays }),
      ...(given.mayDelegate === undefined ? {} : { may_delegate: given.mayDelegate }),
      ...more,
    }),
    201,
  );
  const { magic_link_url: link, ...review } = created.body;
  return {
    review,
    link,
    token: link.split("/").at(-1),
    counselId,
    frameworkId,
    ruleIds,
    email: email.trim().toLowerCase(),
  };
}

export async function expectStatus(answer: Promise<ApiAnswer>, status: number): Promise<ApiAnswer> {
  const settled = await answer;
  if (settled.status !== status) {
    throw new Error(`expected ${status}, got ${settled.status}: ${settled.text.slice(0, 500)}`);
  }
  return settled;
}
