import * as z from "zod/mini";
import { blockerReasons } from "#shared/domain/clearance/answer.ts";
import { PAYLOAD_TYPE } from "#shared/domain/clearance/dsse.ts";
import { writersPart, writtenRow } from "./evidence-file.ts";

/*
 * A saved answer of POST /clearance with its statement. Strict: a member that does not belong here is
 * a change of what was signed.
 */

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const nullable = <T extends z.ZodMiniType>(type: T) => z.nullable(type);

const approver = () =>
  z.strictObject({
    id: z.string(),
    display_name: z.optional(z.string()),
    firm: z.optional(nullable(z.string())),
  });

const blocker = () =>
  z.strictObject({
    use_case_id: z.string(),
    reason: z.enum(blockerReasons),
    detail: z.string(),
    content_hash: nullable(hash()),
    review_id: nullable(z.string()),
    approved_by: nullable(approver()),
    approved_at: nullable(z.string()),
    changed_fields: z.array(z.string()),
  });

const approval = () =>
  z.strictObject({
    use_case_id: z.string(),
    content_hash: hash(),
    review_id: z.string(),
    approved_by: approver(),
    approved_at: z.string(),
    leaf: nullable(z.strictObject({ index: z.int().check(z.minimum(0)), hash: hash() })),
  });

export const envelope = () =>
  z.strictObject({
    payload: z.string(),
    payloadType: z.literal(PAYLOAD_TYPE),
    signatures: z
      .array(z.strictObject({ keyid: z.string(), sig: z.string() }))
      .check(z.length(1, "has one signature")),
  });

const text = () => z.string();

/** A row, and where the log has it: what proves that against the checkpoint; null: not yet. */
const provenRow = () =>
  z.strictObject({
    row: writtenRow(),
    leaf: nullable(
      z.strictObject({
        index: z.int().check(z.minimum(0)),
        time: text(),
        /** In base64, from the leaf's sibling upwards. */
        hashes: z.array(text()),
      }),
    ),
  });
export type ProvenRow = z.infer<ReturnType<typeof provenRow>>;

/**
 * The rows that the approvals of an answer rest on, each once, with that of the statement's key; who
 * signed them; and the checkpoint that every proof leads to. Only the platform gets it.
 */
export const clearanceEvidence = () =>
  z.strictObject({
    origin: text(),
    /** The log's keys: the chain of their notes; null before the log has begun. */
    keys: nullable(text()),
    /** A signed note. */
    checkpoint: nullable(text()),
    rows: z.array(provenRow()),
    writers: writersPart(),
  });
export type ClearanceEvidence = z.infer<ReturnType<typeof clearanceEvidence>>;

export const clearanceFileSchema = () =>
  z.strictObject({
    cleared: z.boolean(),
    framework_id: z.string(),
    on: nullable(z.string()),
    rules_hash: hash(),
    blockers: z.array(blocker()),
    approvals: z.array(approval()),
    statement: envelope(),
    evidence: z.optional(clearanceEvidence()),
  });

export type ClearanceFile = z.infer<ReturnType<typeof clearanceFileSchema>>;
