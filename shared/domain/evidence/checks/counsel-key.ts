import { challengeOf } from "#shared/domain/counsel/assertion.ts";
import { documentIn } from "#shared/domain/reviews/placeholder.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, pass } from "../finding.ts";
import { keyHistoryOf, type PolicyChange } from "../key-history.ts";
import { judgeAssertion } from "./assertion.ts";
import { checkDelegation } from "./delegation.ts";

const id = "counsel_key";

/** A row may wait so long for the log: one taken this much before the decision is older than it. */
const WAIT_MS = 120_000;

/**
 * Checks that counsel's own key signed the decision, if one was required (evidence-log, section 5),
 * or the delegation that ended the request.
 * Relies on the counsel's rows and their leaves alone: what the table says of keys and policy proves
 * nothing.
 */
export async function checkCounselKey(facts: Facts): Promise<Finding> {
  const { file } = facts;
  const decision = decisionRowIn(file);
  if (decision === undefined) return checkDelegation(facts);
  const { signing_policy, counsel_head } = decision.context;
  const last = file.counsel_audit.findIndex(({ row_hash }) => row_hash === counsel_head);
  if (last < 0) return fail(id, "The decision names a row about counsel that is not there.");
  const known = file.counsel_audit.filter(
    (row, index) => index <= last || wasTakenBefore(facts, row, decision),
  );
  const { changes } = keyHistoryOf(known);
  const held = changes.at(-1)?.value ?? "link";
  const { assertion = null } = decision.context;
  if (assertion !== null) {
    const rows = file.counsel_audit.slice(0, last + 1);
    return judgeAssertion(facts, assertion, rows, decisionChallenge(file), "decision");
  }
  if (held === "key_required") {
    return fail(id, "Counsel's own key was required, but none signed the decision.");
  }
  if (signing_policy !== "link") {
    return fail(id, "The decision says that a key was required, but none signed it.");
  }
  return decidedByLink(decision.created_at, changes);
}

function wasTakenBefore({ leaves }: Facts, row: ChainedRow, decision: ChainedRow): boolean {
  const [taken, decided] = [leaves.get(row.row_hash), leaves.get(decision.row_hash)];
  if (taken === undefined || decided === undefined) return false;
  return Date.parse(decided.time) - Date.parse(taken.time) > WAIT_MS;
}

/** Decided by the link: reports if a key had been required before. */
function decidedByLink(decidedAt: string, changes: readonly PolicyChange[]): Finding {
  const on = changes.findLast(({ value }) => value === "key_required");
  if (on === undefined) return pass(id, "Counsel decided by the link, as their policy allowed.");
  const off = changes.at(-1) as PolicyChange;
  return fail(
    id,
    `Decided by the link at ${decidedAt}: counsel's own key was required at ${switchOf(on)}, ` +
      `no longer at ${switchOf(off)}.`,
  );
}

const switchOf = ({ at, by }: PolicyChange): string => `${at} (by ${by ?? "nobody"})`;

/** The decision as counsel's key had to sign it. */
const decisionChallenge = ({ request }: EvidenceFile): string =>
  challengeOf({
    request_id: request.id,
    decision: request.status,
    decision_comment: request.decision_comment,
    document: documentIn(request.supplementary_pdf_kv_secret),
    rule_version_hash: request.rule_version_hash,
    counsel_id: request.counsel_id,
    nonce: request.nonce,
    rule_verdicts: request.rule_verdicts ?? null,
  });
