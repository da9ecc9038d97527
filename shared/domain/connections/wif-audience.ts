const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const poolPart = "(?!gcp-)[a-z0-9-]{4,32}";

/** What is wrong with an audience, in words; null: nothing (second seed, "Validation"). */
export function audienceFault(value: unknown, iamHost: string): string | null {
  if (typeof value !== "string" || value === "") return "must not be empty";
  const form = `//${iamHost}/projects/<digits>/locations/global/workloadIdentityPools/<pool>/providers/<provider>`;
  if (/^https?:/i.test(value)) {
    return `must be ${form}: leave out "${value.slice(0, value.indexOf(":") + 1)}" at its beginning`;
  }
  const pattern = new RegExp(
    `^//${escaped(iamHost)}/projects/\\d{1,19}/locations/global/workloadIdentityPools/${poolPart}/providers/${poolPart}$`,
  );
  // Defence in depth: `$` without the m flag matches only at the very end.
  return pattern.test(value) && !/\s/.test(value) ? null : `must be ${form}`;
}

/** `//host/projects/<n>/locations/global/workloadIdentityPools/<pool>/providers/<provider>` */
export function audienceParts(audience: string) {
  const parts = audience.split("/");
  const after = (word: string) => parts[parts.indexOf(word) + 1] ?? "";
  return {
    number: after("projects"),
    pool: after("workloadIdentityPools"),
    provider: after("providers"),
  };
}
