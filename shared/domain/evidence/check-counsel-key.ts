import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import {
  type Assertion,
  challengeOf,
  faultsOfAssertion,
} from "#shared/domain/counsel/assertion.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Check, fail, pass, unverifiable } from "./check.ts";
import { decisionRowOf } from "./check-record.ts";
import { type KeyHistory, keyHistoryOf, type PolicyChange } from "./key-history.ts";

const id = "counsel_key";

/**
 * Checks that counsel's own key signed the decision, if one was required (evidence-log, section 5).
 * Relies only on the counsel's audit rows: keys and policy in the table prove nothing.
 * @param keyRows the counsel's audit rows about keys and policy, oldest first
 * @param leaves leaf indexes in the evidence log, by row hash
 * @returns null for a counsel who was never required to use a key
 */
export function checkCounselKey(
  record: ReviewRecord,
  rows: readonly AuditRow[],
  keyRows: readonly AuditRow[],
  leaves: ReadonlyMap<string, number>,
): Check | null {
  const history = keyHistoryOf(keyRows);
  const assertion = assertionIn(decisionRowOf(record, rows));
  const wasRequired = history.changes.some(({ value }) => value === "key_required");
  if (!wasRequired && assertion === null) return null;
  const changed = keyRows.find((row) => row.row_hash !== loggedHash(row));
  if (changed !== undefined) {
    return fail(id, `The row ${changed.action} of ${changed.created_at} does not match its hash.`);
  }
  if (!isDecided(record)) return unverifiable(id, "There is no decision yet.");
  const backdated = takenLate(record, decisionRowOf(record, rows), keyRows, leaves);
  if (backdated !== undefined) {
    const { action, created_at } = backdated;
    return fail(id, `The log recorded ${action} of ${created_at} after the decision.`);
  }
  if (assertion !== null) return judge(record, assertion, history);
  return policyAt(history, record.decided_at) === "key_required"
    ? fail(id, "Counsel's own key was required, but none signed the decision.")
    : decidedByLink(record, history);
}

/** A row dated before the request, but logged after the decision (so backdated). */
const takenLate = (
  record: ReviewRecord,
  decision: AuditRow | undefined,
  keyRows: readonly AuditRow[],
  leaves: ReadonlyMap<string, number>,
): AuditRow | undefined => {
  const leafOf = (row: AuditRow | undefined) => leaves.get(row?.row_hash ?? "");
  const decided = leafOf(decision);
  return keyRows.find((row) => {
    const leaf = leafOf(row);
    const isEarlier = row.created_at < record.created_at;
    return isEarlier && decided !== undefined && leaf !== undefined && leaf > decided;
  });
};

/** The assertion by counsel's key in a decision's row; null if there is none. */
function assertionIn(row: AuditRow | undefined): Assertion | null {
  const said = row?.context.assertion;
  return typeof said === "object" && said !== null ? (said as Assertion) : null;
}

const policyAt = ({ changes }: KeyHistory, at: string) =>
  changes.findLast((change) => change.at <= at)?.value ?? "link";

/** Decided by the link although a key was required at another time: reports the policy changes. */
function decidedByLink({ decided_at }: DecidedReview, { changes }: KeyHistory): Check {
  const before = changes.filter(({ at }) => at <= decided_at);
  const on = before.findLast(({ value }) => value === "key_required");
  const next = changes.find(({ at, value }) => at > decided_at && value === "key_required");
  if (on === undefined) {
    return unverifiable(
      id,
      `Decided by the link; counsel's own key is required since ${next?.at}.`,
    );
  }
  const off = before.findLast(({ value }) => value === "link");
  const again = next === undefined ? "" : `, and required again at ${switchOf(next)}`;
  return fail(
    id,
    `Decided by the link at ${decided_at}: counsel's own key was required at ${switchOf(on)}, ` +
      `no longer at ${off === undefined ? "an unknown time" : switchOf(off)}${again}.`,
  );
}

const switchOf = ({ at, by }: PolicyChange): string => `${at} (by ${by ?? "nobody"})`;

function judge(record: DecidedReview, assertion: Assertion, history: KeyHistory): Check {
  const enrolled = history.keys.filter(
    ({ credential_id }) => credential_id === assertion.credential_id,
  );
  const [key] = enrolled;
  if (key === undefined) return fail(id, "It was signed with a key that no row enrols.");
  if (enrolled.length > 1) return fail(id, "The key that signed it was enrolled more than once.");
  if (key.enrolled_at > record.decided_at) {
    return fail(id, `The key was enrolled at ${key.enrolled_at}, after the decision.`);
  }
  if (key.enrolled_at >= record.created_at) {
    return fail(id, `The key was enrolled at ${key.enrolled_at}, after the request.`);
  }
  if (key.retired_at !== null && key.retired_at <= record.decided_at) {
    return fail(id, `The key was retired at ${key.retired_at}, before the decision.`);
  }
  const challenge = challengeOf({
    request_id: record.id,
    decision: record.status,
    decision_comment: record.decision_comment,
    document: record.supplementary_pdf_kv_secret?.split(":").at(-1) ?? null,
    rule_version_hash: record.rule_version_hash,
    counsel_id: record.counsel_id,
    nonce: record.nonce,
  });
  const faults = faultsOfAssertion(assertion, key, { challenge, origin: null, rpId: key.rp_id });
  if (faults.length > 0) return fail(id, `What the key signed is not valid: ${faults.join(", ")}.`);
  return pass(
    id,
    `Signed with the passkey ${key.fingerprint}, enrolled at ${key.enrolled_at}; ` +
      `keys this counsel has had: ${history.keys.length}.`,
  );
}
