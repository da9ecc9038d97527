import { bindJob } from "#shared/edge/bind-job.ts";
import { receiveMailEvents } from "#shared/use-cases/courier/receive-mail-events.ts";

export const handler = bindJob("receiveMailEvents", ({ payload, now }) =>
  receiveMailEvents(payload, now),
);
