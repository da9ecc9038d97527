import { DomainError } from "#shared/domain/errors.ts";
import { setting } from "#shared/platform/settings.ts";
import { ORIGIN_HEADER } from "#shared/routes/contract/origin-header.ts";
import type { Event } from "./call.ts";

/**
 * Behind CloudFront, a request that did not come through it has passed no address limit and no web
 * firewall. CloudFront adds a secret header, whose SHA-256 (the previous one's too, while it is
 * rotated) is in ORIGIN_SECRET_SHA256. The canary signs its calls to the API itself instead.
 * @throws DomainError `forbidden`; never where the stage has no CloudFront
 */
export async function refuseDetours({ headers, requestContext }: Event): Promise<void> {
  const expected = setting("ORIGIN_SECRET_SHA256");
  if (expected === undefined || requestContext?.authorizer?.iam !== undefined) return;
  // Loaded here because a stage without CloudFront never needs it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const given = createHash("sha256")
    .update(headers?.[ORIGIN_HEADER] ?? "")
    .digest();
  const isKnown = expected
    .split(",")
    .map((hash) => Buffer.from(hash, "hex"))
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
  if (!isKnown) throw new DomainError("forbidden", "Use the service's own address.");
}
