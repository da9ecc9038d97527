import {
  type Artifact,
  artifactId,
  contentHash,
  detailsText,
  type FoundArtifact,
  mergedDetails,
  namesAi,
  repositoryIdentity,
  repositoryIdIn,
} from "#shared/domain/discovery/artifact.ts";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import type { RunKind } from "#shared/domain/discovery/run.ts";
import { type ClassificationRecord, isDecided } from "#shared/domain/inventory/classification.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { deletionRead } from "./connection-claims.ts";
import { all, any, change, exists, isAbsent, isAtMost } from "./item.ts";
import { type Listing, type Page, type Paging, pageOf } from "./page.ts";
import { type Item, queryAll, queryOnce, readRecord, readRecords } from "./read.ts";
import { readOne, readTogether } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { transactEach } from "./transact.ts";

/*
 * ARTIFACTS#<connection_id> / <kind>#<id>: one attribute per field, so that seeing an artifact again
 * updates only what was found. gsi1 by tenant, with separate partitions for artifacts that an org admin
 * answers for (DECIDED) and for the rest (OPEN) · gsi2 by tenant and kind, sk <first_seen_at>#<id> ·
 * gsi3 by id · gsi4 the artifacts of a repository and its files, sk <kind>#<id> · gsi5 a repository by
 * tenant and name in lower case, sk <connection_id>#<id>. `counted`: system-counts.ts. `found_by`: the
 * run that found it first. `listed_since`: when the first full run was requested that found it, since it
 * was last gone; absent: none has. `listed_at`: when the newest full run was requested that found it.
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

const artifactsOf = (connectionId: string): string => `ARTIFACTS#${connectionId}`;

export const artifactKey = (artifact: Pick<Artifact, "connection_id" | "kind" | "id">): Key => ({
  pk: artifactsOf(artifact.connection_id),
  sk: `${artifact.kind}#${artifact.id}`,
});

/** Details are stored as JSON text. */
const artifactOf = (item: Item): Artifact => {
  const stored = Object.fromEntries(fields.map((field) => [field, item[field] ?? null]));
  const details = mergedDetails(detailsIn(stored.details), detailsIn(item.push_details));
  return { ...stored, details } as unknown as Artifact;
};

const detailsIn = (stored: unknown): Artifact["details"] =>
  typeof stored === "string" ? JSON.parse(stored) : {};

/** The values by which an index or a prefix can narrow a tenant's artifacts. */
interface Narrowed {
  connectionId?: string | undefined;
  kind?: string | undefined;
  /** Whether an org admin answers for it; cannot narrow a list by connection or kind. */
  confirmed?: boolean | undefined;
}

/**
 * A page of a tenant's artifacts, narrowed as far as an index allows; `keep`, as in `readPage`, has to
 * apply every filter.
 */
export const artifactPage = (
  tenantId: string,
  narrowed: Narrowed,
  paging: Paging,
  keep?: (artifact: Artifact) => boolean,
): Promise<Page<Artifact>> => pageOf(listingFor(tenantId, narrowed), paging, artifactOf, keep);

function listingFor(tenantId: string, { connectionId, kind, confirmed }: Narrowed): Listing {
  if (connectionId !== undefined) {
    const partition = artifactsOf(connectionId);
    return { partitions: [partition], ...(kind !== undefined && { prefix: `${kind}#` }) };
  }
  if (kind !== undefined) return { partitions: [kindPartition(tenantId, kind)], index: "gsi2" };
  const states = confirmed === undefined ? [false, true] : [confirmed];
  return { partitions: states.map((state) => tenantPartition(tenantId, state)), index: "gsi1" };
}

const kindPartition = (tenantId: string, kind: string): string =>
  `ARTIFACTS#TENANT#${tenantId}#${kind}`;

const tenantPartition = (tenantId: string, isDecided: boolean): string =>
  `ARTIFACTS#TENANT#${tenantId}#${isDecided ? "DECIDED" : "OPEN"}`;

/** The partition that lists an artifact with this classification among its tenant's. */
export const listedUnder = (tenantId: string, classification: ClassificationRecord): string =>
  tenantPartition(tenantId, isDecided(classification));

const idPartition = (id: string): string => `ARTIFACT#${id}`;

const repositoryPartition = (connectionId: string, repositoryId: string): string =>
  `ARTIFACTS#REPOSITORY#${connectionId}#${repositoryId}`;

const namePartition = (tenantId: string, fullName: string): string =>
  `ARTIFACTS#NAME#${tenantId}#${fullName.toLowerCase()}`;

