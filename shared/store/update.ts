import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { type Attempt, retryOnConflict, transact } from "#shared/store/transact.ts";
import type { Change } from "./item.ts";
import { documents, type Item, tableName } from "./read.ts";

/** In both cases with the item as it was when the condition was checked. */
export type Updated =
  /** Empty: there was none. */
  | { updated: true; before: Item }
  /** null: there is none. */
  | { updated: false; present: Item | null };

/**
 * Changes one item if its condition holds, and reads it in the same round trip.
 * @throws DomainError `dependency_unavailable` when conflicts with transactions persist
 */
export function updateItem({ Update: update }: Change): Promise<Updated> {
  const command = new UpdateCommand({
    TableName: tableName(),
    ...update,
    ReturnValues: "ALL_OLD",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  const attempt = async (): Promise<Attempt<null, Updated>> => {
    try {
      const { Attributes } = await documents.send(command);
      return { done: { updated: true, before: Attributes ?? {} } };
    } catch (error) {
      if (error instanceof TransactionConflictException) return { conflict: null };
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { done: { updated: false, present: error.Item ? unmarshall(error.Item) : null } };
    }
  };
  return retryOnConflict(null, attempt);
}

/**
 * Changes one item of a tenant, unless the tenant is being removed; null: it is nobody's.
 * @throws DomainError `unknown_tenant`, `dependency_unavailable` when conflicts persist
 */
export async function updateOf(
  owner: string | null,
  change: Change,
): Promise<{ updated: true } | Extract<Updated, { updated: false }>> {
  if (owner === null) return updateItem(change);
  const outcome = await transact({ item: change }, owner);
  return outcome.committed
    ? { updated: true }
    : { updated: false, present: outcome.failed.get("item") ?? null };
}
