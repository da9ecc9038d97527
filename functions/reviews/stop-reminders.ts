import { bindBody } from "#shared/edge/bind.ts";
import * as reminderRoutes from "#shared/routes/table/counsel-reminders.ts";
import { loadStopLink, stopReminders } from "#shared/use-cases/counsel/stop-reminders.ts";

/** The token is checked before the body is read. */
export const handler = bindBody(reminderRoutes.stopReminders, ({ params }) =>
  loadStopLink(params.token),
)(({ guarded, now }) => stopReminders(guarded, now));
