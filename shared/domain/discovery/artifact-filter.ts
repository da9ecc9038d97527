import type { Artifact } from "./artifact.ts";

export const artifactStates = ["present", "gone"] as const;
export const classificationStates = ["ai_system", "not_ai_system", "unclassified"] as const;

/**
 * Filters for a list of artifacts beyond connection and kind; an omitted one matches everything.
 */
export interface ArtifactFilter {
  /** A part of the name or of the provider's own reference, whatever its case. */
  search?: string | undefined;
  state?: (typeof artifactStates)[number] | undefined;
  classification?: (typeof classificationStates)[number] | undefined;
  /** Inclusive, ISO 8601. */
  first_seen_from?: string | undefined;
}

/** Does the filter let anything but everything through? */
export const isFiltering = (filter: ArtifactFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * Does an artifact pass the filter?
 * @param isConnected whether its connection still is; with it everything that it found is gone
 */
export function fitsFilter(
  { name, provider_ref, retired_at, first_seen_at, classification }: Artifact,
  isConnected: boolean,
  filter: ArtifactFilter,
): boolean {
  const part = filter.search?.toLowerCase();
  const isPresent = retired_at === null && isConnected;
  return (
    (part === undefined ||
      [name, provider_ref].some((text) => text.toLowerCase().includes(part))) &&
    (filter.state === undefined || isPresent === (filter.state === "present")) &&
    (filter.first_seen_from === undefined || first_seen_at >= filter.first_seen_from) &&
    (filter.classification === undefined || stateOf(classification) === filter.classification)
  );
}

const stateOf = (found: Artifact["classification"]): (typeof classificationStates)[number] =>
  found === null ? "unclassified" : found.is_ai_system ? "ai_system" : "not_ai_system";
