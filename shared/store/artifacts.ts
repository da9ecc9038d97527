import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Artifact, artifactId, type FoundArtifact } from "../domain/discovery/artifact.ts";
import { documents, tableName } from "./client.ts";
import type { Listing } from "./page.ts";
import type { Item } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";

/*
 * ARTIFACTS#<connection_id> / <kind>#<id>: one attribute per field, so that finding it again changes
 * only what was found. gsi1 by tenant · gsi2 by tenant and kind, sk <first_seen_at>#<id>.
 */

const fields = [
  "id",
  "tenant_id",
  "connection_id",
  "kind",
  "name",
  "provider_ref",
  "location",
  "details",
  "first_seen_at",
  "last_seen_at",
  "retired_at",
  "classification",
] as const satisfies readonly (keyof Artifact)[];

export const artifactsOf = (connectionId: string): string => `ARTIFACTS#${connectionId}`;

export const artifactKey = (artifact: Pick<Artifact, "connection_id" | "kind" | "id">): Key => ({
  pk: artifactsOf(artifact.connection_id),
  sk: `${artifact.kind}#${artifact.id}`,
});

export const artifactOf = (item: Item): Artifact =>
  Object.fromEntries(fields.map((field) => [field, item[field]])) as unknown as Artifact;

/** Where a list of artifacts is read, by what it is narrowed to. */
export function artifactListing(
  tenantId: string,
  connectionId: string | undefined,
  kind: string | undefined,
): Listing {
  if (connectionId !== undefined) {
    const partition = artifactsOf(connectionId);
    return kind === undefined
      ? { scope: partition, partitions: [partition] }
      : { scope: `${partition}#${kind}`, partitions: [partition], prefix: `${kind}#` };
  }
  const partition = tenantPartition(tenantId, kind);
  return { scope: partition, partitions: [partition], index: kind === undefined ? "gsi1" : "gsi2" };
}

const tenantPartition = (tenantId: string, kind?: string): string =>
  kind === undefined ? `ARTIFACTS#TENANT#${tenantId}` : `ARTIFACTS#TENANT#${tenantId}#${kind}`;

interface Finder {
  tenant_id: string;
  connection_id: string;
}

/**
 * Records that an artifact was found: new, or seen again (then it is no longer retired). What was
 * seen later already is left as it is, so that a late repeat of an old run changes nothing.
 * @param seenAt the instant the finding speaks of, ISO 8601
 * @returns the artifact as it stands, or null when a later finding stands
 */
export async function recordFound(
  { tenant_id, connection_id }: Finder,
  found: FoundArtifact,
  seenAt: string,
): Promise<Artifact | null> {
  const id = artifactId(connection_id, found);
  const place = `${seenAt}#${id}`;
  const always = { ...found, id, tenant_id, connection_id, last_seen_at: seenAt, retired_at: null };
  const once = {
    first_seen_at: seenAt,
    classification: null,
    ...indexEntry("gsi1", tenantPartition(tenant_id), place),
    ...indexEntry("gsi2", tenantPartition(tenant_id, found.kind), place),
  };
  const set = [
    ...Object.keys(always).map((name) => `#${name} = :${name}`),
    ...Object.keys(once).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
  ];
  const values = { ...always, ...once };
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: artifactKey({ connection_id, kind: found.kind, id }),
        UpdateExpression: `SET ${set.join(", ")}`,
        ConditionExpression: "attribute_not_exists(pk) OR #last_seen_at <= :last_seen_at",
        ExpressionAttributeNames: Object.fromEntries(
          Object.keys(values).map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
        ReturnValues: "ALL_NEW",
      }),
    );
    return artifactOf(Attributes ?? {});
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
