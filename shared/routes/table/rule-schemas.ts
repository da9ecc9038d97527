import * as z from "zod/mini";
import { signatureStatuses } from "#shared/domain/evidence/signature-status.ts";
import { enforcementKinds } from "#shared/domain/frameworks/enforcement.ts";
import { frameworkStatuses } from "#shared/domain/frameworks/framework.ts";
import { calendarDate, inForceStates } from "#shared/domain/frameworks/in-force.ts";
import { frameworkIdSchema, ruleSchema, sourceStatuses } from "#shared/domain/frameworks/rule.ts";
import { approvals } from "#shared/domain/reviews/review.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";

export const reviewStatus = () =>
  z.enum(["approved_live", "approved_then_changed", "never_approved", "pending", "never_reviewed"]);

/** Counsel's open objection to a rule; left out where there is none. */
export const objection = () =>
  z.optional(
    z.object({
      review_id: z.string(),
      verdict: z.enum(["changes_requested", "rejected"]),
      decided_at: timestamp(),
    }),
  );

/** Whether the law behind a rule applies at the instant of the answer. */
export const inForce = () => z.enum(inForceStates);

/** Where a rule's facts were read; null: not told. */
export const sourceStatus = () => z.nullable(z.enum(sourceStatuses));

/** The event that decides whether a rule's law applies; null if its dates alone do. */
export const enforcement = () =>
  z.nullable(
    z.object({
      id: z.string(),
      on: calendarDate(),
      until: z.nullable(calendarDate()),
      kind: z.enum(enforcementKinds),
      authority: z.string(),
      citation_url: z.string(),
      note: z.string(),
    }),
  );

export const framework = () =>
  z.object({
    id: frameworkIdSchema(),
    display_name: z.string(),
    jurisdiction: z.nullable(z.string()),
    source_url: z.nullable(z.string()),
    status: z.enum(frameworkStatuses),
    superseded_by: z.nullable(z.string()),
    lang: z.nullable(z.string()),
    short_name: z.nullable(z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  });

export const liveRule = () =>
  z.object({
    ...ruleSchema().shape,
    framework_id: z.string(),
    version: z.int(),
    content_hash: sha256Hex(),
    /** Where its facts were read; left out if that was not told. */
    source_status: z.optional(z.enum(sourceStatuses)),
    review_status: reviewStatus(),
    in_force: inForce(),
    objection: objection(),
    updated_at: timestamp(),
  });

/** A live rule with every version it has had, oldest first. */
export const ruleWithVersions = () =>
  z.extend(liveRule(), {
    versions: z.array(
      z.object({
        version: z.int(),
        content_hash: sha256Hex(),
        created_at: timestamp(),
        content: ruleSchema(),
      }),
    ),
  });

export const wording = () =>
  z.object({
    use_case_id: z.string(),
    on: timestamp(),
    in_force: inForce(),
    enforcement: enforcement(),
    version: z.int(),
    content: ruleSchema(),
    approvals: z.array(
      z.object({
        review_id: z.string(),
        counsel: z.object({
          id: z.string(),
          display_name: z.string(),
          firm: z.nullable(z.string()),
        }),
        decision: z.enum(approvals),
        decided_at: timestamp(),
        signature_status: z.enum(signatureStatuses),
      }),
    ),
    /** There are older approvals of this wording than `limit` lets in. */
    more_approvals: z.optional(z.literal(true)),
  });
