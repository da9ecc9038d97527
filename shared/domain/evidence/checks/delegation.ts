import * as z from "zod/mini";
import { delegationChallenge } from "#shared/domain/counsel/assertion.ts";
import type { ChainedRow, EvidenceFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, NO_DECISION, none, pass } from "../finding.ts";
import { keyHistoryOf } from "../key-history.ts";
import { judgeAssertion } from "./assertion.ts";

const id = "counsel_key";

/** What the row says of a delegation, as far as counsel's key has to do with it. */
const delegated = z.looseObject({
  reason: z.literal("delegated"),
  delegated_to: z.looseObject({ email: z.string() }),
  assertion: z.optional(z.unknown()),
});

const endOf = ({ audit }: EvidenceFile): ChainedRow | undefined =>
  audit.findLast(({ action }) => action === "rule_review.cancelled");

/**
 * Checks that counsel's own key signed whom the request was passed on to, if one was required
 * (reviews-that-run, "Delegation"). Says nothing of a request that ended in another way.
 */
export async function checkDelegation(facts: Facts): Promise<Finding> {
  const { request, counsel_audit } = facts.file;
  const row = endOf(facts.file);
  const said = delegated.safeParse(row?.context);
  if (row === undefined || !said.success) return none(id, NO_DECISION);
  const { delegated_to, assertion } = said.data;
  const known = counsel_audit.filter(({ created_at }) => created_at < row.created_at);
  if (assertion !== undefined) {
    const { email: delegate_email } = delegated_to;
    const challenge = delegationChallenge({
      request_id: request.id,
      delegate_email,
      nonce: request.nonce,
    });
    return judgeAssertion(facts, assertion, known, challenge, "delegation");
  }
  const held = keyHistoryOf(known).changes.at(-1)?.value ?? "link";
  return held === "key_required"
    ? fail(id, "Counsel's own key was required, but none signed the delegation.")
    : pass(id, "Counsel passed it on by the link, as their policy allowed.");
}
