import type { ShownCounsel } from "#shared/domain/counsel/shown-counsel.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { setting } from "#shared/platform/settings.ts";

type Signed = Pick<DecidedReview, "counsel_id" | "signed_as">;

/** Who decided, with name and firm as they signed: for the platform's own admins. */
export const asSigned = ({ counsel_id, signed_as }: Signed) => ({
  id: counsel_id,
  display_name: signed_as?.display_name ?? counsel_id,
  firm: signed_as?.firm ?? null,
});

/** Who decided, as a tenant may know it: the firm, and the name only where the platform allows it. */
export function asTenantsSee(review: Signed): ShownCounsel {
  const { id, display_name, firm } = asSigned(review);
  return setting("COUNSEL_NAMES_TO_TENANTS") === "true" ? { id, display_name, firm } : { id, firm };
}
