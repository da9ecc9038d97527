import * as z from "zod/mini";
import { signatureStatuses } from "#shared/domain/evidence/signature-status.ts";
import { enforcementKinds } from "#shared/domain/frameworks/enforcement.ts";
import { frameworkStatuses } from "#shared/domain/frameworks/framework.ts";
import { calendarDate, inForceStates } from "#shared/domain/frameworks/in-force.ts";
import { frameworkIdSchema, ruleSchema, sourceStatuses } from "#shared/domain/frameworks/rule.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { ruleStatuses } from "#shared/domain/standing/rule-status.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";

export const reviewStatus = () => z.enum(ruleStatuses);

/** How many rules have each status. */
export const statusTotals = () => z.record(reviewStatus(), z.int());

/** Counsel as they signed. */
const signedBy = () =>
  z.object({ id: z.string(), display_name: z.string(), firm: z.nullable(z.string()) });

const refusal = () => ({
  verdict: z.enum(["changes_requested", "rejected"]),
  /** The refused words are not the words in question. */
  wording_changed_since: z.boolean(),
});

/** Why a rule is refused, with the beginning of counsel's words; null unless it is. */
export const objection = () =>
  z.nullable(
    z.object({
      review_id: z.string(),
      panel_id: z.nullable(z.string()),
      counsel: signedBy(),
      text: z.nullable(z.string()),
      decided_at: timestamp(),
      ...refusal(),
    }),
  );

/** The same in a room, which names nobody where it does not show the decision. */
export const roomObjection = () =>
  z.nullable(
    z.object({
      review_id: z.nullable(z.string()),
      panel_id: z.nullable(z.string()),
      counsel: z.nullable(signedBy()),
      text: z.nullable(z.string()),
      decided_at: z.nullable(timestamp()),
      ...refusal(),
    }),
  );

/** The decision that counts, and what is open beside it, as rows name them. */
export const standingIds = () => ({
  review_id: z.nullable(z.string()),
  /** The panel whose decision it is; null: a single request's. */
  panel_id: z.nullable(z.string()),
  decided_at: z.nullable(timestamp()),
  open_review_id: z.nullable(z.string()),
  open_panel_id: z.nullable(z.string()),
});

/** What is said of a wording: how it stood, and who had approved or refused it. */
const standing = <D extends z.ZodMiniType, O extends z.ZodMiniType>(decision: D, because: O) =>
  z.object({
    state: z.enum(["approved", "refused", "changed", "none"]),
    /** The decision that counts, on this wording or else on the rule; null: there is none. */
    decision: z.nullable(decision),
    objection: because,
    open: z.array(
      z.object({
        review_id: z.nullable(z.string()),
        panel_id: z.nullable(z.string()),
        expires_at: timestamp(),
        /** Whether it asks about this wording, or about another one of the rule. */
        holds_wording: z.boolean(),
      }),
    ),
  });

const decided = () => ({ outcome: z.enum(decisions), content_hash: sha256Hex() });

const shownStanding = () =>
  standing(
    z.object({
      review_id: z.string(),
      panel_id: z.nullable(z.string()),
      decided_at: timestamp(),
      ...decided(),
    }),
    objection(),
  );

const roomStanding = () =>
  standing(
    z.object({
      review_id: z.nullable(z.string()),
      panel_id: z.nullable(z.string()),
      decided_at: z.nullable(timestamp()),
      ...decided(),
    }),
    roomObjection(),
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
    /** The day on which that was; left out if it was not told. */
    source_read_on: z.optional(z.string()),
    review_status: reviewStatus(),
    in_force: inForce(),
    objection: objection(),
    updated_at: timestamp(),
  });

/** A live rule in the list of its book. */
export const listedRule = () =>
  z.extend(liveRule(), {
    /** Its law applies or will apply, it is not approved as it stands, and nobody is asked about that wording. */
    needs_review: z.boolean(),
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
    /** How this wording stood at that instant. */
    standing: held,
    /** Who had approved it by then, oldest first; a panel's members at the panel's time. */
    approvals: opinions(),
    refusals: opinions(),
    /** There are older approvals of this wording than `limit` lets in. */
    more_approvals: z.optional(z.literal(true)),
    /** There may be older refusals of it than `limit` lets in. */
    more_refusals: z.optional(z.literal(true)),
  });

export const wording = () => wordingWith(shownStanding());

export const roomWording = () => wordingWith(roomStanding());
