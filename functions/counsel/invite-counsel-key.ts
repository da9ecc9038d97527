import { bind } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { inviteKey } from "#shared/use-cases/counsel/invite-key.ts";

/** Invites a counsel to enrol a passkey; the link is only ever in this response. */
export const handler = bind(counselKeyRoutes.inviteCounselKey)(
  async ({ params, principal, now }) => ({
    status: 201,
    body: await inviteKey({ counselId: params.counsel_id, actorUserId: principal.userId, now }),
  }),
);
