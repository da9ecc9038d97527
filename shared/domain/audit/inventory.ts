import * as z from "zod/mini";
import { classes, gates } from "#shared/domain/inventory/verdict.ts";
import { type Activity, about, rowsOf, type Vocabulary } from "./row.ts";

const tenant = about("tenant");

/**
 * Rows about an artifact, numbered from 1. They form no chain, because a first run classifies thousands
 * of artifacts.
 */
const artifact = <T extends z.core.$ZodLooseShape>(activity: Activity, more: () => T) =>
  about("artifact")(activity, () => ({ number: z.int(), ...more() }));

const artifactClass = () => z.enum(classes);

/** Artifacts, and agents that read them. */
export const inventoryActions = {
  "artifact.classified": artifact("create", () => ({
    /** Lower-case hex SHA-256, like the other hashes; covers what was told about the artifact. */
    input_hash: z.string(),
    instructions_hash: z.nullable(z.string()),
    gates_version: z.string(),
    provider: z.nullable(z.string()),
    /** The model's name as the provider gives it in its answer. */
    model: z.nullable(z.string()),
    attempts: z.int(),
    tokens: z.strictObject({ input: z.int(), output: z.int() }),
    /** USD. */
    cost: z.number(),
    answer_hash: z.nullable(z.string()),
    class: artifactClass(),
    reasons: z.array(
      z.strictObject({
        rule: z.nullable(z.strictObject({ framework_id: z.string(), use_case_id: z.string() })),
        gate: z.enum(gates),
        facts: z.array(z.string()),
      }),
    ),
    /** The hashes of the facts that led to the class, and of those before; null where none was known. */
    facts_hash: z.nullable(z.string()),
    facts_before: z.nullable(z.string()),
    /** Only where a person answered. */
    answers_hash: z.optional(z.string()),
    reason: z.optional(z.string()),
    /** Only where the answers lift what the facts prohibit. */
    allowed_by: z.optional(z.string()),
  })),
  "artifact.confirmed": artifact("update", () => ({
    class: artifactClass(),
    reason: z.string(),
    /** Only where the class lifts what the facts prohibit, and not where a second person confirms that. */
    allowed_by: z.optional(z.string()),
  })),
  "artifact.overridden": artifact("update", () => ({
    from: artifactClass(),
    to: artifactClass(),
    reason: z.string(),
    /** Only if the class is no longer "prohibited": the sentence of the law that allows it. */
    allowed_by: z.optional(z.string()),
  })),
  "artifact.reopened": artifact("update", () => ({ from: artifactClass(), to: artifactClass() })),
  "tenant.mcp.updated": tenant("update", () => ({ enabled: z.boolean() })),
  /** An agent read something; `tool` is the operation's id. */
  "tenant.tool_called": tenant("read", () => ({ tool: z.string() })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(inventoryActions);
