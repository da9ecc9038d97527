import * as z from "zod/mini";
import { blockerReasons } from "#shared/domain/clearance/answer.ts";
import { systemBlockerReasons } from "#shared/domain/clearance/systems-answer.ts";
import { classificationStates } from "#shared/domain/inventory/classification.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { clearanceEvidence, envelope } from "./clearance-file.ts";

/*
 * A saved answer of POST /clearance/systems with its statement. Strict: a member that does not belong
 * here is a change of what was signed.
 */

const text = () => z.nullable(z.string());

const system = () =>
  z.strictObject({
    artifact_id: text(),
    name: z.string(),
    kind: z.string(),
    class: z.nullable(z.enum(classes)),
    state: z.nullable(z.enum(classificationStates)),
    confirmed_by: text(),
    confirmed_at: text(),
    rules: z.array(
      z.strictObject({
        framework_id: z.string(),
        use_case_id: z.string(),
        cleared: z.boolean(),
        reason: z.nullable(z.enum(blockerReasons)),
        applies_from: text(),
      }),
    ),
  });

export const systemsFileSchema = () =>
  z.strictObject({
    cleared: z.boolean(),
    repository: z.nullable(
      z.strictObject({ id: z.string(), full_name: z.string(), connection_id: z.string() }),
    ),
    run: z.nullable(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["full", "examination"]),
        commit: text(),
        finished_at: z.string(),
      }),
    ),
    systems: z.array(system()),
    blockers: z.array(
      z.strictObject({
        artifact_id: text(),
        reason: z.enum(systemBlockerReasons),
        detail: z.string(),
      }),
    ),
    evidence: z.strictObject({
      leaves: z.array(
        z.strictObject({
          artifact_id: z.string(),
          leaf: z.nullable(
            z.strictObject({
              index: z.int().check(z.minimum(0)),
              hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
            }),
          ),
        }),
      ),
      trail: z.optional(clearanceEvidence()),
    }),
    statement: envelope(),
  });

export type SystemsFile = z.infer<ReturnType<typeof systemsFileSchema>>;
