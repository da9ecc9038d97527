import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { change } from "#shared/store/item.ts";
import { documents } from "#shared/store/read.ts";
import { updateItem } from "#shared/store/update.ts";

vi.stubEnv("TABLE_NAME", "countersign");
const dynamodb = mockClient(documents);
afterAll(() => {
  dynamodb.restore();
});
beforeEach(() => dynamodb.reset());
afterEach(() => vi.restoreAllMocks());

const about = { message: "m", $metadata: {} };
const update = change({ pk: "A", sk: "B" }, { set: { a: 1 } });

describe("an update", () => {
  test("that hits a transaction is retried until it succeeds", async () => {
    dynamodb
      .on(UpdateCommand)
      .rejectsOnce(new TransactionConflictException(about))
      .rejectsOnce(new TransactionConflictException(about))
      .resolves({ Attributes: { pk: "A" } });
    expect(await updateItem(update)).toEqual({ updated: true, before: { pk: "A" } });
    expect(dynamodb.calls()).toHaveLength(3);
  });

  test("is reported as a busy dependency when transactions do not end", async () => {
    dynamodb.on(UpdateCommand).rejects(new TransactionConflictException(about));
    vi.spyOn(Math, "random").mockReturnValue(0);
    await expect(updateItem(update)).rejects.toMatchObject({ code: "dependency_unavailable" });
    expect(dynamodb.calls()).toHaveLength(24);
  });

  test("whose condition failed is not retried, and reports the current item", async () => {
    const Item = { pk: { S: "A" }, n: { N: "1" } };
    dynamodb
      .on(UpdateCommand)
      .rejectsOnce(new ConditionalCheckFailedException({ ...about, Item }))
      .rejects(new ConditionalCheckFailedException(about));
    expect(await updateItem(update)).toEqual({ updated: false, present: { pk: "A", n: 1 } });
    expect(await updateItem(update)).toEqual({ updated: false, present: null });
    expect(dynamodb.calls()).toHaveLength(2);
  });

  test("passes on any other failure", async () => {
    dynamodb.on(UpdateCommand).rejects(new Error("broken"));
    await expect(updateItem(update)).rejects.toThrow("broken");
  });
});
