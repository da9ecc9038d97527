import * as z from "zod/mini";
import { counselSchema } from "#shared/domain/counsel/counsel.ts";
import { wordsShown } from "#shared/domain/evidence/withhold.ts";
import { evidenceShape } from "#shared/domain/reviews/fields.ts";
import { MAX_QUESTION } from "#shared/domain/rooms/limits.ts";
import { askedRule } from "#shared/domain/rooms/question.ts";
import { roomStatuses } from "#shared/domain/rooms/room.ts";
import { calendarDate, withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";
import { knownCounsel } from "./counsel-schemas.ts";
import { coverage, evidence } from "./evidence-schemas.ts";
import { provenance, reviewSchema } from "./review-schemas.ts";
import {
  inForce,
  liveRule,
  openRequests,
  roomDecision,
  roomObjection,
  ruleWithVersions,
  startsOn,
} from "./rule-schemas.ts";

export const roomSchema = () =>
  z.object({
    id: z.string(),
    title: z.string(),
    framework_ids: z.array(z.string()),
    decided_from: z.nullable(timestamp()),
    decided_to: z.nullable(timestamp()),
    counsel_ids: z.nullable(z.array(z.string())),
    may_ask: z.boolean(),
    status: z.enum(roomStatuses),
    created_at: timestamp(),
    created_by: z.string(),
    expires_at: timestamp(),
    last_used_at: z.nullable(timestamp()),
    /** How many audit rows its visitors have caused. */
    uses: z.int(),
    words: z.enum(wordsShown),
  });

/** A question or an answer, kept verbatim. */
export const questionText = () =>
  z
    .string()
    .check(z.minLength(1, "must not be empty"), z.maxLength(MAX_QUESTION), withoutControls());

export const questionBody = () =>
  z.strictObject({
    rule: z.optional(askedRule()),
    review_id: z.optional(z.string().check(withoutHidden())),
    text: questionText(),
  });

export const roomRule = () =>
  z.extend(liveRule(), {
    /** The decision that counts for it; null while nobody has decided. */
    decision: z.nullable(roomDecision()),
    open: openRequests(),
    objection: roomObjection(),
    starts_on: startsOn(),
    /** The days on which its law changes, in order, after all recorded events. */
    law_days: z.array(z.object({ day: calendarDate(), to: inForce() })),
  });

export const roomRuleWithVersions = () =>
  z.extend(ruleWithVersions(), { objection: roomObjection() });

/** Counsel without the admin's own notes (contract, room.md). */
const roomCounsel = () => z.omit(counselSchema(), { notes: true });

const roomReview = () =>
  z.omit(reviewSchema(), {
    nonce: true,
    supplementary_pdf_kv_secret: true,
    matter_reference: true,
  });

/** A decided review with the counsel who signed it. */
export const listedReview = () =>
  z.extend(roomReview(), {
    counsel_display_name: z.string(),
    counsel_firm: z.nullable(z.string()),
    counsel_email: z.nullable(z.string()),
    counsel: z.nullable(roomCounsel()),
    ...provenance(),
    /** The name of each of its rules and the hash of its wording, in the rules' order. */
    rule_names: z.array(z.string()),
    rule_hashes: z.array(sha256Hex()),
  });

/** The evidence procedure's results for one review. */
export const roomEvidence = () =>
  z.extend(evidence(), {
    request: z.omit(z.object(evidenceShape()), {
      nonce: true,
      supplementary_pdf_kv_secret: true,
      matter_reference: true,
    }),
    counsel: z.nullable(z.omit(knownCounsel(), { notes: true })),
  });

/** The drift report, which may name no review. */
export const roomCoverage = () => {
  const report = z.omit(coverage(), { outline: true });
  const row = z.extend(report.shape.rules.def.element, { objection: roomObjection() });
  return z.extend(report, { rules: z.array(row) });
};
