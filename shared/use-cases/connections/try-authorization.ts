import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { Offer } from "#shared/domain/connections/transitions.ts";
import type { TokenPorts } from "#shared/domain/discovery/cloudc/token-flow.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { installationToken } from "#shared/domain/sourcehost/app-api.ts";
import { rateLimitMs } from "#shared/domain/sourcehost/rate-limit.ts";
import { assumeRole } from "#shared/platform/aws/assume-role.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { cloudcEndpoints } from "#shared/platform/issuer/cloudc-settings.ts";
import { freshCloudcToken } from "#shared/platform/issuer/cloudc-tokens.ts";
import { sourcehostApp } from "#shared/platform/issuer/sourcehost-app.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { extendQuiet, readQuiet } from "#shared/store/installations.ts";

export type Tried = { ok: true } | { ok: false; fault: UpstreamFault };

/** How long a check may take, and how often a transient failure is tried. */
interface Patience {
  ms: number;
  attempts: number;
}

/** A person is waiting for the answer. */
const ofPerson: Patience = { ms: 15_000, attempts: 4 };

/** Checks whether the provider accepts the connection's authorisation, or the one offered. */
export async function tryAuthorization(
  connection: ConnectionRecord,
  offer: Offer,
  { ms, attempts } = ofPerson,
): Promise<Tried> {
  const ports = { ...portsUntil(nowMs() + ms), attempts };
  switch (connection.subtype) {
    case null:
      return tryInstallation(connection.installation_id, ports);
    case "assume_role":
      return tryRole(connection, offer.role_arn ?? connection.role_arn, ports);
    case "wif":
    case "oauth_refresh":
      return freshCloudcToken(
        connection,
        ports,
        (at) => cachedDeployment(at, ({ issuer }) => issuer !== null),
        offer.refresh_token,
      );
    case "eventbus":
      return { ok: true };
  }
}

const portsUntil = (end: number): TokenPorts => ({
  http: upstreamHttp(AbortSignal.timeout(Math.max(1, end - nowMs()))),
  endpoints: cloudcEndpoints(),
  now: nowMs,
  random: Math.random,
  sleep: async (ms) => {
    if (nowMs() + ms >= end) return false;
    await new Promise((resume) => setTimeout(resume, ms));
    return true;
  },
});

async function tryInstallation(id: string, { http }: TokenPorts): Promise<Tried> {
  const at = now();
  const deployment = await cachedDeployment(at, () => true);
  const app = await sourcehostApp(http, deployment, at);
  if (app === null) {
    const description = "The platform's app at the source host has no credentials yet.";
    return notTried("installation", "sourcehost_app_not_configured", description);
  }
  const quietUntil = await readQuiet(id);
  if (quietUntil > nowMs()) {
    const until = new Date(quietUntil).toISOString();
    const description = `The source host asked not to be called for it before ${until}.`;
    return notTried("installation", "rate_limited", description);
  }
  const obtained = await installationToken(id, app, nowMs());
  const limitMs = obtained.ok ? null : rateLimitMs(obtained.answer, nowMs());
  if (limitMs !== null) await extendQuiet(id, nowMs() + limitMs);
  return obtained;
}

async function tryRole(
  { external_id, tenant_id }: { external_id: string; tenant_id: string },
  roleArn: string | null,
  { http }: TokenPorts,
): Promise<Tried> {
  if (roleArn === null) {
    return notTried("role", "role_arn_missing", "The connection has no role yet.");
  }
  const sessionName = `countersign-${tenant_id}`;
  return assumeRole({ roleArn, externalId: external_id, sessionName }, http);
}

const notTried = (stage: UpstreamFault["stage"], code: string, description: string): Tried => ({
  ok: false,
  fault: { stage, http_status: null, code, description },
});
