import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";

/** How long a link to an export works, in milliseconds. */
const LINK_MS = 5 * 60_000;
const PURPOSE = "inventory-export";

/**
 * A link to a tenant's export for a few minutes: who holds it may read it, as any download link.
 * @param now milliseconds since the epoch
 */
export async function exportLink(tenantId: string, now: number): Promise<string> {
  const said = `${tenantId}.${now + LINK_MS}`;
  return `/artifacts/export/${said}.${await mac(said, now)}`;
}

/**
 * The tenant whose export a link leads to.
 * @throws DomainError `not_found` for a link that was not given, or is over
 */
export async function tenantOfLink(token: string, now: number): Promise<string> {
  const [tenantId = "", until = "", given = ""] = token.split(".");
  const expected = Buffer.from(await mac(`${tenantId}.${until}`, now));
  const isOurs = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
  if (isOurs && Number(until) > now) return tenantId;
  throw new DomainError("not_found", "This link was not given, or is over: export again.");
}

/** @throws DomainError `dependency_unavailable` when the key cannot be read */
async function mac(said: string, now: number): Promise<string> {
  const key = await credential("CURSOR_KEY", now);
  if (key === null) {
    throw new DomainError("dependency_unavailable", "The key that signs links is missing.");
  }
  return createHmac("sha256", key).update(`${PURPOSE}.${said}`).digest("hex");
}
