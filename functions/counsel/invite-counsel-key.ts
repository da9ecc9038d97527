import { bindBody } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { inviteCounselKey } from "#shared/use-cases/counsel/invite-counsel-key.ts";

/** Invites a counsel to enrol a passkey; the link is only ever in this response. */
export const handler = bindBody(counselKeyRoutes.inviteCounselKey)(({ params, principal, now }) =>
  inviteCounselKey({
    counselId: params.counsel_id,
    actor: principal,
    now,
  }),
);
