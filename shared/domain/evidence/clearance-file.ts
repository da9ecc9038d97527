import * as z from "zod/mini";
import { PAYLOAD_TYPE } from "#shared/domain/clearance/dsse.ts";
import { blockerReasons } from "#shared/domain/clearance/reasons.ts";
import { hash, instant, orNull, text, writersPart, writtenRow } from "./evidence-file.ts";

/*
 * The answer of POST /clearance with its statement, as the route sends it and the verifier reads it.
 * The schema is strict: an unexpected member means that the signed content was changed.
 */

const approver = () =>
  z.strictObject({
    id: text(),
    display_name: z.optional(text()),
    firm: z.optional(orNull(text())),
  });

const blocker = () =>
  z.strictObject({
    use_case_id: text(),
    reason: z.enum(blockerReasons),
    /** A sentence. */
    detail: text(),
    /** Hash of the wording in question; null for a live rule that does not exist. */
    content_hash: orNull(hash()),
    /** The review that the reason is about. */
    review_id: orNull(text()),
    approved_by: orNull(approver()),
    approved_at: orNull(instant()),
    /** The fields in which the wording differs from the approved one, sorted. */
    changed_fields: z.array(text()),
  });

/** A row's leaf in the log, as answers name it; null: not logged yet. */
export const namedLeaf = () =>
  orNull(z.strictObject({ index: z.int().check(z.minimum(0)), hash: hash() }));
export type NamedLeaf = z.infer<ReturnType<typeof namedLeaf>>;

const approval = () =>
  z.strictObject({
    use_case_id: text(),
    content_hash: hash(),
    review_id: text(),
    approved_by: approver(),
    approved_at: instant(),
    leaf: namedLeaf(),
  });

export const envelope = () =>
  z.strictObject({
    payload: text(),
    payloadType: z.literal(PAYLOAD_TYPE),
    signatures: z
      .array(z.strictObject({ keyid: text(), sig: text() }))
      .check(z.length(1, "has one signature")),
  });

/** A row, and its leaf in the log with a proof against the checkpoint; null: not logged yet. */
const provenRow = () =>
  z.strictObject({
    row: writtenRow(),
    leaf: orNull(
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
 * The rows that the approvals of an answer rest on, each once, and the row of the statement's key; who
 * signed them; and the checkpoint that every proof leads to. Only the platform gets it.
 */
export const clearanceEvidence = () =>
  z.strictObject({
    origin: text(),
    /** The log's keys: the chain of their notes; null before the log has begun. */
    keys: orNull(text()),
    /** A signed note. */
    checkpoint: orNull(text()),
    rows: z.array(provenRow()),
    writers: writersPart(),
  });
export type ClearanceEvidence = z.infer<ReturnType<typeof clearanceEvidence>>;

export const clearanceFileSchema = () =>
  z.strictObject({
    cleared: z.boolean(),
    framework_id: text(),
    on: orNull(instant()),
    rules_hash: hash(),
    blockers: z.array(blocker()),
    approvals: z.array(approval()),
    statement: envelope(),
    evidence: z.optional(clearanceEvidence()),
  });

export type ClearanceFile = z.infer<ReturnType<typeof clearanceFileSchema>>;
