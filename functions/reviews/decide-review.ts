import { bind } from "#shared/edge/bind.ts";
import { readDecision } from "#shared/edge/read-decision.ts";
import * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import { decideReview } from "#shared/use-cases/reviews/decide-review.ts";
import { loadLink } from "#shared/use-cases/reviews/load-link.ts";

/** Counsel decides, once and for all. The token is checked before the body. */
export const handler = bind(counselLinkRoutes.decideReview, ({ params, now }) =>
  loadLink(params.token, now),
)(async ({ guarded, body, headers, rawBody, query, now }) => {
  const request = await readDecision({ body, headers, rawBody, query });
  return { status: 200, body: await decideReview(guarded, request, now) };
});