/** The index entries by which a repository, and the artifacts in it, are found. */
function repositoryEntries(
  { tenant_id, connection_id }: Pick<Artifact, "tenant_id" | "connection_id">,
  found: FoundArtifact,
  id: string,
) {
  const repositoryId = repositoryIdIn(found);
  if (repositoryId === null) return {};
  return {
    repository_id: repositoryId,
    ...indexEntry("gsi4", repositoryPartition(connection_id, repositoryId), `${found.kind}#${id}`),
    ...(found.kind === REPOSITORY &&
      indexEntry("gsi5", namePartition(tenant_id, found.name), `${connection_id}#${id}`)),
  };
}

/** The run that found something. */
interface Finder {
  id: string;
  kind: RunKind;
  tenant_id: string;
  connection_id: string;
}

/**
 * The write that records a found artifact, new or seen again (then it is no longer retired). An
 * artifact that was already seen later is left alone, so a late retry of an old run changes nothing.
 */
function recordFound(run: Finder, found: FoundArtifact, seenAt: string) {
  const { tenant_id, connection_id } = run;
  const { identity: _i, isUnread, isFromPush, isOnlyIfNew, details: _d, ...seen } = found;
  const details = { [isFromPush ? "push_details" : "details"]: detailsText(found) };
  const content = { ...details, content_hash: contentHash(found) };
  const id = artifactId(connection_id, found);
  const place = `${seenAt}#${id}`;
  const always = {
    ...seen,
    ...(isUnread ? {} : content),
    id,
    tenant_id,
    connection_id,
    last_seen_at: seenAt,
    retired_at: null,
    ...(run.kind === "full" && { listed_at: seenAt }),
    ...repositoryEntries({ tenant_id, connection_id }, found, id),
  };
  const once = {
    ...(isUnread ? content : {}),
    first_seen_at: seenAt,
    found_by: run.id,
    ...(run.kind === "full" && { listed_since: seenAt }),
    classification: null,
    ...indexEntry("gsi1", tenantPartition(tenant_id, false), place),
    ...indexEntry("gsi2", kindPartition(tenant_id, found.kind), place),
    ...indexEntry("gsi3", idPartition(id), connection_id),
  };
  return change(artifactKey({ connection_id, kind: found.kind, id }), {
    set: always,
    setIfAbsent: once,
    where: isOnlyIfNew ? isAbsent("pk") : any(isAbsent("pk"), isAtMost("last_seen_at", seenAt)),
  });
}

/**
 * Records any number of artifacts, in batches; if one appears twice, the last one wins.
 * @param seenAt the instant the findings describe, ISO 8601
 */
export async function recordAllFound(
  finder: Finder,
  found: readonly FoundArtifact[],
  seenAt: string,
): Promise<void> {
  const distinct = new Map(
    found.map((one) => [`${one.kind}#${one.identity ?? one.provider_ref}`, one]),
  );
  const { kind, tenant_id, connection_id } = finder;
  const each = [...distinct.values()];
  const written = await transactEach(
    each.map((one) => recordFound(finder, one, seenAt)),
    tenant_id,
  );
  // A push or an event may have been recorded since the run was requested. The run found it all the same.
  if (kind === "full" && written < each.length) {
    await transactEach(
      each.map((one) => recordListed(connection_id, one, seenAt)),
      tenant_id,
    );
  }
}

const recordListed = (connection_id: string, found: FoundArtifact, seenAt: string) =>
  change(artifactKey({ connection_id, kind: found.kind, id: artifactId(connection_id, found) }), {
    set: { listed_at: seenAt },
    where: all(exists("pk"), any(isAbsent("listed_at"), isAtMost("listed_at", seenAt))),
  });

/** An artifact with the data that shows whether its classification is still current. */
export interface StoredArtifact extends Artifact {
  content_hash: string | null;
  /** Identifies the inputs the classification was derived from. */
  classified_hash: string | null;
  /** What it counts as in the tenant's sums (system-counts.ts). */
  counted: string | null;
  /** The run that found it first; null: it was stored before runs were noted. */
  found_by: string | null;
  /** When the first full run was requested that found it, since it was last gone; null: none has. */
  listed_since: string | null;
  /** When the newest full run was requested that found it; null: none has since this is noted. */
  listed_at: string | null;
  /** The source host's id of the repository that it is, or was found in; null: in none. */
  repository_id: string | null;
  /** Whether its listing, without what pushes said, names anything that makes it a system. */
  names_ai: boolean;
}

/** The artifacts that a run has just found, as stored, in the same order, without missing ones. */
export async function readFound(
  connection_id: string,
  found: readonly FoundArtifact[],
): Promise<StoredArtifact[]> {
  const keys = found.map((one) =>
    artifactKey({ connection_id, kind: one.kind, id: artifactId(connection_id, one) }),
  );
  return readStored(keys);
}

/** The artifacts under these keys, in their order, missing ones left out. */
export const readStored = async (keys: readonly Key[]): Promise<StoredArtifact[]> =>
  (await readRecords(keys, storedOf)).filter((artifact) => artifact !== null);

