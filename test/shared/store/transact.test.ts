import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DomainError } from "#shared/domain/errors.ts";
import { documents } from "#shared/store/read.ts";
import { transact } from "#shared/store/transact.ts";

vi.stubEnv("TABLE_NAME", "countersign");
const dynamodb = mockClient(documents);
afterAll(() => {
  dynamodb.restore();
});
beforeEach(() => dynamodb.reset());
afterEach(() => vi.restoreAllMocks());

const cancelled = (...codes: (string | { code: string; item: Record<string, { S: string }> })[]) =>
  new TransactionCanceledException({
    message: "Transaction cancelled",
    $metadata: {},
    CancellationReasons: codes.map((reason) =>
      typeof reason === "string" ? { Code: reason } : { Code: reason.code, Item: reason.item },
    ),
  });
const put = {
  Put: { Item: { pk: "A", sk: "B" }, ConditionExpression: "attribute_not_exists(pk)" },
};
const putAnother = structuredClone(put);

describe("a transaction", () => {
  test("that hits a conflict is retried until it succeeds", async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled("TransactionConflict", "None"))
      .rejectsOnce(cancelled("None", "TransactionConflict"))
      .resolves({});
    expect(await transact({ first: put, second: putAnother })).toEqual({ committed: true });
    expect(dynamodb.calls()).toHaveLength(3);
  });

  test("whose condition failed is not retried, and reports which one with the current item", async () => {
    const failed = { code: "ConditionalCheckFailed", item: { pk: { S: "A" } } };
    dynamodb.on(TransactWriteCommand).rejects(cancelled("None", failed));
    expect(await transact({ first: put, second: putAnother })).toEqual({
      committed: false,
      failed: new Map([["second", { pk: "A" }]]),
    });
    expect(dynamodb.calls()).toHaveLength(1);
  });

  test("a name may cover several actions, or none when undefined", async () => {
    const failed = { code: "ConditionalCheckFailed", item: { pk: { S: "A" } } };
    dynamodb.on(TransactWriteCommand).rejects(cancelled("None", failed, failed));
    expect(
      await transact({ none: undefined, lone: put, some: [putAnother, structuredClone(put)] }),
    ).toEqual({
      committed: false,
      failed: new Map([["some", { pk: "A" }]]),
    });
  });

  test("a failed condition beside a conflict is the outcome, not a reason to retry", async () => {
    const failed = { code: "ConditionalCheckFailed", item: { pk: { S: "A" } } };
    dynamodb.on(TransactWriteCommand).rejects(cancelled(failed, "TransactionConflict"));
    expect(await transact({ first: put, second: putAnother })).toMatchObject({ committed: false });
    expect(dynamodb.calls()).toHaveLength(1);
  });

  test("endless conflicts are reported as a busy dependency", async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled("TransactionConflict"));
    vi.spyOn(Math, "random").mockReturnValue(0);
    const error = await transact({ first: put }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).code).toBe("dependency_unavailable");
    expect(dynamodb.calls()).toHaveLength(24);
  });

  test("any other cancellation is an error, never mistaken for an outcome", async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled("ValidationError"));
    await expect(transact({ first: put })).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});
