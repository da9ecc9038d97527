import type { ShownCounsel } from "#shared/domain/counsel/shown-counsel.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { signerIn } from "#shared/domain/standing/objection.ts";
import { setting } from "#shared/platform/settings.ts";

type Signed = Pick<DecidedReview, "counsel_id" | "signed_as">;

/** Who decided, as a tenant may see it: the firm, and the name only if the platform allows it. */
export function asTenantsSee(review: Signed): ShownCounsel {
  const { id, display_name, firm } = signerIn(review);
  return setting("COUNSEL_NAMES_TO_TENANTS") === "true" ? { id, display_name, firm } : { id, firm };
}
