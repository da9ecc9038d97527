import { bindBody } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { enrolCounselKey } from "#shared/use-cases/counsel/enrol-counsel-key.ts";
import { loadInvitation } from "#shared/use-cases/counsel/load-invitation.ts";

/** Counsel enrols a passkey. The token is checked before the body. */
export const handler = bindBody(counselKeyRoutes.enrolCounselKey, ({ params, now }) =>
  loadInvitation(params.token, now),
)(({ guarded, body, now }) => enrolCounselKey(guarded, body, now));
