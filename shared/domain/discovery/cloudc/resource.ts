import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { plainJson } from "#shared/domain/discovery/plain-json.ts";
import { record } from "#shared/domain/discovery/upstream.ts";
import { cut } from "#shared/domain/text/text.ts";
import type { KindRow } from "./kinds.ts";

const commonDetails = ["description", "labels", "state", "createTime"];
const MAX_DETAILS = 2000;
const MAX_NAME = 1000;

/**
 * A resource as an artifact, with some of its fields for classification, 2,000 characters at most.
 * `details.project` is the project it was listed under.
 * @returns null if the resource has no usable name
 */
export function artifactOf(project: string, row: KindRow, resource: unknown): FoundArtifact | null {
  const { name: given, displayName, ...rest } = record(resource);
  if (typeof given !== "string" || given === "" || given.length > MAX_NAME) return null;
  const name = given.toWellFormed();
  const location = /\/locations\/([^/]+)\//.exec(name)?.[1] ?? "global";
  const lastSegment = name.slice(name.lastIndexOf("/") + 1);
  return {
    kind: row.kind,
    name:
      typeof displayName === "string" && displayName !== ""
        ? cut(displayName, 300)
        : cut(lastSegment, 300),
    provider_ref: name,
    location,
    details: { project, ...kept(rest, [...commonDetails, ...row.details]) },
  };
}

/** As many fields as fit; a long text is cut, a value that cannot be stored is left out. */
function kept(rest: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  let left = MAX_DETAILS;
  for (const field of fields) {
    const value = rest[field];
    if (value === undefined || value === null || value === "") continue;
    const size = plainJson(value)?.length ?? Number.POSITIVE_INFINITY;
    if (size <= left) {
      details[field] = value;
      left -= size;
    } else if (typeof value === "string" && left > 100) {
      details[field] = cut(value, 80);
      left -= 82;
    }
  }
  return details;
}
