import { isAllowedByOne, isDecided } from "#shared/domain/inventory/classification.ts";
import type { Class } from "#shared/domain/inventory/verdict.ts";
import type { Artifact } from "./artifact.ts";

export const artifactStates = ["present", "gone"] as const;
export const classificationStates = ["ai_system", "not_ai_system", "unclassified"] as const;

/**
 * Filters for an artifact list besides connection and kind; an omitted filter matches everything.
 */
export interface ArtifactFilter {
  /** Substring of the name or the provider's own reference, case-insensitive. */
  search?: string | undefined;
  state?: (typeof artifactStates)[number] | undefined;
  classification?: (typeof classificationStates)[number] | undefined;
  class?: Class | undefined;
  /** Whether an org admin answers for the class; an unclassified artifact counts as unconfirmed. */
  confirmed?: boolean | undefined;
  /** Whether it has no class yet: nothing classified it, or the facts found leave it open. */
  unclassified?: boolean | undefined;
  /** Whether only one person says that the law allows what the facts prohibit. */
  allowed_by_one?: boolean | undefined;
  /** Inclusive, ISO 8601. */
  first_seen_from?: string | undefined;
}

/** Whether any filter is set. */
export const isFiltering = (filter: ArtifactFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * Whether an artifact passes the filter.
 * @param isConnected whether its connection still exists; if not, everything it found counts as gone
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
    (filter.classification === undefined || stateOf(classification) === filter.classification) &&
    (filter.class === undefined || classification?.class === filter.class) &&
    (filter.unclassified === undefined ||
      (classification === null || classification.class === "unknown") === filter.unclassified) &&
    (filter.allowed_by_one === undefined ||
      (classification !== null && isAllowedByOne(classification)) === filter.allowed_by_one) &&
    (filter.confirmed === undefined ||
      (classification !== null && isDecided(classification)) === filter.confirmed)
  );
}

/** Whether it is known to be an AI system, known not to be one, or neither. */
function stateOf(found: Artifact["classification"]): (typeof classificationStates)[number] {
  if (found === null) return "unclassified";
  if (found.class === "not_ai") return "not_ai_system";
  const isKnown = found.class !== "unknown" || found.facts.is_ai_system.value === true;
  return isKnown ? "ai_system" : "unclassified";
}
