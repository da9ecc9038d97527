import { bind } from "#shared/edge/bind.ts";
import * as reminderRoutes from "#shared/routes/table/counsel-reminders.ts";
import { loadStopLink, stopReminders } from "#shared/use-cases/counsel/stop-reminders.ts";

/** The token is checked before the body is read. */
export const handler = bind(reminderRoutes.stopReminders, ({ params }) =>
  loadStopLink(params.token),
)(async ({ guarded, now }) => ({ status: 200, body: await stopReminders(guarded, now) }));
