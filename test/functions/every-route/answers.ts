import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import type { TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { type Item, putItems } from "#test/support/table-attack.ts";
import type { Ground } from "./ground.ts";

const PRIVATE = "planted_private_field";

const reading = allRoutes.filter(({ method, responses }) => {
  const { schema, contentType } = responses[200] ?? {};
  return method === "GET" && (schema !== undefined || contentType === "application/json");
});
const json = { accept: "application/json" };
const CALLS = sized(8, 2);

/**
 * What is not a record with fields of its own: maps that schemas leave open, rules as they were hashed,
 * and links as they were signed.
 */
const open = new Set([
  ...["context", "details", "error_jsonb", "content", "rule", "claims", "link"],
  // Keyed by the id of a bus's operation: another member would be an operation that never ends.
  "eventbus_operations",
]);

/** Operations that answer only as long as their audit rows are as they were signed. */
const restsOnRows = ["openReview"];

/** The same item with a private field added to every record in it, except those in `left`. */
function planted(value: unknown, left: ReadonlySet<string>, name = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => planted(entry, left));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (left.has(name)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, planted(field, left, key)]);
  return { ...Object.fromEntries(fields), [PRIVATE]: PRIVATE };
}

/** The same item without the private fields. */
function unplanted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unplanted);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const fields = Object.entries(value).filter(([key]) => key !== PRIVATE);
  return Object.fromEntries(fields.map(([key, field]) => [key, unplanted(field)]));
}

const changeEverywhere = async (
  system: TestSystem,
  change: (item: unknown) => unknown,
): Promise<void> =>
  putItems(
    system,
    (await scanTable(system)).map((item) => change(item) as Item),
  );

/** Every read gives the same text each time. With all rows in the log, the evidence is complete. */
export function repeatsItself(ground: Ground): void {
  beforeAll(() => ground.system.api()("POST", "/_local/schedules/sequence-log/run"));

  // The other routes are read with private fields.
  test.each(sampled(reading, 4, 1).map((route) => [route.id, route] as const))(
    "%s answers every call with one text",
    async (_, route) => {
      const { each } = ground;
      const texts = new Set<string>();
      for (let call = 0; call < CALLS; call += 1) {
        const answer = await each.clientFor(route)("GET", each.pathOf(route), undefined, json);
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
        texts.add(answer.text);
      }
      expect([...texts]).toHaveLength(1);
    },
  );
}

/** Reads every route while each stored record has a field that no schema names. */
export function keepsPrivate(ground: Ground): void {
  const plant = (left: ReadonlySet<string>) =>
    changeEverywhere(ground.system, (item) => planted(item, left));
  const take = () => changeEverywhere(ground.system, unplanted);
  const keptThrough = async (route: (typeof reading)[number]) => {
    const { each } = ground;
    const answer = await each.clientFor(route)("GET", each.pathOf(route), undefined, json);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(answer.text).not.toContain(PRIVATE);
  };
  const named = (routes: typeof reading) => routes.map((route) => [route.id, route] as const);
  const isOnRows = ({ id }: (typeof reading)[number]) => restsOnRows.includes(id);

  describe("in records and rows", () => {
    beforeAll(() => plant(open));
    afterAll(take);
    const tried = sampled(reading, 4).filter((route) => !isOnRows(route));
    test.each(named(tried))("through %s", (_, route) => keptThrough(route));
  });

  describe("in records whose rows are as they were signed", () => {
    beforeAll(() => plant(new Set([...open, "row"])));
    // Takes the fields out again: a change to a record that its rows do not tell of is refused.
    afterAll(take);
    test.each(named(reading.filter(isOnRows)))("through %s", (_, route) => keptThrough(route));
  });
}
