import type { JsonSchema } from "./call.ts";

/**
 * The JSON Schema that zod generates for `classificationSchema`. A constant, to keep zod's JSON
 * Schema generator out of the bundles; a test checks that the two agree.
 */
export const classificationJsonSchema: JsonSchema = {
  type: "object",
  properties: {
    is_ai_system: {
      type: "boolean",
      description: "Whether the artifact is, or is part of, an AI system.",
    },
    matched_rules: {
      type: "array",
      items: {
        type: "object",
        properties: {
          framework_id: {
            type: "string",
          },
          use_case_id: {
            type: "string",
          },
        },
        required: ["framework_id", "use_case_id"],
        additionalProperties: false,
      },
      description: "The rules given in the input that apply to the artifact; empty if none does.",
    },
    confidence: {
      type: "number",
      description: "From 0 (a guess) to 1 (certain).",
    },
    rationale: {
      type: "string",
      description: "One or two sentences that name the decisive facts.",
    },
  },
  required: ["is_ai_system", "matched_rules", "confidence", "rationale"],
  additionalProperties: false,
};
