import type { Classification } from "#shared/domain/discovery/artifact.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/** Gives an artifact its classification, unless a later finding stands by now. */
export async function putClassification(
  key: Key,
  seenAt: string,
  classification: Classification,
): Promise<void> {
  await transact({
    artifact: {
      Update: {
        Key: key,
        UpdateExpression: "SET #classification = :classification",
        ConditionExpression: "#last_seen_at = :seen",
        ExpressionAttributeNames: {
          "#classification": "classification",
          "#last_seen_at": "last_seen_at",
        },
        ExpressionAttributeValues: { ":classification": classification, ":seen": seenAt },
      },
    },
  });
}
