import { bindJob } from "#shared/edge/bind-job.ts";
import { recordDeparture } from "#shared/use-cases/tenants/record-departure.ts";

/** Writes the row of an export or of a tenant's removal, as reported by an operator's command. */
export const handler = bindJob("recordDeparture", ({ payload, now }) =>
  recordDeparture(payload, now),
);
