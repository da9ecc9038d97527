import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { DomainError } from "#shared/domain/errors.ts";
import { documents, tableName } from "./client.ts";

type WithoutTable<T> = T extends object ? Omit<T, "TableName"> : never;
type Native = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One action of a transaction on the one table; the table's name is filled in on sending. */
export type Action = { [K in keyof Native]?: WithoutTable<NonNullable<Native[K]>> };

/** A condition that did not hold: which action, and the item as it stands (if it was asked for). */
interface FailedCondition {
  index: number;
  item: Record<string, unknown> | null;
}

export type Outcome =
  | { committed: true }
  | { committed: false; failed: readonly FailedCondition[] };

const ATTEMPTS = 8;
const backoffMs = (attempt: number): number => Math.random() * Math.min(400, 10 * 2 ** attempt);

/**
 * Writes all actions or none (at most 100 actions, 4 MB). A failed condition is an outcome to
 * decide on; a conflict with another transaction is repeated here with backoff.
 * @throws DomainError `dependency_unavailable` when conflicts do not end
 */
export function transact(actions: readonly Action[]): Promise<Outcome> {
  return repeatedOnConflict(async () => {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: actions.map(onTable) }));
      return { committed: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed = reasons.flatMap((reason, index) =>
        reason.Code === "ConditionalCheckFailed"
          ? [{ index, item: reason.Item ? unmarshall(reason.Item) : null }]
          : [],
      );
      if (failed.length > 0) return { committed: false, failed };
      if (!reasons.some((reason) => mayPass.has(reason.Code ?? ""))) throw error;
      return "conflict";
    }
  });
}

/**
 * Repeats a write with backoff while it meets someone else's.
 * @throws DomainError `dependency_unavailable` when conflicts do not end
 */
export async function repeatedOnConflict<T>(write: () => Promise<T | "conflict">): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await write();
    if (result !== "conflict") return result;
    await new Promise((resume) => setTimeout(resume, backoffMs(attempt)));
  }
  throw new DomainError(
    "dependency_unavailable",
    "The record is busy; please repeat in a moment.",
    {
      retryAfter: 1,
    },
  );
}

const mayPass = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

function onTable(action: Action): Native {
  const entries = Object.entries(action).map(([kind, part]) => [
    kind,
    { TableName: tableName(), ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...part },
  ]);
  return Object.fromEntries(entries) as Native;
}
