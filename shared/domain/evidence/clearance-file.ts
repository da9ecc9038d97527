import * as z from "zod/mini";
import { blockerReasons } from "#shared/domain/clearance/answer.ts";
import { PAYLOAD_TYPE } from "#shared/domain/clearance/dsse.ts";

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

export const clearanceFileSchema = () =>
  z.strictObject({
    cleared: z.boolean(),
    framework_id: z.string(),
    on: nullable(z.string()),
    rules_hash: hash(),
    blockers: z.array(blocker()),
    approvals: z.array(approval()),
    statement: envelope(),
  });

export type ClearanceFile = z.infer<ReturnType<typeof clearanceFileSchema>>;
