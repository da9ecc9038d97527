import { createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import {
  faultOf,
  type Http,
  type HttpAnswer,
  parseJson,
  record,
  type UpstreamFault,
} from "#shared/domain/discovery/upstream.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { rateLimitMs } from "./rate-limit.ts";

/*
 * The source host's API for apps (GitHub's "REST API endpoints for GitHub Apps"). The app authenticates
 * with its own short-lived JWT and exchanges it for a token of one installation.
 */

/** The source host's default API URL; SOURCEHOST_API_URL overrides it. */
export const VENDOR_API = "https://api.github.com";

export interface AppPorts {
  http: Http;
  /** The API's base URL; a trailing slash is ignored. */
  apiUrl: string;
  /** The app's JWT. */
  jwt: string;
}

const KEY_BITS = 2048;

/**
 * Parses the app's private key (PKCS#1 or PKCS#8 PEM, RSA of at least 2048 bits); null if invalid.
 */
export function appKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= KEY_BITS ? key : null;
  } catch {
    return null;
  }
}

/** Backdated by a minute (in seconds), because clocks differ; the host accepts ten minutes at most. */
const ISSUED_BEFORE = 60;
const LIFETIME = 8 * 60;

/** @param now seconds since the epoch */
export const appJwt = (appId: string, key: KeyObject, now: number): Promise<string> =>
  new SignJWT({ iss: appId, iat: now - ISSUED_BEFORE, exp: now + LIFETIME })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .sign(key);

/** The headers of every call to the host's API. */
export const apiHeaders = (token: string): Record<string, string> => ({
  accept: "application/vnd.github+json",
  authorization: `Bearer ${token}`,
  "user-agent": "countersign",
  "x-github-api-version": "2022-11-28",
});

export type InstallationToken =
  /** `expiresAt` in milliseconds since the epoch. */
  | { ok: true; token: string; expiresAt: number }
  | { ok: false; fault: UpstreamFault; answer: HttpAnswer };

/**
 * Obtains an access token for one installation; it is valid for an hour.
 * @param now milliseconds since the epoch
 */
export async function installationToken(
  installationId: string,
  { http, apiUrl, jwt }: AppPorts,
  now: number,
): Promise<InstallationToken> {
  const answer = await http({
    method: "POST",
    url: `${withoutTrailing("/", apiUrl)}/app/installations/${installationId}/access_tokens`,
    headers: { ...apiHeaders(jwt), "content-type": "application/json" },
    body: "{}",
  });
  if (!isCreated(answer)) {
    const fault = faultOf("installation", answer, [jwt]);
    const isLimited = rateLimitMs(answer, now) !== null;
    return { ok: false, answer, fault: isLimited ? { ...fault, code: "rate_limited" } : fault };
  }
  const { token, expires_at } = record(parseJson(answer.text));
  const expiresAt = typeof expires_at === "string" ? Date.parse(expires_at) : Number.NaN;
  if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token) && !Number.isNaN(expiresAt)) {
    return { ok: true, token, expiresAt };
  }
  const description = "The response had no installation token.";
  const code = "malformed_response";
  return {
    ok: false,
    answer,
    fault: { stage: "installation", http_status: answer.status, code, description },
  };
}

const isCreated = (answer: HttpAnswer): answer is Extract<HttpAnswer, { reached: true }> =>
  answer.reached && (answer.status === 201 || answer.status === 200);
