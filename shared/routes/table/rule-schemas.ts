import * as z from "zod/mini";
import { signatureStatuses } from "#shared/domain/evidence/signature-status.ts";
import { enforcementKinds } from "#shared/domain/frameworks/enforcement.ts";
import { inForceStates } from "#shared/domain/frameworks/in-force.ts";
import { ruleSchema, sourceStatuses } from "#shared/domain/frameworks/rule.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { ruleStatuses } from "#shared/domain/standing/rule-status.ts";
import { calendarDate } from "#shared/domain/text/text-fields.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";

export const reviewStatus = () => z.enum(ruleStatuses);

/** How many rules have each status. */
export const statusTotals = () => z.record(reviewStatus(), z.int());

/** Counsel's identity as signed. */
export const signedBy = () =>
  z.object({ id: z.string(), display_name: z.string(), firm: z.nullable(z.string()) });

/** The same beside a review, which has counsel's id. */
export const signer = () => z.omit(signedBy(), { id: true });

/** The same in a list; null until the review is decided. */
export const signedAs = () => z.nullable(signer());

const refusal = () => z.enum(["changes_requested", "rejected"]);

const objectionWith = <C extends z.ZodMiniType, T extends z.ZodMiniType>(counsel: C, text: T) =>
  z.nullable(
    z.object({
      review_id: z.string(),
      panel_id: z.nullable(z.string()),
      verdict: refusal(),
      counsel,
      text,
      decided_at: timestamp(),
      /** The refused wording differs from the wording in question. */
      wording_changed_since: z.boolean(),
    }),
  );

/** The refusal of a rule, with the beginning of counsel's words; null: the rule is not refused. */
export const objection = () => objectionWith(signedBy(), z.nullable(z.string()));

/** The same for a machine, without counsel's name and words. */
export const machineObjection = () => objectionWith(z.object({ id: z.string() }), z.null());

/** The same in a room. It names nobody if the room does not show the decision. */
export const roomObjection = () =>
  z.nullable(
    z.object({
      review_id: z.nullable(z.string()),
      panel_id: z.nullable(z.string()),
      counsel: z.nullable(signedBy()),
      text: z.nullable(z.string()),
      decided_at: z.nullable(timestamp()),
      verdict: refusal(),
      wording_changed_since: z.boolean(),
    }),
  );

/** The open request or panel that rows name. A room does not say which one it is. */
export const openOnRule = () => ({
  open_review_id: z.nullable(z.string()),
  open_panel_id: z.nullable(z.string()),
});

/** It asks about the wording in question, not about an earlier one; null: none is open. */
export const openHoldsWording = () => ({ open_holds_wording: z.nullable(z.boolean()) });

/** The ids of the decision that counts, and of an open request or panel, as list rows have them. */
export const standingIds = () => ({
  review_id: z.nullable(z.string()),
  /** The panel that made the decision; null: a single request led to it. */
  panel_id: z.nullable(z.string()),
  decided_at: z.nullable(timestamp()),
  ...openOnRule(),
});

/** The open requests and panels of a rule. A room does not say which ones they are. */
export const openRequests = () =>
  z.array(
    z.object({
      review_id: z.nullable(z.string()),
      panel_id: z.nullable(z.string()),
      expires_at: timestamp(),
      /** Whether it asks about this wording, or about another wording of the rule. */
      holds_wording: z.boolean(),
    }),
  );

/** A wording's standing: its state, the decision that counts, the objection and open requests. */
const standing = <D extends z.ZodMiniType, O extends z.ZodMiniType>(decision: D, because: O) =>
  z.object({
    state: z.enum(["approved", "refused", "changed", "none"]),
    /** The decision that counts for this wording or else for the rule; null: there is none. */
    decision: z.nullable(decision),
    objection: because,
    open: openRequests(),
  });

const shownStanding = () =>
  standing(
    z.object({
      review_id: z.string(),
      panel_id: z.nullable(z.string()),
      outcome: z.enum(decisions),
      decided_at: timestamp(),
      content_hash: sha256Hex(),
    }),
    objection(),
  );

/** The same in a room. It does not say which it is if the room does not show it. */
export const roomDecision = () =>
  z.object({
    review_id: z.nullable(z.string()),
    panel_id: z.nullable(z.string()),
    outcome: z.enum(decisions),
    decided_at: z.nullable(timestamp()),
    content_hash: sha256Hex(),
  });

const roomStanding = () => standing(roomDecision(), roomObjection());

/** Whether the law behind a rule applies at the instant of the answer. */
export const inForce = () => z.enum(inForceStates);

/** Where a rule's facts were read; null: not recorded. */
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

export const liveRule = () =>
  z.object({
    ...ruleSchema().shape,
    framework_id: z.string(),
    version: z.int(),
    content_hash: sha256Hex(),
    review_status: reviewStatus(),
    in_force: inForce(),
    updated_at: timestamp(),
    objection: objection(),
    /** Where its facts were read; left out if not recorded. */
    source_status: z.optional(z.enum(sourceStatuses)),
    /** The day on which they were read; left out if not recorded. */
    source_read_on: z.optional(z.string()),
  });

/**
 * The day on which a rule's law starts to apply, or applies again, after all recorded events; null: it
 * applies now, or no such day is known.
 */
export const startsOn = () => z.nullable(calendarDate());

/** A live rule in the list of its book. */
export const listedRule = () =>
  z.extend(liveRule(), {
    /**
     * Its law applies or will apply, its wording is not approved, and no open request asks about that
     * wording.
     */
    needs_review: z.boolean(),
    ...openHoldsWording(),
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
    starts_on: startsOn(),
  });

const opinions = () =>
  z.array(
    z.object({
      review_id: z.string(),
      panel_id: z.nullable(z.string()),
      counsel: signedBy(),
      decision: z.enum(decisions),
      decided_at: timestamp(),
      signature_status: z.enum(signatureStatuses),
    }),
  );

const wordingWith = <S extends z.ZodMiniType>(held: S) =>
  z.object({
    use_case_id: z.string(),
    on: timestamp(),
    in_force: inForce(),
    enforcement: enforcement(),
    version: z.int(),
    content: ruleSchema(),
    /** Those who had approved it by then, oldest first; a panel's members have the panel's time. */
    approvals: opinions(),
    /** How this wording stood at that instant. */
    standing: held,
    refusals: opinions(),
    /**
     * If the decision that counts is about another wording: who made it, and of a panel each member who
     * said the same; otherwise empty.
     */
    deciders: z.array(z.object({ review_id: z.string(), counsel: signedBy() })),
    /** There are older approvals of this wording than `limit` allows. */
    more_approvals: z.optional(z.literal(true)),
    /** There may be older refusals of it than `limit` allows. */
    more_refusals: z.optional(z.literal(true)),
  });

export const wording = () => wordingWith(shownStanding());

export const roomWording = () => wordingWith(roomStanding());
