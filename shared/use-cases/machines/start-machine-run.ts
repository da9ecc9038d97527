import { noSuch } from "#shared/domain/errors.ts";
import { type MachineCaller, tenantOfMachine } from "#shared/domain/machines/machine.ts";
import { getConnection } from "#shared/store/connections.ts";
import { startDiscoveryRun } from "#shared/use-cases/discovery/start-discovery-run.ts";

/** @throws DomainError `not_found`, `scope_missing`, and as startDiscoveryRun */
export async function startMachineRun(caller: MachineCaller, connectionId: string, now: string) {
  const connection = await getConnection(connectionId, tenantOfMachine(caller));
  if (connection === null) throw noSuch("connection");
  return startDiscoveryRun(connection, { actorUserId: null, machineId: caller.machineId }, now);
}
