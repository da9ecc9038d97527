import { canonicalHash } from "#shared/domain/canonical.ts";
import type { ClearanceFile } from "#shared/domain/evidence/clearance-file.ts";
import type { Clearance } from "./answer.ts";
import { CLEARED_LEVEL, PREDICATE_TYPE, STATEMENT_TYPE, signedText } from "./dsse.ts";
import type { Question } from "./question.ts";

/*
 * The signed statement of an answer: an in-toto Statement v1 with SLSA's verification summary, in a
 * DSSE envelope (clearance.md, "The statement").
 */

/** The most bytes that KMS signs at once. */
const MAX_SIGNED_BYTES = 4096;

export type Envelope = ClearanceFile["statement"];

export interface Signing {
  /** BASE_URL. */
  verifier: string;
  version: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** The question as it was read. The statement names it by the hash of this form's RFC 8785 text. */
const readQuestion = (question: Question) => {
  const byId = <T extends { use_case_id: string }>(a: T, b: T): number =>
    a.use_case_id < b.use_case_id ? -1 : 1;
  const { rules, use_case_ids } = question;
  return {
    framework_id: question.framework_id,
    on: question.on,
    rules: rules === null ? null : rules.toSorted(byId),
    use_case_ids: rules === null ? use_case_ids.toSorted() : null,
    max_age_days: question.max_age_days,
    panel_required: question.panel_required,
    in_force_only: question.in_force_only,
  };
};

/** The statement about an answer, without its signature. */
export const statementOf = (
  question: Question,
  answer: Clearance,
  { verifier, version, now }: Signing,
) => ({
  _type: STATEMENT_TYPE,
  subject: [{ name: "rules", digest: { sha256: answer.rules_hash } }],
  predicateType: PREDICATE_TYPE,
  predicate: {
    verifier: { id: verifier, version: { countersign: version } },
    timeVerified: now,
    resourceUri: `${verifier}/clearance?framework_id=${answer.framework_id}`,
    policy: {
      uri: `${verifier}/clearance`,
      digest: { sha256: canonicalHash(readQuestion(question)) },
    },
    inputAttestations: [
      { uri: `${verifier}/clearance#answer`, digest: { sha256: canonicalHash(answer) } },
    ],
    verificationResult: answer.cleared ? "PASSED" : "FAILED",
    verifiedLevels: [answer.cleared ? CLEARED_LEVEL : "FAILED"],
  },
});

/** DSSE's pre-authentication encoding: what is signed. @throws Error beyond KMS's limit */
export function signedBytes(payload: Uint8Array): Uint8Array {
  const bytes = signedText(payload);
  if (bytes.length >= MAX_SIGNED_BYTES) throw new Error("The statement is too long to be signed.");
  return bytes;
}
