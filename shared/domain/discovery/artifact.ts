import { canonicalHash, sha256Hex, uuidOf } from "#shared/domain/canonical.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { plainJson } from "./plain-json.ts";

/** A resource found in a tenant's environment, such as a model, an endpoint or a repository. */
export interface Artifact {
  id: string;
  tenant_id: string;
  connection_id: string;
  kind: string;
  name: string;
  /** The vendor's full resource name; with connection and kind, it identifies the artifact. */
  provider_ref: string;
  location: string | null;
  /** Whatever else discovery found out, for the extractor and for people. */
  details: Readonly<Record<string, unknown>>;
  first_seen_at: string;
  last_seen_at: string;
  /** When a complete listing no longer contained it; null while present. */
  retired_at: string | null;
  classification: ClassificationRecord | null;
}

/** What a discovery step reports about one artifact. */
export type FoundArtifact = Pick<
  Artifact,
  "kind" | "name" | "provider_ref" | "location" | "details"
> & {
  /** A stable identity for artifacts whose provider_ref may change (a renamed repository). */
  identity?: string;
  /** It exists, but its details could not be read: the known ones are kept. */
  isUnread?: true;
  /** Its details come from a push: they are stored next to a listing's and do not replace them. */
  isFromPush?: true;
  /** It may be gone already: it is recorded only if it was never seen before. */
  isOnlyIfNew?: true;
};

type Details = Artifact["details"];

/** All known details: those that the listing found, complemented by those of the last push. */
export function mergedDetails(listed: Details, pushed: Details): Details {
  const names = (details: Details) =>
    Array.isArray(details.ai_libraries) ? details.ai_libraries.map(String) : [];
  if (Object.keys(listed).length === 0) return pushed;
  if (Object.keys(pushed).length === 0) return listed;
  const ai_libraries = [...new Set([...names(listed), ...names(pushed)])].sort();
  return { ...pushed, ...listed, ai_libraries };
}

/** The details as stored and compared: canonical JSON, identical for identical content. */
export const detailsText = ({ details }: Pick<FoundArtifact, "details">): string =>
  plainJson(details) ?? "{}";

/** Hash of the content that a classification is based on. */
export const contentHash = (found: FoundArtifact): string => {
  const { kind, name, provider_ref, location } = found;
  return sha256Hex(JSON.stringify([kind, name, provider_ref, location, detailsText(found)]));
};

/** The identity of a repository, which outlives its name. @param id the source host's, digits as text */
export const repositoryIdentity = (id: string): string => `repository:${id}`;

/** The id of the repository that the artifact is, or was found in; null: there is none. */
export const repositoryIdIn = ({ identity }: Pick<FoundArtifact, "identity">): string | null =>
  /^repository:(\d{1,20})(?::|$)/.exec(identity ?? "")?.[1] ?? null;

const aiDetails = ["ai_libraries", "hosted_endpoints", "notebooks", "model_files"] as const;

/** Whether the details read from a repository name anything that makes it a system. */
export const namesAi = (details: Readonly<Record<string, unknown>>): boolean =>
  aiDetails.some((name) => {
    const found = details[name];
    return Array.isArray(found) && found.length > 0;
  });

/**
 * An artifact's deterministic id, so that finding it again, even concurrently, yields the same one:
 * a UUID (version 8) from the SHA-256 over connection, kind and provider_ref (or `identity`).
 */
export function artifactId(
  connectionId: string,
  found: Pick<FoundArtifact, "kind" | "provider_ref" | "identity">,
): string {
  return uuidOf(canonicalHash([connectionId, found.kind, found.identity ?? found.provider_ref]));
}

/**
 * The artifact, retired if its connection was deleted: that retires everything it found, including
 * what a late run still recorded.
 * @param deletedAt null: the connection was not deleted
 */
export const retiredSince = <T extends Artifact>(artifact: T, deletedAt: string | null): T => ({
  ...artifact,
  retired_at: artifact.retired_at ?? deletedAt,
});
