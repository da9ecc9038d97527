import { DomainError } from "#shared/domain/errors.ts";
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
  tokenForm,
} from "#shared/domain/setup/idp-exchange.ts";
import { parseBounded } from "#shared/domain/text/text.ts";
import { send } from "#shared/platform/http/send.ts";
import { issuerUrl } from "#shared/platform/settings.ts";
import { type IdpClient, idpClient, isFederated, legacySecret } from "./idp-client.ts";
import { mintToken } from "./issuer.ts";

export type IdpOutcome =
  | { ok: true; path: IdpPath }
  | { ok: false; path: IdpPath; code: IdpFailureCode; hint: string };

/** ISO 8601 UTC, and the current or the cached deployment. */
interface At {
  now: string;
  deployment: Deployment;
}

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

/**
 * One token exchange with the identity provider: with an assertion from our own issuer while the
 * federation flag is on, else with the legacy client secret. It is tried once, and the token is not
 * kept: nothing in this platform calls the provider's API (docs/deploying.md).
 * @throws DomainError `idp_not_configured`, `idp_app_object_id_missing` where nothing can be tried,
 *   `oidc_issuer_not_provisioned`
 */
export async function exchangeOnce(at: At): Promise<IdpOutcome> {
  const path = isFederated(at.deployment) ? "federated" : "client_secret";
  const client = idpClient();
  const answer = await post(client, await credentialFor(client, path, at));
  if (accessTokenOf(answer) !== null) return { ok: true, path };
  const code = failureOf(answer);
  const expected = {
    issuer: issuerUrl(),
    subject: client.appObjectId ?? "",
    audience: FEDERATION_AUDIENCE,
  };
  return { ok: false, path, code, hint: hintOf(code, path, expected) };
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
): Promise<IdpAnswer> {
  try {
    const { status, bytes } = await send({
      method: "POST",
      url: tokenUrl,
      headers: { accept: "application/json", "content-type": FORM },
      body: tokenForm(clientId, scope, credential).toString(),
      timeoutMs: TIMEOUT_MS,
      mostBytes: MAX_BYTES,
    });
    // A redirect is not followed: it would carry the credential to an address that nobody configured.
    const isElsewhere = status >= 300 && status < 400;
    return isElsewhere ? { status: null, body: null } : { status, body: parsed(bytes.toString()) };
  } catch {
    return { status: null, body: null };
  }
}

function parsed(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return null;
  }
}
