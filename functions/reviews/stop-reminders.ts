import { bind } from "#shared/edge/bind.ts";
import * as reminderRoutes from "#shared/routes/table/counsel-reminders.ts";
import { stopReminders } from "#shared/use-cases/counsel/stop-reminders.ts";

export const handler = bind(reminderRoutes.stopReminders)(async ({ params, now }) => ({
  status: 200,
  body: await stopReminders(params.token, now),
}));
