import { setTimeout as wait } from "node:timers/promises";
import { DomainError } from "#shared/domain/errors.ts";
import { retryAfterMs } from "#shared/domain/retry-after.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import {
  accessTokenOf,
  FEDERATION_AUDIENCE,
  failureOf,
  hintOf,
  type IdpAnswer,
  type IdpCredential,
  type IdpFailureCode,
  type IdpPath,
  isWorthRetrying,
  tokenForm,
} from "#shared/domain/setup/idp-exchange.ts";
import { issuerUrl } from "#shared/platform/settings.ts";
import { type IdpClient, idpClient, isFederated, legacySecret } from "./idp-client.ts";
import { mintToken } from "./issuer.ts";

export type IdpOutcome =
  | { ok: true; path: IdpPath; accessToken: string /** ms since the epoch */; expiresAt: number }
  | { ok: false; path: IdpPath; code: IdpFailureCode; hint: string };

/** ISO 8601 UTC, and the deployment as it stands or as it was cached. */
export interface At {
  now: string;
  deployment: Deployment;
}

/** How long to go on trying; `elapsedMs` and `pause` are the process's own unless a test's. */
export interface Patience {
  budgetMs: number;
  elapsedMs: () => number;
  pause: (ms: number) => Promise<unknown>;
}

const TIMEOUT_MS = 5000;
const EARLY_MS = 5 * 60_000;
const accessTokens = new Map<string, { accessToken: string; expiresAt: number }>();

const patience = (): Patience => {
  const start = performance.now();
  return { budgetMs: 10_000, elapsedMs: () => performance.now() - start, pause: wait };
};

/**
 * An access token of the identity provider for this platform: by an assertion of our own issuer
 * while the federation flag is on, else by the legacy client secret. The access token is cached
 * until shortly before its end, the assertion never: each try mints a new one.
 * @throws DomainError as {@link exchangeOnce}
 */
export async function getIdpToken(at: At, patient: Patience = patience()): Promise<IdpOutcome> {
  const client = idpClient();
  const path = isFederated(at.deployment) ? "federated" : "client_secret";
  const key = JSON.stringify([path, client]);
  const now = Date.parse(at.now);
  const cached = accessTokens.get(key);
  if (cached !== undefined && now < cached.expiresAt - EARLY_MS) {
    return { ok: true, path, ...cached };
  }
  for (let attempt = 0; ; attempt += 1) {
    const { outcome, status, retryAfterMs } = await tryOnce(client, path, at);
    if (outcome.ok) {
      accessTokens.set(key, outcome);
      return outcome;
    }
    const delay = retryAfterMs ?? 500 * 2 ** attempt;
    const isOver = patient.elapsedMs() + delay > patient.budgetMs;
    if (isOver || !isWorthRetrying(outcome.code, status)) return outcome;
    await patient.pause(delay);
  }
}

/**
 * One exchange: no cache, no repeat.
 * @throws DomainError `idp_not_configured`, `idp_app_object_id_missing` where nothing can be tried,
 *   `oidc_issuer_not_provisioned`
 */
export async function exchangeOnce(at: At): Promise<IdpOutcome> {
  const path = isFederated(at.deployment) ? "federated" : "client_secret";
  return (await tryOnce(idpClient(), path, at)).outcome;
}

async function tryOnce(client: IdpClient, path: IdpPath, at: At) {
  const credential = await credentialFor(client, path, at);
  const answer = await post(client, credential, Date.parse(at.now));
  const token = accessTokenOf(answer);
  const { status, retryAfterMs } = answer;
  if (token !== null) {
    const expiresAt = Date.parse(at.now) + token.expiresInS * 1000;
    const outcome: IdpOutcome = { ok: true, path, accessToken: token.accessToken, expiresAt };
    return { outcome, status, retryAfterMs };
  }
  const code = failureOf(answer);
  const expected = {
    issuer: issuerUrl(),
    subject: client.appObjectId ?? "",
    audience: FEDERATION_AUDIENCE,
  };
  const outcome: IdpOutcome = { ok: false, path, code, hint: hintOf(code, path, expected) };
  return { outcome, status, retryAfterMs };
}

async function credentialFor(client: IdpClient, path: IdpPath, at: At): Promise<IdpCredential> {
  if (path === "client_secret") return { clientSecret: await legacySecret(Date.parse(at.now)) };
  if (client.appObjectId === undefined) {
    throw new DomainError("idp_app_object_id_missing", "Set IDP_APP_OBJECT_ID first.");
  }
  const request = { subject: client.appObjectId, audience: FEDERATION_AUDIENCE };
  return { clientAssertion: await mintToken(request, at) };
}

async function post(
  { tokenUrl, clientId, scope }: IdpClient,
  credential: IdpCredential,
  at: number,
): Promise<IdpAnswer & { retryAfterMs: number | null }> {
  try {
    const response = await fetch(tokenUrl, {
      method: "POST",
      headers: { accept: "application/json" },
      body: tokenForm(clientId, scope, credential),
      // A redirect would carry the credential to an address that nobody configured.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const wait = retryAfterMs(response.headers.get("retry-after"), at);
    const text = await response.text();
    return { status: response.status, body: parsed(text), retryAfterMs: wait };
  } catch {
    return { status: null, body: null, retryAfterMs: null };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
