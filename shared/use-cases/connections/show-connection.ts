import {
  type ConnectionRecord,
  type LastRun,
  shown,
} from "#shared/domain/connections/connection.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { lastRunOf } from "#shared/store/discovery-runs.ts";

/** A connection that was just created, so it has no runs yet. */
export const showNew = (connection: ConnectionRecord) => shown(connection, baseUrl(), null);

/** The connection as the API shows it, with its last run. */
export async function showConnection(connection: ConnectionRecord) {
  const run = await lastRunOf(connection.id);
  return shown(connection, baseUrl(), run === null ? null : lastRun(run));
}

/** A page of connections, in order; their last runs are read concurrently. */
export const showConnections = (page: readonly ConnectionRecord[]) =>
  Promise.all(page.map(showConnection));

const lastRun = ({ id, kind, trigger, status, created_at, finished_at }: LastRun): LastRun => ({
  id,
  kind,
  trigger,
  status,
  created_at,
  finished_at,
});
