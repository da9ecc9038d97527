import { bind } from "#shared/edge/bind.ts";
import * as reminderRoutes from "#shared/routes/table/counsel-reminders.ts";
import { pageLanguage } from "./page/read-language.ts";
import { stopPage } from "./page/stop-page.ts";

/** The same page for every link: opening it changes nothing. */
export const handler = bind(reminderRoutes.openStopReminders)(async (call) =>
  stopPage(pageLanguage(call)),
);
