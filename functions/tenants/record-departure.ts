import { bindJob } from "#shared/edge/bind-job.ts";
import { recordDeparture } from "#shared/use-cases/tenants/record-departure.ts";

/** Writes the row of an export, or of a tenant's removal, that an operator's command tells of. */
export const handler = bindJob("recordDeparture", ({ payload, now }) =>
  recordDeparture(payload, now),
);
