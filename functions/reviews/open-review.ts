import { wantsJson } from "#shared/edge/accept.ts";
import { bind } from "#shared/edge/bind.ts";
import * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import { loadLink } from "#shared/use-cases/reviews/load-link.ts";
import { openReview } from "#shared/use-cases/reviews/open-review.ts";
import { requestingHost } from "#shared/use-cases/reviews/read-requesting-host.ts";
import { reviewPage } from "./page/review-page.ts";

/**
 * Counsel opens the link. Whatever does not ask for JSON gets the page, which reads and records
 * nothing (scanners in mail systems open links too); the JSON behind its button is the first view.
 */
export const handler = bind(counselLinkRoutes.openReview, async ({ headers, params, now }) =>
  wantsJson(headers) ? loadLink(params.token, now) : null,
)(async ({ guarded, headers, now }) => {
  if (guarded === null) return reviewPage(requestingHost());
  // Only a browser says so, and only of a script in a page of our own.
  const via = headers["sec-fetch-site"] === "same-origin" ? "page" : "api";
  return { status: 200, body: await openReview(guarded, via, now) };
});
