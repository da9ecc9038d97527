import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { getRun } from "#shared/store/discovery-runs.ts";

/** @throws DomainError `not_found` for a run that is not this tenant's */
export async function getDiscoveryRun(runId: string, tenantId: string): Promise<RunRecord> {
  const run = await getRun(runId);
  if (run?.tenant_id !== tenantId) throw noSuch("discovery run");
  return run;
}
