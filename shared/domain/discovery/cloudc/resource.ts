import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { record } from "#shared/domain/discovery/upstream.ts";
import type { KindRow } from "./kinds.ts";

const commonDetails = ["description", "labels", "state", "createTime"];
const MAX_DETAILS = 2000;
const MAX_NAME = 1000;

/**
 * A resource as an artifact, with a few of its fields for the classification: 2,000 characters at
 * most. `details.project` says under which project it was listed.
 * @returns null for what has no usable name
 */
export function artifactOf(project: string, row: KindRow, resource: unknown): FoundArtifact | null {
  const { name, displayName, ...rest } = record(resource);
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME) return null;
  const location = /\/locations\/([^/]+)\//.exec(name)?.[1] ?? "global";
  const lastSegment = name.slice(name.lastIndexOf("/") + 1);
  return {
    kind: row.kind,
    name:
      typeof displayName === "string" && displayName !== ""
        ? displayName.slice(0, 300)
        : lastSegment,
    provider_ref: name,
    location,
    details: { project, ...kept(rest, [...commonDetails, ...row.details]) },
  };
}

function kept(rest: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  let left = MAX_DETAILS;
  for (const field of fields) {
    const value = rest[field];
    if (value === undefined || value === null || value === "") continue;
    const size = JSON.stringify(value).length;
    if (size <= left) {
      details[field] = value;
      left -= size;
    } else if (typeof value === "string" && left > 100) {
      details[field] = value.slice(0, 80);
      left -= 82;
    }
  }
  return details;
}
