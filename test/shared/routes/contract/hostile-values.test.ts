import { expect, test } from "vitest";
import * as z from "zod";
import { wifConnectSchema } from "#shared/domain/connections/wif-connect.ts";
import { exampleOf, requestExamples } from "#shared/routes/contract/openapi-examples.ts";
import type { Json } from "#shared/routes/contract/openapi-schemas.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/** JSON that cannot be turned into text or a number: its conversion calls what is no function. */
const HOSTILE = { toString: 1 };

/** Members that objects inherit; in JSON they are ordinary names. */
const INHERITED = ["constructor", "__proto__", "hasOwnProperty"];

/**
 * The value with each of the values inside it replaced, one at a time, and then as a whole; objects
 * also with a member under each inherited name.
 */
function* replaced(value: unknown): Iterable<unknown> {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [name, one] of members) {
    for (const other of replaced(one)) {
      yield Array.isArray(value)
        ? value.with(Number(name), other)
        : { ...(value as object), [name]: other };
    }
  }
  if (members.length > 0 && !Array.isArray(value)) {
    for (const name of INHERITED) yield Object.fromEntries([...members, [name, "text"]]);
  }
  yield HOSTILE;
}

const schemas = allRoutes.flatMap(({ id, path, body, query }) =>
  [
    [`${id}: body`, body?.(), requestExamples[id]] as const,
    [`${id}: query`, query?.(), undefined] as const,
  ].flatMap(([name, schema, example]) => {
    if (schema === undefined) return [];
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return [{ name, path, schema, example: example ?? exampleOf(json as Json) }];
  }),
);

test("no schema of a route fails on a value that cannot be converted or an inherited name, wherever it stands", () => {
  const rules = { iamHost: "iam.example", emailSuffix: ".example" };
  const wif = { wif_audience: "a", service_account_email: "a", project_ids: ["a"] };
  const ofWif = { name: "wif", schema: wifConnectSchema(rules), example: wif };
  const failed = [...schemas, ofWif].flatMap(({ name, schema, example }) =>
    [...replaced(example)].flatMap((sent) => {
      try {
        schema.safeParse(sent);
        return [];
      } catch {
        return [`${name} ${JSON.stringify(sent)}`];
      }
    }),
  );
  expect(failed).toEqual([]);
  expect(schemas.length).toBeGreaterThan(100);
});
