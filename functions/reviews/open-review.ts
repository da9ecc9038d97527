import { wantsJson } from "#shared/edge/accept.ts";
import { bind } from "#shared/edge/bind.ts";
import { refuseAllButLanguage } from "#shared/edge/input.ts";
import * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import { loadLinkToOpen } from "#shared/use-cases/reviews/load-link-to-open.ts";
import { openReview } from "#shared/use-cases/reviews/open-review.ts";
import { requester } from "#shared/use-cases/reviews/read-requesting-host.ts";
import { askedLanguage, pageLanguage } from "./page/read-language.ts";

/**
 * Counsel opens the link. A request that does not ask for JSON gets the page, which reads and
 * records nothing (mail systems' scanners open links too); the JSON that the page's button fetches
 * is the first view.
 */
export const handler = bind(
  counselLinkRoutes.openReview,
  async ({ headers, params, query, now }) => {
    if (!wantsJson(headers)) return null;
    refuseAllButLanguage(query);
    return loadLinkToOpen(params.token, now);
  },
)(async ({ guarded, headers, query, now }) => {
  if (guarded === null) {
    const { reviewPage } = await import("./page/review-page.ts");
    return reviewPage(requester(), pageLanguage({ headers, query }));
  }
  // Only browsers send this header, and `same-origin` only for scripts in our own pages.
  const via = headers["sec-fetch-site"] === "same-origin" ? "page" : "api";
  return {
    status: 200,
    body: await openReview(guarded, { via, language: askedLanguage({ headers, query }) }, now),
  };
});
