import { now } from "#shared/platform/clock.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import type { Sender } from "./run-courier.ts";

/**
 * Ends the requests of a panel that have run out of time. A panel that has ended before, or whose members
 * got more time, has none, and another message waits for that time.
 */
export const panelSender: Sender = async ({ message }) => {
  // Loaded only when a panel is due, because most runs have none.
  const { expirePanel } = await import("#shared/use-cases/panels/expire-panel.ts");
  await expirePanel(message.to, now(), await getLogKeys());
  return "dropped";
};
