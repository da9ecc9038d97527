import * as z from "zod/mini";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { bundleShape, recordSeal } from "#shared/domain/reviews/fields.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { disclosedText } from "#shared/domain/reviews/words-schema.ts";
import { sha256Hex, timestamp } from "#shared/domain/text/text-fields.ts";

/*
 * The evidence of one request as a file (contract, "Bundle"). Nothing is optional: what does not
 * apply is null. The service examines the same structure, so that there is one set of checks.
 */

export const text = () => z.string();
export const orNull = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema);
export const hash = sha256Hex;
export const instant = timestamp;

type NotInChain = "writer" | "writer_signature" | "texts" | "salts";

/**
 * Whether a value from outside can be made into text. JavaScript calls `toString` or `valueOf` of an
 * object for that, and fails if the object has a member of that name that is data.
 */
const canBeText = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (!Object.hasOwn(value, "toString") &&
    !Object.hasOwn(value, "valueOf") &&
    Object.values(value).every(canBeText));

/** An audit row with its place in the chain of its resource. */
const chainedRow = () =>
  z.strictObject({
    id: text(),
    created_at: instant(),
    resource_type: text(),
    resource_id: text(),
    tenant_id: orNull(text()),
    actor_user_id: orNull(text()),
    actor_type: z.enum(["user", "system"]),
    action: text(),
    context: z.record(text(), z.unknown()).check(z.refine(canBeText)),
    row_hash: hash(),
    prev_hash: orNull(hash()),
  } satisfies Record<Exclude<keyof AuditRow, NotInChain>, unknown>);
export type ChainedRow = z.output<ReturnType<typeof chainedRow>>;

/** The same, with the writer who signed the row's hash, and the base64 signature; null: nobody. */
export const writtenRow = () =>
  z.extend(chainedRow(), { writer: orNull(hash()), writer_signature: orNull(text()) });
export type WrittenRow = z.output<ReturnType<typeof writtenRow>>;

const signer = () =>
  z.strictObject({
    id: text(),
    framework_id: text(),
    email: orNull(text()),
    display_name: text(),
    firm: orNull(text()),
    jurisdiction: orNull(text()),
    bar_registration: orNull(text()),
  });

/** What the log proves about a file's rows. */
export const logPart = () =>
  z.strictObject({
    origin: text(),
    /** The log's keys: the chain of their notes, as served; null before the log has begun. */
    keys: orNull(text()),
    /** One proof per row; null until the log has taken the row. */
    proofs: z.array(z.strictObject({ row_hash: hash(), log_proof: orNull(text()) })),
  });

/** Certificates of the writers who signed a file's rows, one per writer. */
export const writersPart = () =>
  z.array(z.strictObject({ writer: hash(), certificate: text(), signature: text() }));
export type WritersPart = z.output<ReturnType<typeof writersPart>>;

/** A rule as pinned. */
export const ruleText = () => z.looseObject({ framework_id: text(), use_case_id: text() });

/** Why a file has no time stamp. */
const stampReasons = ["not_configured", "not_yet", "undecided"] as const;

export const evidenceFileSchema = () =>
  z.strictObject({
    version: z.literal(1),
    request: z.strictObject(bundleShape()),
    counsel: orNull(signer()),
    /** The request's rule_version_hash covers each of them. */
    rules: z.array(ruleText()),
    audit: z.array(writtenRow()),
    /** Up to the row that the decision names. */
    counsel_audit: z.array(writtenRow()),
    /** The request that this one was passed on from. */
    related: z.array(
      z.strictObject({
        request: z.strictObject(bundleShape()),
        audit: z.array(writtenRow()),
        counsel_audit: z.array(writtenRow()),
      }),
    ),
    /** Every row of the panel that the request belongs to; null: it belongs to none. */
    panel_audit: orNull(z.array(writtenRow())),
    writers: writersPart(),
    /** Counsel's words, each with the row that has its commitment. Withheld words are not here. */
    disclosures: z.array(z.extend(disclosedText(), { row_hash: hash() })),
    record_seal: orNull(recordSeal()),
    key_id: orNull(text()),
    log: logPart(),
    timestamp: orNull(z.strictObject({ log_proof: text(), token: text() })),
    timestamp_reason: orNull(z.enum(stampReasons)),
  });

export type EvidenceFile = z.output<ReturnType<typeof evidenceFileSchema>>;

/** What counsel keeps of a decision: enough to prove later that the log has it. */
export const receiptSchema = () =>
  z.strictObject({
    request_id: text(),
    row: chainedRow(),
    /** null until the log has taken the row. */
    log_proof: orNull(text()),
    origin: text(),
    /**
     * The log's keys that signed the proof; without a proof, those at the time when the receipt was
     * handed out. Empty before the log has begun.
     */
    verifier_keys: z.array(text()),
  });

export type Receipt = z.output<ReturnType<typeof receiptSchema>>;

/** The parts of a file that hold rows. */
export type RowParts = Pick<EvidenceFile, "audit" | "counsel_audit" | "panel_audit" | "related">;

/**
 * Every row of the file: those of the request, of its counsel and of its panel, and those of the
 * request that it was passed on from.
 */
export const rowsIn = ({ audit, counsel_audit, panel_audit, related }: RowParts): WrittenRow[] => [
  ...audit,
  ...counsel_audit,
  ...(panel_audit ?? []),
  ...related.flatMap((one) => [...one.audit, ...one.counsel_audit]),
];

/** The e-mail that the signature covers; null until somebody has decided. */
export const signedEmail = ({
  request,
  counsel,
}: Pick<EvidenceFile, "request" | "counsel">): string | null =>
  isDecision(request.status) ? (counsel?.email ?? null) : null;

/** Whether the file says that its request is decided. */
export const isDecidedFile = ({ request }: EvidenceFile): boolean => isDecision(request.status);

/** The row of the request's decision; undefined if there is none. */
export const decisionRowIn = ({
  request,
  audit,
}: Pick<EvidenceFile, "request" | "audit">): WrittenRow | undefined =>
  isDecision(request.status)
    ? audit.find(({ action }) => action === `rule_review.${request.status}`)
    : undefined;
