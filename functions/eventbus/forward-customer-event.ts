import { bindJob } from "#shared/edge/bind-job.ts";
import { forwardEvent } from "#shared/use-cases/eventbus/forward-event.ts";

/** Forwards an event of a customer's bus to the webhook; one that it throws at is delivered again. */
export const handler = bindJob("forwardCustomerEvent", ({ payload, now }) =>
  forwardEvent(payload, now),
);
