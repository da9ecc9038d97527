import { bindJob } from "#shared/edge/bind-job.ts";
import { forwardCustomerEvent } from "#shared/use-cases/eventbus/forward-customer-event.ts";

/** Forwards an event from a customer's bus to the webhook; if it throws, the event is retried. */
export const handler = bindJob("forwardCustomerEvent", ({ payload, now }) =>
  forwardCustomerEvent(payload, now),
);
