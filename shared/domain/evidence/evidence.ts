import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { allKeys, type Keyring } from "#shared/domain/reviews/keyring.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type BundleParts, evidenceFile } from "./bundle.ts";
import { type Check, type CheckId, checkIds } from "./check.ts";
import { type Contents, findContent } from "./content.ts";
import { rowsIn } from "./evidence-file.ts";
import type { Secret, Stored } from "./facts.ts";
import { findSignature, type SignatureFinding } from "./find-signature.ts";
import { type Finding, fail, none, pass } from "./finding.ts";
import { knownAlone } from "./leaves.ts";
import { runChecks } from "./run-checks.ts";
import type { SignatureStatus } from "./signature-status.ts";

/** Everything that the procedure examines, as stored. */
export interface ReviewEvidence extends Omit<BundleParts, "rules">, Contents {
  counsel: CounselRecord | null;
  keyring: Keyring;
  /** What the table says about these rows and their way into the log. */
  stored: Omit<Stored, "heads">;
}

export interface Findings {
  checks: Check[];
  signature: SignatureFinding;
  content: ReturnType<typeof findContent>;
}

/**
 * Runs the first seed's evidence procedure on one request (steps 2 to 4) with the checks of the offline
 * verifier, and compares the result with what the table says today.
 * @param now ISO 8601 UTC
 */
export async function examine(evidence: ReviewEvidence, now: string): Promise<Findings> {
  const { record, counsel, keyring } = evidence;
  const rules = evidence.pinned.filter((rule) => rule !== null);
  const file = evidenceFile({ ...evidence, rules }, "now");
  const secrets = allKeys(keyring);
  const heads = { request: record.audit_head, counsel: counsel?.audit_head ?? null };
  const { findings: found } = await runChecks({
    ...{ file, secrets, now },
    ...(await knownAlone(file, rowsIn(file))),
    stored: { ...evidence.stored, heads },
  });
  const signature = findSignature(record, counsel?.email ?? null, keyring);
  const content = findContent(evidence, now);
  const all = new Map<CheckId, Finding>();
  for (const one of [...found, checkKey(record, secrets)]) {
    const known = all.get(one.name);
    if (one.mark === "note") continue;
    all.set(one.name, known ? { ...known, text: `${known.text} ${one.text}` } : one);
  }
  all.set("signature", signatureCheck(signature));
  const snapshot = all.get("content_current") as Finding;
  if (snapshot.mark === "pass") all.set("content_current", contentCheck(content));
  return {
    signature,
    content,
    checks: checkIds.flatMap((id) => shownAs(all.get(id))),
  };
}

const results = {
  pass: "pass",
  fail: "fail",
  none: "unverifiable",
  extra: "unverifiable",
  note: "unverifiable",
  open: "pending",
} as const;

/** A late row stays late, so it is never shown as pending. */
const shownAs = (found: Finding | undefined): Check[] =>
  found === undefined
    ? []
    : [
        {
          id: found.name,
          result: found.text.startsWith("LOGGED LATE") ? "unverifiable" : results[found.mark],
          detail: found.text,
        },
      ];

const signatureDetail: Record<SignatureStatus, string> = {
  valid: "Verifies under the current secret.",
  valid_retired_key: "Verifies under a retired secret, the one in use when it was made.",
  email_changed:
    "Verifies only with the e-mail recorded when it was signed; the counsel's e-mail has changed since.",
  invalid: "Verifies under no secret: the decision, e-mail, nonce, time or signature was changed.",
  unverifiable: "There is no decision yet, or the secret it was made under is not in the keyring.",
};

function signatureCheck({ status }: SignatureFinding): Finding {
  const detail = signatureDetail[status];
  if (status === "unverifiable") return none("signature", detail);
  return status === "valid" || status === "valid_retired_key"
    ? pass("signature", detail)
    : fail("signature", detail);
}

/** Checks that the keyring still has the secret that sealed the record. */
function checkKey(record: ReviewRecord, secrets: readonly Secret[]): Finding {
  const id: CheckId = "key_available";
  const named = isDecided(record) ? (record.record_seal?.key_id ?? null) : null;
  if (named === null) return none(id, "The record names no key.");
  return secrets.some(({ key_id }) => key_id === named)
    ? pass(id, `The keyring contains ${named}.`)
    : fail(id, `The keyring does not contain ${named}.`);
}

function contentCheck({ status, changed }: Findings["content"]): Finding {
  const id: CheckId = "content_current";
  if (status === "live") return pass(id, "The rules are as they were reviewed.");
  const names = changed.map(({ use_case_id }) => use_case_id).join(", ");
  return fail(id, `The answer applies to the snapshot only; changed since: ${names}.`);
}
