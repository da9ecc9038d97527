import { noSuch } from "#shared/domain/errors.ts";
import {
  type MachineCaller,
  requireOwnRepository,
  tenantOfMachine,
} from "#shared/domain/machines/machine.ts";
import { getConnection } from "#shared/store/connections.ts";
import { startDiscoveryRun, type Wanted } from "#shared/use-cases/discovery/start-discovery-run.ts";

/**
 * A full run of a tenant's connection, or the examination of a commit of the machine's own repository.
 * @throws DomainError `not_found`, `scope_missing`, `repository_not_granted`, and as startDiscoveryRun
 */
export async function startMachineRun(
  caller: MachineCaller,
  connectionId: string,
  wanted: Wanted,
  now: string,
) {
  if (wanted !== null) requireOwnRepository(caller, wanted.repository_id);
  const connection = await getConnection(connectionId, tenantOfMachine(caller));
  if (connection === null) throw noSuch("connection");
  const actor = { actorUserId: null, machineId: caller.machineId };
  return startDiscoveryRun(connection, wanted, actor, now);
}
