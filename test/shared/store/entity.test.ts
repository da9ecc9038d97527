import { expect, test } from "vitest";
import { entity } from "#shared/store/entity.ts";

interface Thing {
  id: string;
  note: string | null;
  state: "open" | "closed";
}
const things = entity<Thing>("thing", { note: null, state: "open" });

test("fields missing from an older row get their default, extra fields of a newer one are left alone", () => {
  expect(things.fromItem({ thing: { id: "1" } })).toEqual({ id: "1", note: null, state: "open" });
  expect(things.fromItem({ thing: { id: "1", later: 7 } })).toMatchObject({ later: 7 });
});

test("a record matches a row from before a field existed, and no row that differs", () => {
  const { ConditionExpression, ExpressionAttributeValues } = things.unchanged({
    id: "1",
    note: null,
    state: "closed",
  });
  expect(ConditionExpression).toBe(
    "#entity.#e0 = :e0 AND (attribute_not_exists(#entity.#e1) OR #entity.#e1 = :e1) " +
      "AND #entity.#e2 = :e2",
  );
  expect(ExpressionAttributeValues).toEqual({ ":e0": "1", ":e1": null, ":e2": "closed" });
});