const storedOf = (item: Item): StoredArtifact => ({
  ...artifactOf(item),
  content_hash: (item.content_hash as string | undefined) ?? null,
  classified_hash: (item.classified_hash as string | undefined) ?? null,
  counted: (item.counted as string | undefined) ?? null,
  found_by: (item.found_by as string | undefined) ?? null,
  listed_since: (item.listed_since as string | undefined) ?? null,
  // Earlier versions noted only the first full run that found it.
  listed_at: ((item.listed_at ?? item.listed_since) as string | undefined) ?? null,
  repository_id: (item.repository_id as string | undefined) ?? null,
  names_ai: namesAi(detailsIn(item.details)),
});

/** The latest state of one artifact, strongly consistent. */
export const rereadArtifact = (
  artifact: Pick<Artifact, "connection_id" | "kind" | "id">,
): Promise<StoredArtifact | null> => readRecord(artifactKey(artifact), storedOf);

/**
 * One of a tenant's artifacts, and when the connection that found it was deleted; null for another
 * tenant's.
 */
export async function getArtifact(id: string, tenantId: string) {
  const { items } = await queryOnce({ index: "gsi3", pk: idPartition(id), limit: 1 });
  const entry = items[0] === undefined ? null : storedOf(items[0]);
  if (entry?.tenant_id !== tenantId) return null;
  const { artifact, deletedAt } = await readTogether({
    artifact: readOne(artifactKey(entry), storedOf),
    deletedAt: deletionRead(tenantId, entry.connection_id),
  });
  return artifact?.tenant_id === tenantId ? { artifact, deletedAt } : null;
}

/** A repository that a connection has found, by the source host's id; null if it never has. */
export const getKnownRepository = (
  connection_id: string,
  repositoryId: string,
): Promise<StoredArtifact | null> =>
  readRecord(repositoryKey(connection_id, repositoryId), storedOf);

const repositoryKey = (connection_id: string, repositoryId: string): Key => {
  const identity = repositoryIdentity(repositoryId);
  const id = artifactId(connection_id, { kind: REPOSITORY, provider_ref: identity, identity });
  return artifactKey({ connection_id, kind: REPOSITORY, id });
};

/** The repository with this id, as each of these connections that found it has stored it. */
export const getKnownRepositories = (
  connectionIds: readonly string[],
  repositoryId: string,
): Promise<StoredArtifact[]> =>
  readStored(connectionIds.map((id) => repositoryKey(id, repositoryId)));

/** A tenant's repositories with this name now, ignoring case. */
export async function getRepositoriesNamed(
  tenantId: string,
  fullName: string,
): Promise<StoredArtifact[]> {
  const pk = namePartition(tenantId, fullName);
  return readStored(keysIn(await queryAll({ index: "gsi5", pk, only: ["pk", "sk"] })));
}

/** The artifacts of a repository and its files, `most` at most, including retired ones. */
export async function artifactsOfRepository(
  connectionId: string,
  repositoryId: string,
  most: number,
): Promise<StoredArtifact[]> {
  const keys: Key[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryOnce({
      index: "gsi4",
      pk: repositoryPartition(connectionId, repositoryId),
      limit: most - keys.length,
      only: ["pk", "sk"],
      ...(startKey !== undefined && { startKey }),
    });
    keys.push(...keysIn(page.items));
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined && keys.length < most);
  return readStored(keys);
}

const keysIn = (items: readonly Item[]): Key[] =>
  items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));

/** How many ids are looked up at once. */
const LOOKED_UP_AT_ONCE = 25;

/** The tenant's own among these artifacts, in no particular order. */
export async function getArtifacts(
  ids: readonly string[],
  tenantId: string,
): Promise<StoredArtifact[]> {
  const keys: Key[] = [];
  await eachBounded(ids, LOOKED_UP_AT_ONCE, async (id) => {
    const pk = idPartition(id);
    const { items } = await queryOnce({ index: "gsi3", pk, limit: 1, only: ["pk", "sk"] });
    keys.push(...keysIn(items));
  });
  return (await readStored(keys)).filter(({ tenant_id }) => tenant_id === tenantId);
}

/** Where reading a connection's artifacts resumes; stored as JSON between invocations. */
export type ArtifactPosition = Key;

/** One page of a connection's artifacts, strongly consistent, in key order. */
export async function readArtifacts(
  connectionId: string,
  after: ArtifactPosition | null,
  limit: number,
): Promise<{ artifacts: StoredArtifact[]; next: ArtifactPosition | null }> {
  const { items, lastKey } = await queryOnce({
    pk: artifactsOf(connectionId),
    limit,
    ...(after === null ? {} : { startKey: { ...after } }),
  });
  return { artifacts: items.map(storedOf), next: lastKey as ArtifactPosition | null };
}
