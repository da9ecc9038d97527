import * as z from "zod";
import { questionFor } from "#shared/domain/extractors/instructions.ts";
import { type FactName, factNames, factRow, valuesOf } from "#shared/domain/inventory/facts.ts";

function schemaOfValue(name: FactName) {
  const { kind } = factRow(name);
  if (kind === "boolean") return z.boolean();
  if (kind === "text") return z.string();
  const one = z.enum([...valuesOf(name)] as [string, ...string[]]);
  return kind === "one" ? one : z.array(one);
}

/** What a model has to answer, as zod users write it: an oracle for the schema that we send. */
export const factsSchema = z.object(
  Object.fromEntries(
    factNames.map((name) => [
      name,
      z
        .object({
          quote: z.string(),
          value: schemaOfValue(name),
          confidence: z.number(),
        })
        .describe(questionFor(name)),
    ]),
  ),
);
