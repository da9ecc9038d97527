import { bindJob } from "#shared/edge/bind-job.ts";
import { receiveMailEvent } from "#shared/use-cases/courier/receive-mail-event.ts";

export const handler = bindJob("receiveMailEvents", ({ payload, now }) =>
  receiveMailEvent(payload, now),
);
