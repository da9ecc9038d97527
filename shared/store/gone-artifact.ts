import { artifactId, type FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { artifactKey } from "./artifacts.ts";
import { updateItem } from "./update.ts";

/**
 * Records that an artifact's environment reported it gone, unless it was seen later or was never
 * found. Idempotent.
 * @param goneAt ISO 8601
 */
export async function recordGone(
  connection_id: string,
  { kind, provider_ref }: Pick<FoundArtifact, "kind" | "provider_ref">,
  goneAt: string,
): Promise<void> {
  const id = artifactId(connection_id, { kind, provider_ref });
  await updateItem({
    Key: artifactKey({ connection_id, kind, id }),
    UpdateExpression: "SET retired_at = :at, last_seen_at = :at",
    ConditionExpression: "attribute_exists(pk) AND last_seen_at <= :at",
    ExpressionAttributeValues: { ":at": goneAt },
  });
}
