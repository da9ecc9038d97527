import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { type InForce, inForceAt } from "#shared/domain/frameworks/in-force.ts";
import { type Rule, ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import { changedFields } from "#shared/domain/frameworks/rule-diff.ts";
import type { Keyring } from "#shared/domain/reviews/keyring.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Check, fail, pass, unverifiable } from "./check.ts";
import { checkChain, checkSequence, checkView } from "./check-audit.ts";
import { checkCounselKey } from "./check-counsel-key.ts";
import { checkLog } from "./check-log.ts";
import { checkDocument, checkIdentity } from "./check-record.ts";
import {
  checkKey,
  checkSeal,
  checkSignature,
  findSignature,
  type SignatureFinding,
} from "./check-signature.ts";

import type { LogEvidence } from "./log-evidence.ts";

/** Everything that the procedure examines, as stored. */
export interface ReviewEvidence {
  record: ReviewRecord;
  counsel: Counsel | null;
  /** The request's audit rows in order, with the link as stored or as its digest. */
  rows: readonly AuditRow[];
  /** The counsel's rows about their keys and signing policy, oldest first. */
  keyRows: readonly AuditRow[];
  /**
   * Leaf indexes of those rows and the decision's, by row hash; rows not logged yet are missing.
   */
  leaves: ReadonlyMap<string, number>;
  keyring: Keyring;
  /** The pinned content of each rule, in the order of rule_use_case_ids; null if missing. */
  pinned: readonly (Rule | null)[];
  /** The live content of each rule, in the same order. */
  live: readonly (Rule | null)[];
  log: LogEvidence;
}

interface ContentFinding {
  status: "live" | "snapshot_only";
  stored_hash: string;
  current_hash: string;
  changed: { use_case_id: string; fields: string[] }[];
  rules: RuleFinding[];
}

/** Which wording of a rule was reviewed, and whether its law applied. */
interface RuleFinding {
  use_case_id: string;
  /** Hash of the wording that was reviewed. */
  content_hash: string;
  /**
   * Whether that wording's law applied at the decision; null if undecided or the wording is
   * missing.
   */
  in_force_at_decision: InForce | null;
  /** Whether the live wording's law applies now; null if the rule no longer exists. */
  in_force: InForce | null;
}

export interface Findings {
  checks: Check[];
  signature: SignatureFinding;
  content: ContentFinding;
}

/**
 * Runs the first seed's evidence procedure on one request (steps 2 to 4).
 * @param now ISO 8601 UTC
 */
export function examine(evidence: ReviewEvidence, now: string): Findings {
  const { record, counsel, rows, keyring } = evidence;
  const signature = findSignature(record, counsel?.email ?? null, keyring);
  const content = findContent(evidence, now);
  return {
    signature,
    content,
    checks: [
      checkSignature(signature),
      checkSeal(record, rows, keyring),
      checkChain(record, rows),
      checkSequence(record, rows),
      checkView(record, rows),
      checkCounsel(record, counsel),
      checkIdentity(record, counsel, rows),
      checkDocument(record, rows),
      ...[checkCounselKey(record, rows, evidence.keyRows, evidence.leaves)].filter(
        (check) => check !== null,
      ),
      ...checkLog(record, rows, evidence.log),
      checkContent(evidence, content),
      checkKey(record, keyring),
    ],
  };
}

/** A signature dated before its counsel existed is a red flag (first seed, created_at). */
function checkCounsel(record: ReviewRecord, counsel: Counsel | null): Check {
  const id = "signed_after_counsel_created";
  if (!isDecided(record)) return unverifiable(id, "There is no decision yet.");
  if (counsel === null) return fail(id, "The counsel's record is missing.");
  return record.decided_at >= counsel.created_at
    ? pass(id, `The counsel was registered at ${counsel.created_at}.`)
    : fail(id, `Dated before the counsel was registered at ${counsel.created_at}.`);
}

function findContent({ record, pinned, live }: ReviewEvidence, now: string): ContentFinding {
  const present = live.filter((rule) => rule !== null);
  const current_hash = ruleVersionHash(record.framework_id, present);
  const changed = record.rule_use_case_ids.flatMap((use_case_id, index) => {
    const before = pinned[index];
    const after = live[index];
    if (!before || !after) return [{ use_case_id, fields: ["content"] }];
    const fields = changedFields(before, after).map(({ field }) => field);
    return fields.length === 0 ? [] : [{ use_case_id, fields }];
  });
  return {
    status: current_hash === record.rule_version_hash ? "live" : "snapshot_only",
    stored_hash: record.rule_version_hash,
    current_hash,
    changed,
    rules: record.rule_use_case_ids.map((use_case_id, index) => ({
      use_case_id,
      content_hash: record.pinned_hashes[index] ?? "",
      in_force_at_decision: isDecided(record) ? stateAt(pinned[index], record.decided_at) : null,
      in_force: stateAt(live[index], now),
    })),
  };
}

const stateAt = (rule: Rule | null | undefined, at: string): InForce | null =>
  rule ? inForceAt(rule, at) : null;

function checkContent({ record, pinned }: ReviewEvidence, content: ContentFinding): Check {
  const id = "content_current";
  const kept = pinned.filter((rule) => rule !== null);
  if (
    kept.length !== pinned.length ||
    ruleVersionHash(record.framework_id, kept) !== record.rule_version_hash
  ) {
    return fail(id, "The pinned snapshot does not match the stored hash: one of them was changed.");
  }
  if (content.status === "live") return pass(id, "The rules are as they were reviewed.");
  const names = content.changed.map(({ use_case_id }) => use_case_id).join(", ");
  return fail(id, `The answer applies to the snapshot only; changed since: ${names}.`);
}
