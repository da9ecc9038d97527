import { randomUUID } from "node:crypto";
import { expectStatus, type RuleBook } from "#test/support/review-fixture.ts";
import type { Api, TestSystem } from "#test/support/system.ts";

/** The people of a platform on which a second person confirms counsel, and what they do there. */
export interface People {
  /** Platform admins, each with an address of their own. */
  ann: Api;
  bob: Api;
  cem: Api;
  /** Ann's second account: her address, spelled differently. */
  annAgain: Api;
  /** An admin whose token names no address. */
  nameless: Api;
  reader: Api;
  orgAdmin: Api;
}

export const addressOf = (name: string): string => `${name}@bank.example`;

export async function peopleOf(system: TestSystem): Promise<People> {
  const as = async (claims: Record<string, unknown>) =>
    system.api(await system.token({ sub: randomUUID(), ...claims }));
  const admin = (email: string) => as({ is_platform_admin: true, email });
  const tenant_id = randomUUID();
  return {
    ann: await admin(addressOf("ann")),
    bob: await admin(addressOf("bob")),
    cem: await admin(addressOf("cem")),
    annAgain: await admin("Ann@Bank.Example"),
    nameless: await admin(""),
    reader: await as({ is_reader: true, email: addressOf("reader") }),
    orgAdmin: await as({ tenant_id, org_role: "admin", email: addressOf("org") }),
  };
}

export const newAddress = (): string => `${randomUUID().slice(0, 8)}@law.example`;

/** What people do with the counsel of a rule book. */
export const deedsIn = (system: TestSystem, { frameworkId, ruleIds }: RuleBook) => {
  const path = (id: string) => `/admin/counsel/${id}`;
  const asked = { framework_id: frameworkId, rule_use_case_ids: ruleIds };
  const shown = async (id: string) => (await expectStatus(system.admin("GET", path(id)), 200)).body;
  return {
    shown,
    register: (by: Api, email: string) =>
      by("POST", "/admin/counsel", { framework_id: frameworkId, display_name: "Ada Lex", email }),
    edit: (by: Api, id: string, change: object) => by("PATCH", path(id), change),
    retire: (by: Api, id: string) => by("POST", `${path(id)}/deactivate`),
    bringBack: (by: Api, id: string) => by("POST", `${path(id)}/reactivate`),
    /** Without a hash, confirms what is stored now. */
    confirm: async (by: Api, id: string, identity_sha256?: string) =>
      by("POST", `${path(id)}/confirm`, {
        identity_sha256: identity_sha256 ?? (await shown(id)).identity_sha256,
      }),
    request: (by: Api, counsel_id: string, more: object = {}) =>
      by("POST", "/admin/rule-reviews", { ...asked, counsel_id, ...more }),
    panel: (by: Api, ...counsel_ids: string[]) =>
      by("POST", "/admin/review-panels", { ...asked, counsel_ids, need: 1, on_reject: "ends" }),
    reReview: (by: Api, counsel_id: string) =>
      by("POST", `/admin/frameworks/${frameworkId}/re-reviews`, { counsel_id }),
    invite: (by: Api, id: string) => by("POST", `${path(id)}/key-invitation`),
    renew: (by: Api, id: string, body: object = {}) =>
      by("POST", `/admin/rule-reviews/${id}/link`, body),
    open: (token: string) => system.api()("GET", `/counsel/review/${token}`),
    decide: (token: string) =>
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
  };
};

export type Deeds = ReturnType<typeof deedsIn>;

/** The mails to an address, newest first, after the courier has run. */
export async function mailsTo(system: TestSystem, address: string): Promise<string[]> {
  await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
  const { items } = (await system.api()("GET", "/_local/outbox")).body;
  const own = items.filter(({ to }: { to: string[] }) => to[0] === address);
  return own.map(({ text }: { text: string }) => text);
}

/** The token of the newest link that was mailed to an address. */
export async function mailedToken(system: TestSystem, address: string): Promise<string> {
  const [mail = ""] = await mailsTo(system, address);
  const [, token] = /\/counsel\/(?:review|key)\/([\w-]+)/.exec(mail) ?? [];
  if (token === undefined) throw new Error(`No link was mailed to ${address}.`);
  return token;
}
