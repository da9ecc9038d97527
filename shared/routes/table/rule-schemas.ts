import * as z from "zod/mini";
import { calendarDate } from "#shared/domain/frameworks/calendar-date.ts";
import { enforcementKinds } from "#shared/domain/frameworks/enforcement.ts";
import { inForceStates } from "#shared/domain/frameworks/in-force.ts";
import { sourceStatuses } from "#shared/domain/frameworks/rule.ts";
import { timestamp } from "#shared/routes/contract/fields.ts";

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
