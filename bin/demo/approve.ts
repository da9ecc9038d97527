import type { Json } from "#shared/platform/http/ask.ts";
import type { SystemClient } from "./client.ts";
import { expectThat } from "./step.ts";

interface Asking {
  framework_id: string;
  rule_use_case_ids: readonly string[];
  counsel_id: string;
}

/** Registers counsel for a rule book. @returns their id */
export const register = async (
  { admin }: SystemClient,
  counsel: { framework_id: string; display_name: string; email: string },
): Promise<string> => (await admin("POST", "/admin/counsel", counsel)).body.id;

/** @returns the request with its link */
export const request = async ({ admin }: SystemClient, asking: Asking): Promise<Json> =>
  (await admin("POST", "/admin/rule-reviews", asking)).body;

/** Counsel opens the link and approves the request. */
export async function approve(
  { open, decide }: SystemClient,
  { magic_link_url }: { magic_link_url: string },
): Promise<void> {
  await open(magic_link_url, "application/json");
  const { status } = await decide(magic_link_url, { decision: "approved" });
  expectThat(status === 200, `the decision was answered ${status}`);
}
