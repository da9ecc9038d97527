import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { changeConnection } from "#shared/store/connections.ts";
import { holdsInstallation, setInstallationState } from "#shared/store/installations.ts";

/**
 * Writes a connection's new state with its audit row, and updates its claim on an installation, which
 * routes deliveries.
 * @param row null: no change that anybody is informed of
 * @returns false when someone else changed or deleted it in the meantime
 */
export async function writeChange(
  before: ConnectionRecord,
  after: ConnectionRecord,
  row: AuditRow | null,
): Promise<boolean> {
  const hasClaim = after.provider === "sourcehost" && before.status !== after.status;
  // Only a connection that holds its installation is reactivated: its claim joins the transaction.
  const wakes = before.status === "inactive";
  const claim =
    hasClaim && (wakes || (await holdsInstallation(before)))
      ? setInstallationState(after.installation_id, after.id, { status: after.status })
      : undefined;
  const outcome = await changeConnection(before, after, row, claim);
  return outcome.committed;
}
