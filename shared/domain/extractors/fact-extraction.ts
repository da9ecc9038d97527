import { sha256Hex } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { plainJson } from "#shared/domain/discovery/plain-json.ts";
import { type AnsweredFacts, readAnswer } from "#shared/domain/inventory/answered-facts.ts";
import { areas } from "#shared/domain/inventory/fact-values.ts";
import { eachFact } from "#shared/domain/inventory/facts.ts";
import type { Task } from "./call.ts";
import { factsJsonSchema, INSTRUCTIONS, INSTRUCTIONS_VERSION } from "./instructions.ts";

/** What a model is told about an artifact, as discovery recorded it. */
export type DescribedArtifact = Pick<
  Artifact,
  "kind" | "name" | "provider_ref" | "location" | "details"
>;

/** How many characters of an artifact's details go into the prompt. */
const MAX_DETAILS = 8000;
/** Every call names this limit. A whole answer with long quotes needs half of it. */
const MAX_OUTPUT_TOKENS = 2048;

/**
 * The details sorted by name, as many as fit. Each is included whole or not at all, so that the text
 * stays JSON.
 */
function fittingDetails(details: DescribedArtifact["details"]): Record<string, unknown> {
  let left = MAX_DETAILS;
  const fitting = Object.keys(details)
    .sort()
    .flatMap((name) => {
      const text = plainJson(details[name]);
      const size = name.length + (text?.length ?? 0);
      if (text === undefined || size > left) return [];
      left -= size;
      return [[name, JSON.parse(text)] as const];
    });
  return Object.fromEntries(fitting);
}

/**
 * The user message: canonical JSON, so that the same artifact gives the same bytes, both for our
 * answer cache and for the provider's prompt cache.
 */
function extractionInput(artifact: DescribedArtifact): string {
  const { kind, name, provider_ref, location } = artifact;
  const told = { kind, name, provider_ref, location, details: fittingDetails(artifact.details) };
  return `{"artifact":${plainJson(told) ?? canonicalJson({ kind })}}`;
}

/** What a classification's row names as its input: the SHA-256 of the user message. */
export const inputHash = (artifact: DescribedArtifact): string =>
  sha256Hex(extractionInput(artifact));

/** The task of answering every question about one artifact. */
export const factsTask = (artifact: DescribedArtifact, requestId: string): Task<AnsweredFacts> => ({
  kind: "extract",
  requestId,
  instructions: INSTRUCTIONS,
  input: extractionInput(artifact),
  schema: factsJsonSchema(),
  schemaName: "artifact_facts",
  schemaVersion: INSTRUCTIONS_VERSION,
  maxOutputTokens: MAX_OUTPUT_TOKENS,
  check: readAnswer,
  sample: sampleFacts(artifact),
});

/** The mock provider's answer: deterministic, by matching words; it judges nothing. */
function sampleFacts({ kind, name }: DescribedArtifact): AnsweredFacts {
  const words = new Set(name.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  const matched = areas()
    .map(([value]) => value)
    .filter((value) => value.split("_").some((word) => words.has(word)));
  const said = (value: AnsweredFacts["area"]["value"]) => ({ value, confidence: 0.5, quote: name });
  const unknown = { value: null, confidence: null, quote: null };
  return {
    ...eachFact(() => unknown),
    is_ai_system: said(kind !== "repository" || matched.length > 0),
    area: matched.length > 0 ? said(matched) : unknown,
  };
}
