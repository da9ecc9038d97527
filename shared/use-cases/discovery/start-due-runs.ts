import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { isUnknownTenant } from "#shared/domain/tenants/tenant.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { getAnyConnections } from "#shared/store/connections.ts";
import {
  leaveSchedule,
  moveInSchedule,
  readWaiting,
  type Scheduled,
} from "#shared/store/discovery-schedule.ts";
import { transactEach } from "#shared/store/transact.ts";
import { heldByProbe } from "./held-by-probe.ts";
import { startRun } from "./start-run.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_INTERVAL_HOURS = 24;

/** The most connections that a tick checks, and the most full runs that it starts. */
const MAX_LOOKED_AT = 100;
const MAX_STARTED = 50;

/** After so many runs that could not be started, the fault is not that of one connection. */
const MAX_FAULTS = 5;

/**
 * How long a connection waits to be checked again if its tenant has no room for another run, or the run
 * could not be started.
 */
const POSTPONED_MS = 10 * 60_000;

/**
 * Starts a full run for each active connection whose last one began more than DISCOVERY_INTERVAL_HOURS
 * ago (0: never). The longest waiting come first, and each tick starts a bounded number, which spreads
 * out many that are due at once. A connection that its customer's side has never let in is probed
 * first. If no run is due, this costs one read.
 * @param now the tick, ISO 8601
 * @returns how many were started
 * @throws the first fault of a run that could not be started, after the others
 */
export async function startDueRuns(now: string): Promise<number> {
  const intervalMs = intervalHours() * HOUR_MS;
  if (intervalMs === 0) return 0;
  const before = new Date(Date.parse(now) - intervalMs).toISOString();
  const waiting = await readWaiting(before, MAX_LOOKED_AT);
  if (waiting.length === 0) return 0;
  const connections = await getAnyConnections(waiting.map(({ connection_id }) => connection_id));
  const postponed = new Date(Date.parse(before) + POSTPONED_MS).toISOString();
  const held = await heldByProbe(waiting, connections, { before, postponed, now });
  const full = new Set<string>();
  const faults: unknown[] = [];
  let started = 0;
  for (const [i, scheduled] of waiting.entries()) {
    if (started >= MAX_STARTED || faults.length >= MAX_FAULTS) break;
    const connection = connections[i] ?? null;
    if (connection === null) await transactEach([leaveSchedule(scheduled)]);
    else if (connection.status !== "active") await transactEach([moveInSchedule(scheduled, now)]);
    else if (held.has(connection.id)) continue;
    else if (full.has(connection.tenant_id))
      await transactEach([moveInSchedule(scheduled, postponed)]);
    else {
      const { id: connection_id, tenant_id } = connection;
      const outcome = await startOne(connection, scheduled, now).catch((fault: unknown) => {
        log("error", "scheduled_run_failed", { connection_id, tenant_id, ...describeError(fault) });
        faults.push(fault);
        return "failed" as const;
      });
      if (outcome === "started") started += 1;
      if (outcome === "already_open") await transactEach([moveInSchedule(scheduled, now)]);
      const isFull = outcome === "too_many" || outcome === "tenant_gone";
      if (isFull) full.add(connection.tenant_id);
      if (isFull || outcome === "failed")
        await transactEach([moveInSchedule(scheduled, postponed)]);
    }
  }
  log("info", "scheduled_runs", { waiting: waiting.length, held: held.size, started });
  if (faults.length > 0) throw faults[0];
  return started;
}

/** `tenant_gone`: its tenant is being removed. */
const startOne = (connection: ConnectionRecord, scheduled: Scheduled, now: string) =>
  startRun({
    connection,
    trigger: "schedule",
    requestedBy: { actorUserId: null },
    scheduled,
    examined: null,
    now,
  }).then(
    ({ outcome }) => outcome,
    (error: unknown) => {
      if (isUnknownTenant(error)) return "tenant_gone";
      throw error;
    },
  );

/** A setting that is not a valid number of hours counts as not set. */
function intervalHours(): number {
  const hours = Number(setting("DISCOVERY_INTERVAL_HOURS") ?? DEFAULT_INTERVAL_HOURS);
  return Number.isFinite(hours) && hours >= 0 ? hours : DEFAULT_INTERVAL_HOURS;
}
