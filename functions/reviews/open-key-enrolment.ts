import { wantsJson } from "#shared/edge/accept.ts";
import { bind } from "#shared/edge/bind.ts";
import { refuseQuery } from "#shared/edge/input.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { loadInvitation } from "#shared/use-cases/counsel/load-invitation.ts";
import { openKeyEnrolment } from "#shared/use-cases/counsel/open-key-enrolment.ts";
import { pageLanguage } from "./page/read-language.ts";

/** Counsel opens an invitation: the page, the same for every token; or the JSON it requests. */
export const handler = bind(
  counselKeyRoutes.openKeyEnrolment,
  async ({ headers, params, query, now }) => {
    if (!wantsJson(headers)) return null;
    refuseQuery(query);
    return loadInvitation(params.token, now);
  },
)(async ({ guarded, query, headers }) => {
  if (guarded !== null) return { status: 200, body: await openKeyEnrolment(guarded) };
  const { keyPage } = await import("./page/key-page.ts");
  return keyPage(pageLanguage({ query, headers }));
});
