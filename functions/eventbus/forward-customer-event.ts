import { bindJob } from "#shared/edge/bind-job.ts";
import { forwardEvent } from "#shared/use-cases/eventbus/forward-event.ts";

/** Forwards an event from a customer's bus to the webhook; if it throws, the event is retried. */
export const handler = bindJob("forwardCustomerEvent", ({ payload, now }) =>
  forwardEvent(payload, now),
);
