import type { CloudcConnection } from "#shared/domain/connections/connection.ts";
import { createTokenCache } from "#shared/domain/discovery/cloudc/token-cache.ts";
import {
  exchangeRefreshToken,
  exchangeWif,
  type Minted,
  type TokenOutcome,
  type TokenPorts,
} from "#shared/domain/discovery/cloudc/token-flow.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { readRefreshToken } from "#shared/platform/secrets/refresh-tokens.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";
import { setting } from "#shared/platform/settings.ts";
import { mintToken } from "./issuer.ts";

/** Per connection and authorisation, in the memory of this function instance only. */
const cache = createTokenCache(() => nowMs());

/** Reads the current deployment, from its cache. */
export type ReadDeployment = (now: string) => Promise<Deployment>;

/**
 * Access tokens of one cloud-c connection: by federation (subtype wif), or by its refresh token
 * (oauth_refresh). `refused` is a token that the upstream no longer accepts.
 */
export function cloudcTokens(
  connection: CloudcConnection,
  ports: TokenPorts,
  readDeployment: ReadDeployment,
): (refused?: string) => Promise<TokenOutcome> {
  // A new authorisation may be another account's.
  const key = `${connection.id} ${connection.authorized_at ?? ""}`;
  return (refused) => {
    if (refused !== undefined) cache.drop(key, refused);
    return cache.get(key, () => freshCloudcToken(connection, ports, readDeployment));
  };
}

/**
 * A new access token, bypassing every cache.
 * @param offered a refresh token to try instead of the stored one
 */
export async function freshCloudcToken(
  connection: CloudcConnection,
  ports: TokenPorts,
  readDeployment: ReadDeployment,
  offered?: string,
): Promise<TokenOutcome> {
  if (connection.subtype === "oauth_refresh") return refreshed(connection, ports, offered);
  const identity = {
    tenantId: connection.tenant_id,
    audience: connection.wif_audience,
    serviceAccountEmail: connection.wif_service_account_email,
  };
  const minting = (audience: string, subject: string) => mint(audience, subject, readDeployment);
  return exchangeWif(identity, { ...ports, mint: minting });
}

async function mint(
  audience: string,
  subject: string,
  readDeployment: ReadDeployment,
): Promise<Minted> {
  const at = now();
  try {
    const deployment = await readDeployment(at);
    return { ok: true, jwt: await mintToken({ subject, audience }, { now: at, deployment }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, code: error.code, description: error.message };
  }
}

async function refreshed(
  connection: CloudcConnection,
  ports: TokenPorts,
  offered?: string,
): Promise<TokenOutcome> {
  const clientId = setting("CLOUDC_OAUTH_CLIENT_ID");
  const clientSecret = await credential("CLOUDC_OAUTH_CLIENT_SECRET", nowMs());
  if (clientSecret === null) {
    return notConfigured(
      "cloudc_oauth_client_secret_not_configured",
      "CLOUDC_OAUTH_CLIENT_SECRET is not set.",
    );
  }
  const refreshToken = offered ?? (await readRefreshToken(connection.id));
  if (refreshToken === null) {
    return notConfigured("refresh_token_missing", "The connection's refresh token is missing.");
  }
  const identity = { clientId: clientId ?? "", clientSecret, refreshToken };
  return exchangeRefreshToken(identity, ports);
}

const notConfigured = (code: string, description: string): TokenOutcome => ({
  ok: false,
  fault: { stage: "refresh", http_status: null, code, description },
});
