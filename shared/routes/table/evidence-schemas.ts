import * as z from "zod/mini";
import { checkIds, checkResults } from "#shared/domain/evidence/check.ts";
import { signatureStatuses } from "#shared/domain/evidence/signature-status.ts";
import { evidenceShape } from "#shared/domain/reviews/fields.ts";
import { calendarDate } from "#shared/domain/text/text-fields.ts";
import { auditRowSchema } from "#shared/routes/contract/audit-row.ts";
import { sha256Hex, timestamp, unlessNull } from "#shared/routes/contract/fields.ts";
import { counselKeysSchema, knownCounsel } from "./counsel-schemas.ts";
import { knownProvenance } from "./review-schemas.ts";
import {
  enforcement,
  inForce,
  machineObjection,
  objection,
  openHoldsWording,
  reviewStatus,
  signer,
  standingIds,
  statusTotals,
} from "./rule-schemas.ts";

const check = () =>
  z.object({
    id: z.enum(checkIds),
    result: z.enum(checkResults),
    detail: z.string(),
  });

/** The evidence procedure's results for one review. Empty fields are left out, as in the bundle. */
export const evidence = () =>
  z.object({
    request: z.object(evidenceShape()),
    /** As they are now. */
    counsel: z.nullable(knownCounsel()),
    audit: z.array(auditRowSchema()),
    checks: z.array(check()),
    signature: z.object({
      status: z.enum(signatureStatuses),
      key_id: z.nullable(z.string()),
    }),
    content: z.object({
      status: z.enum(["live", "snapshot_only"]),
      stored_hash: z.string(),
      current_hash: sha256Hex(),
      changed: z.array(z.object({ use_case_id: z.string(), fields: z.array(z.string()) })),
      rules: z.array(
        z.object({
          use_case_id: z.string(),
          content_hash: z.string(),
          in_force_at_decision: z.nullable(inForce()),
          in_force: z.nullable(inForce()),
        }),
      ),
    }),
    /** Counsel as their decision names them. */
    signed_as: unlessNull(signer()),
    ...knownProvenance(),
    counsel_keys: counselKeysSchema(),
  });

const outlineRow = <O extends z.ZodMiniType>(because: () => O) =>
  z.object({
    use_case_id: z.string(),
    title: z.string(),
    /** The label of its first citation. */
    citation: z.nullable(z.string()),
    status: reviewStatus(),
    in_force: inForce(),
    /** The event that decides whether it is in force; null: its dates alone do. */
    event_id: z.nullable(z.string()),
    applies_from: z.nullable(calendarDate()),
    applies_until: z.nullable(calendarDate()),
    ...standingIds(),
    objection: because(),
    /** The names of the fields changed since approval. */
    changed: z.array(z.string()),
    ...openHoldsWording(),
  });

const coverageWith = <O extends z.ZodMiniType>(because: () => O) =>
  z.object({
    framework_id: z.string(),
    as_of: timestamp(),
    /** Totals of the rules that pass the filters. */
    totals: statusTotals(),
    rules: z.array(
      z.object({
        use_case_id: z.string(),
        status: reviewStatus(),
        in_force: inForce(),
        enforcement: enforcement(),
        ...standingIds(),
        objection: because(),
        /**
         * Since approval; empty unless the status says that the rule has changed. The values are left
         * out of rows for whose values one answer has no room.
         */
        changed_fields: z.array(
          z.object({
            field: z.string(),
            approved: z.optional(z.nullable(z.unknown())),
            live: z.optional(z.nullable(z.unknown())),
          }),
        ),
        ...openHoldsWording(),
      }),
    ),
    outline: z.optional(z.array(outlineRow(because))),
    /** Totals at the start of as_of's month and of each of the five months before, oldest first. */
    months: z.optional(z.array(z.object({ as_of: timestamp(), totals: statusTotals() }))),
  });

/** The drift report of a framework. */
export const coverage = () => coverageWith(objection);

/** The same for a machine. */
export const machineCoverage = () => coverageWith(machineObjection);
