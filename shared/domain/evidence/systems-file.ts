import * as z from "zod/mini";
import { blockerReasons, systemBlockerReasons } from "#shared/domain/clearance/reasons.ts";
import { classificationStates } from "#shared/domain/inventory/classification.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { clearanceEvidence, envelope, namedLeaf } from "./clearance-file.ts";
import { instant, orNull, text } from "./evidence-file.ts";

/*
 * The answer of POST /clearance/systems with its statement, as the route sends it and the verifier
 * reads it. Strict: a member that does not belong here is a change of what was signed.
 */

const system = () =>
  z.strictObject({
    /** null: found at the examined commit, and not in the inventory yet. */
    artifact_id: orNull(text()),
    name: text(),
    kind: text(),
    /** null: nobody has classified it. */
    class: orNull(z.enum(classes)),
    state: orNull(z.enum(classificationStates)),
    confirmed_by: orNull(text()),
    confirmed_at: orNull(instant()),
    rules: z.array(
      z.strictObject({
        framework_id: text(),
        use_case_id: text(),
        /** Its live wording is approved. */
        cleared: z.boolean(),
        reason: orNull(z.enum(blockerReasons)),
        applies_from: orNull(text()),
      }),
    ),
  });

export const systemsFileSchema = () =>
  z.strictObject({
    cleared: z.boolean(),
    repository: orNull(z.strictObject({ id: text(), full_name: text(), connection_id: text() })),
    run: orNull(
      z.strictObject({
        id: text(),
        kind: z.enum(["full", "examination"]),
        commit: orNull(text()),
        finished_at: instant(),
      }),
    ),
    systems: z.array(system()),
    blockers: z.array(
      z.strictObject({
        /** null: it concerns the repository, or a system that only the examined commit has. */
        artifact_id: orNull(text()),
        reason: z.enum(systemBlockerReasons),
        /** A sentence. */
        detail: text(),
      }),
    ),
    /** Where the log has the rows behind the systems' classifications. */
    evidence: z.strictObject({
      /** One entry for each classified system, by artifact id. */
      leaves: z.array(z.strictObject({ artifact_id: text(), leaf: namedLeaf() })),
      /** Every row about the systems, and that of the key; for readers who may see the platform. */
      trail: z.optional(clearanceEvidence()),
    }),
    statement: envelope(),
  });

export type SystemsFile = z.infer<ReturnType<typeof systemsFileSchema>>;
