import type { Json } from "#shared/platform/http/ask.ts";
import type { SystemClient } from "./client.ts";

export const FRAMEWORK = "eu_ai_act";
export const RULES = [
  "art5.1.c.social_scoring",
  "annex3.4.a.employment_recruitment",
  "art50.1.direct_interaction",
] as const;

/** State that the steps pass on to one another. */
export interface Walk {
  client: SystemClient;
  counselId: string;
  /** As the service stores it and as the signature covers it. */
  email: string;
  reviewId: string;
  nonce: string;
  link: string;
  receipt: Json;
  /** For the second part: counsel and review of the rule book that the demo amends. */
  bookCounselId: string;
  bookReviewId: string;
  /** For the panel: its id, and the links of its members. */
  panelId: string;
  panelLinks: readonly string[];
  /** The room, and its link. */
  roomId: string;
  roomLink: string;
  /** A tenant of the demo's own; null if the system issues no tokens for its people. */
  customer: Customer | null;
}

/** A tenant that forwards events of its cloud account. */
export interface Customer {
  id: string;
  /** The account's number. */
  account: string;
  connectionId: string;
  /** Calls as an org admin and returns any answer, even a refusal. */
  org: ReturnType<SystemClient["as"]>;
  /** The system that was found first. */
  artifactId: string;
}

export interface Step {
  title: string;
  /** What a reader may conclude if the step passes. */
  proves: string;
  /** @returns what the step saw, in a few words; throws if that is not as expected */
  run: (walk: Walk) => Promise<string>;
}

export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** The actions in the review's rows, without those about its mail. */
export async function auditActions({ client, reviewId }: Walk): Promise<string[]> {
  const { body } = await client.admin("GET", `/admin/rule-reviews/${reviewId}/audit`);
  return actionsIn(body.items);
}

export const actionsIn = (rows: readonly Json[]): string[] =>
  rows.map(({ action }) => action).filter((action) => !/\.(?:link_mailed|mail_\w+)$/.test(action));
