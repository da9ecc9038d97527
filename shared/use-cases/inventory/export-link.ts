import { createHmac } from "node:crypto";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";

/** How long a link to an export works, in milliseconds. */
const LINK_MS = 5 * 60_000;

/**
 * A link to a tenant's export that works for a few minutes. Like with any download link, whoever holds
 * it may read the export.
 * @param now milliseconds since the epoch
 */
export async function exportLink(tenantId: string, now: number): Promise<string> {
  const said = `${tenantId}.${now + LINK_MS}`;
  return `/artifacts/export/${said}.${await mac(said, now)}`;
}

/**
 * The tenant whose export a link leads to.
 * @throws DomainError `not_found` for a link that the service did not issue, or that has expired
 */
export async function tenantOfLink(token: string, now: number): Promise<string> {
  const [tenantId = "", until = "", given = ""] = token.split(".");
  const isOurs = areEqualSecrets(given, await mac(`${tenantId}.${until}`, now));
  if (isOurs && Number(until) > now) return tenantId;
  throw new DomainError(
    "not_found",
    "This download link has expired or is not valid. Start the export again.",
  );
}

/** @throws DomainError `dependency_unavailable` when the key cannot be read */
async function mac(said: string, now: number): Promise<string> {
  const key = await credential("EXPORT_LINK_KEY", now);
  if (key === null) {
    throw new DomainError("dependency_unavailable", "The key that signs links is missing.");
  }
  return createHmac("sha256", key).update(said).digest("hex");
}
