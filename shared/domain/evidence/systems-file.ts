import * as z from "zod/mini";
import { blockerReasons } from "#shared/domain/clearance/answer.ts";
import { systemBlockerReasons } from "#shared/domain/clearance/systems-answer.ts";
import { classificationStates } from "#shared/domain/inventory/classification.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { clearanceEvidence, envelope, namedLeaf } from "./clearance-file.ts";
import { orNull, text } from "./evidence-file.ts";

/*
 * A saved answer of POST /clearance/systems with its statement. Strict: a member that does not belong
 * here is a change of what was signed.
 */

const system = () =>
  z.strictObject({
    artifact_id: orNull(text()),
    name: text(),
    kind: text(),
    class: orNull(z.enum(classes)),
    state: orNull(z.enum(classificationStates)),
    confirmed_by: orNull(text()),
    confirmed_at: orNull(text()),
    rules: z.array(
      z.strictObject({
        framework_id: text(),
        use_case_id: text(),
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
        finished_at: text(),
      }),
    ),
    systems: z.array(system()),
    blockers: z.array(
      z.strictObject({
        artifact_id: orNull(text()),
        reason: z.enum(systemBlockerReasons),
        detail: text(),
      }),
    ),
    evidence: z.strictObject({
      leaves: z.array(
        z.strictObject({
          artifact_id: text(),
          leaf: namedLeaf(),
        }),
      ),
      trail: z.optional(clearanceEvidence()),
    }),
    statement: envelope(),
  });

export type SystemsFile = z.infer<ReturnType<typeof systemsFileSchema>>;
