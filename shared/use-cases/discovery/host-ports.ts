import type { SourcehostConnection } from "#shared/domain/connections/connection.ts";
import { createLane } from "#shared/domain/discovery/lane.ts";
import type { HostPorts, HostToken } from "#shared/domain/discovery/sourcehost/host-api.ts";
import type { Http } from "#shared/domain/discovery/upstream.ts";
import { type AppPorts, installationToken } from "#shared/domain/sourcehost/app-api.ts";
import type { Invocation } from "#shared/platform/aws/invocation.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { sourcehostApp } from "#shared/platform/issuer/sourcehost-app.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { installationQuiet } from "./installation-quiet.ts";

const MAX_IN_FLIGHT = 8;
/** How long before its expiry a token is renewed. */
const MARGIN_MS = 120_000;

/** The source host's app with its present key; null: the platform has no credentials for it. */
export const freshApp = async (http: Http): Promise<AppPorts | null> =>
  sourcehostApp(http, await cachedDeployment(now()), now());

/** Everything that is needed to read an installation's repositories. */
export const hostPorts = (
  connection: SourcehostConnection,
  invocation: Invocation,
  app: AppPorts,
): HostPorts => ({
  http: app.http,
  apiUrl: app.apiUrl,
  token: tokenOf(connection, app),
  lane: createLane(MAX_IN_FLIGHT),
  quiet: installationQuiet(connection.installation_id),
  stopping: invocation.stopping,
  sleep: invocation.sleep,
  random: Math.random,
  now: nowMs,
});

/** The installation's token, renewed before it expires (in an hour) or when the host rejects it. */
function tokenOf(connection: SourcehostConnection, first: AppPorts): HostPorts["token"] {
  let current: { token: string; expiresAt: number } | null = null;
  let obtaining: Promise<HostToken> | null = null;
  const obtain = async (): Promise<HostToken> => {
    // The app's JWT lasts ten minutes, the work may last longer.
    const app = (await freshApp(first.http)) ?? first;
    const obtained = await installationToken(connection.installation_id, app, nowMs());
    current = obtained.ok ? obtained : null;
    return obtained;
  };
  return async (refused) => {
    const isGood = current !== null && current.token !== refused;
    if (current !== null && isGood && nowMs() < current.expiresAt - MARGIN_MS) {
      return { ok: true, token: current.token };
    }
    obtaining ??= obtain().finally(() => {
      obtaining = null;
    });
    return obtaining;
  };
}
