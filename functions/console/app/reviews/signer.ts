import type { Signer } from "#shared/domain/standing/sentence.ts";
import type { Item } from "../shell/client.ts";

/** Counsel of a review: as they signed, or as they are now while it is undecided. */
export const signerOf = ({ signed_as, ...now }: Item<"listReviews">): Signer =>
  signed_as ?? { display_name: now.counsel_display_name, firm: now.counsel_firm };
