import { expect, test } from "vitest";
import { all, change, entity, exists, is, isAbsentOr, literally, put } from "#shared/store/item.ts";

const key = { pk: "A", sk: "B" };

test("a change becomes DynamoDB's expressions for what it sets, adds to and removes, and for its condition", () => {
  const { Update } = change(key, {
    set: { "room.last": 5, left: undefined },
    setIfAbsent: { first: 5 },
    add: { "room.uses": 2, count: 1 },
    remove: ["gone"],
    where: all(exists("pk"), is({ "room.last": 4 }), isAbsentOr("first", 5)),
  });
  expect(Update).toEqual({
    Key: key,
    UpdateExpression:
      "SET #n0.#n1 = :v0, #n2 = if_not_exists(#n2, :v1), #n0.#n3 = #n0.#n3 + :v2 " +
      "ADD #n4 :v3 REMOVE #n5",
    ConditionExpression:
      "attribute_exists(#n6) AND #n0.#n1 = :v4 AND (attribute_not_exists(#n2) OR #n2 = :v5)",
    ExpressionAttributeNames: {
      ...{ "#n0": "room", "#n1": "last", "#n2": "first", "#n3": "uses" },
      ...{ "#n4": "count", "#n5": "gone", "#n6": "pk" },
    },
    ExpressionAttributeValues: { ":v0": 5, ":v1": 5, ":v2": 2, ":v3": 1, ":v4": 4, ":v5": 5 },
  });
});

test("the dots of a literal name do not lead to a nested field", () => {
  const { Update } = change(key, { remove: [literally("calls:gpt-4.1")] });
  expect(Update).toEqual({
    Key: key,
    UpdateExpression: "REMOVE #n0",
    ExpressionAttributeNames: { "#n0": "calls:gpt-4.1" },
  });
});

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
  const isSame = things.unchanged({ id: "1", note: null, state: "closed" });
  const item = { pk: "A", sk: "B" };
  expect(put(item, isSame)).toEqual({
    Put: {
      Item: item,
      ConditionExpression:
        "#n0.#n1 = :v0 AND (attribute_not_exists(#n0.#n2) OR #n0.#n2 = :v1) AND #n0.#n3 = :v2",
      ExpressionAttributeNames: { "#n0": "thing", "#n1": "id", "#n2": "note", "#n3": "state" },
      ExpressionAttributeValues: { ":v0": "1", ":v1": null, ":v2": "closed" },
    },
  });
});
