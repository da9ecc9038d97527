import { expect, test } from "vitest";
import type { Entry, WireAnswer } from "#shared/domain/extractors/call.ts";
import { factsJsonSchema } from "#shared/domain/extractors/instructions.ts";
import { adapters } from "#shared/domain/extractors/providers/adapters.ts";
import { exampleTask } from "#test/support/extractor-ports.ts";
import { recordedAnswers, recordedRefusal } from "#test/support/recorded-answers.ts";
import { goodFacts, type WireProvider } from "#test/support/upstream.ts";

/** Every schema in a schema. */
function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "type" in value || "anyOf" in value ? [value as Record<string, unknown>] : [];
  return [...own, ...Object.values(value).flatMap(schemasIn)];
}

test("the schema has nothing that a vendor's strict mode refuses: no unions, options or bounds", () => {
  const known = ["type", "properties", "required", "additionalProperties", "description"];
  const schemas = schemasIn(factsJsonSchema());
  expect(schemas.length).toBeGreaterThan(50);
  for (const schema of schemas) {
    expect(typeof schema.type).toBe("string");
    const others = Object.keys(schema).filter(
      (name) => ![...known, "enum", "items"].includes(name),
    );
    expect(others).toEqual([]);
    if (schema.type !== "object") continue;
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(Object.keys(schema.properties as object));
  }
});

const callTo = (provider: WireProvider) => {
  const entry: Entry = {
    provider,
    endpoint: "https://models.example.com",
    model: "model-1",
    credential: "c",
    credentialId: "1",
  };
  return { entry, task: exampleTask(), deadlineMs: 1 };
};

const wire = (status: number, body: object): WireAnswer => ({
  status,
  body: JSON.stringify(body),
  retryAfter: null,
});

test.each(recordedAnswers)("an answer as $from recorded it is understood", (one) => {
  const { provider, body, tokens, model } = one;
  const text = JSON.stringify(goodFacts);
  expect(adapters[provider].read(wire(200, body(text)), callTo(provider))).toEqual({
    ok: true,
    answer: { text },
    usage: tokens,
    model,
  });
});

test("a recorded refusal of a schema is a fault of the request, and costs nothing", () => {
  const reading = adapters.hosted_llm.read(wire(400, recordedRefusal), callTo("hosted_llm"));
  expect(reading).toEqual({
    ok: false,
    code: "contract_violation",
    usage: { inputTokens: 0, outputTokens: 0 },
  });
});
