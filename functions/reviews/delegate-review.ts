import { bindBody } from "#shared/edge/bind.ts";
import * as delegationRoutes from "#shared/routes/table/counsel-delegation.ts";
import { delegateReview } from "#shared/use-cases/reviews/delegate-review.ts";
import { loadLink } from "#shared/use-cases/reviews/load-link.ts";

/** Counsel passes the request on. The token is checked before the body. */
export const handler = bindBody(delegationRoutes.delegateReview, ({ params, now }) =>
  loadLink(params.token, now),
)(({ guarded, body, now }) => delegateReview(guarded, body, now));
