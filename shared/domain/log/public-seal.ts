import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash, canonicalJson } from "#shared/domain/canonical.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { sealedRecord } from "#shared/domain/reviews/seal.ts";

/*
 * The public seal: a DSSE envelope around an in-toto Statement v1 that identifies a decision's
 * parts by digest. Anyone can verify it with the log's verifier key; it reveals no names.
 */

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const PREDICATE_TYPE = "urn:countersign:decision:v1";
export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** The most bytes that KMS signs in one call. */
const MOST_BYTES = 4096;

/** Counsel's identity at the time of the decision (contract, "Contexts"). */
export interface CounselIdentity {
  display_name: string;
  firm: string | null;
  jurisdiction: string | null;
  bar_registration: string | null;
}

/** The parts of a decision that the public seal covers; kept with the row until it is sequenced. */
export interface SealedDecision {
  request_id: string;
  decision: string;
  decided_at: string;
  framework_id: string;
  /** Subject → lower-case hex SHA-256. */
  digests: Readonly<Record<string, string>>;
}

/** A decision waiting for its seal, with the hash of the link token that its receipt is read by. */
export interface WaitingDecision extends SealedDecision {
  token_hash: string;
}

/** What the sequencer needs to seal a decision, from its record and its audit row. */
export function waitingDecision(record: ReviewRecord, { context }: AuditRow): WaitingDecision {
  const { counsel, document } = context;
  return {
    ...sealedDecision(
      record,
      typeof counsel === "object" ? (counsel as CounselIdentity | null) : null,
      typeof document === "string" ? document : null,
    ),
    token_hash: record.token_hash,
  };
}

/**
 * The digests of a decision.
 * @param counsel null if the decision's row lacks it (decisions of earlier versions)
 * @param document hex SHA-256 of the supplementary document, null if there is none
 */
export function sealedDecision(
  record: ReviewRecord,
  counsel: CounselIdentity | null,
  document: string | null,
): SealedDecision {
  return {
    request_id: record.id,
    decision: record.status,
    decided_at: record.decided_at ?? "",
    framework_id: record.framework_id,
    digests: {
      record: canonicalHash(sealedRecord(record)),
      rules: record.rule_version_hash,
      ...(counsel === null ? {} : { counsel: counselDigest(counsel, record.nonce) }),
      ...(document === null ? {} : { document }),
    },
  };
}

/** Salted with the request's nonce, so that a name cannot be guessed from its digest. */
export const counselDigest = (counsel: CounselIdentity, nonce: string): string => {
  const { display_name, firm, jurisdiction, bar_registration } = counsel;
  return canonicalHash({ display_name, firm, jurisdiction, bar_registration, nonce });
};

/** A fixed order, whatever order the database returns. */
const SUBJECTS = ["record", "rules", "counsel", "document"] as const;

/** RFC 8785 text of the in-toto statement. */
export function statementText(
  sealed: SealedDecision,
  { rowHash, leafIndex }: { rowHash: string; leafIndex: number },
): string {
  const { digests, ...decision } = sealed;
  return canonicalJson({
    _type: STATEMENT_TYPE,
    subject: SUBJECTS.flatMap((name) => {
      const sha256 = digests[name];
      return sha256 === undefined ? [] : [{ name, digest: { sha256 } }];
    }),
    predicateType: PREDICATE_TYPE,
    predicate: { ...decision, row_hash: rowHash, leaf_index: leafIndex },
  });
}

/** DSSE's pre-authentication encoding: what is signed. */
export function preAuthEncoding(payload: string): Uint8Array {
  const body = Buffer.from(payload);
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${body.length} `;
  const encoded = Buffer.concat([Buffer.from(head), body]);
  if (encoded.length > MOST_BYTES) throw new Error("The statement is too long to be signed.");
  return encoded;
}

export interface Envelope {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
}

/** @param keyId the verifier key's id, eight hex digits */
export const envelope = (payload: string, keyId: string, signature: Uint8Array): Envelope => ({
  payload: Buffer.from(payload).toString("base64"),
  payloadType: PAYLOAD_TYPE,
  signatures: [{ keyid: keyId, sig: Buffer.from(signature).toString("base64") }],
});
