import {
  faultOf,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  mayPass,
  type Pace,
  parseJson,
  record,
  type UpstreamFault,
  type UpstreamStage,
  waitBefore,
} from "#shared/domain/discovery/upstream.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import type { CloudcEndpoints } from "./endpoints.ts";

const CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";
const LIFETIME_SECONDS = 3600;
const ATTEMPTS = 4;

/** An access token for the connector; `expiresAt` in milliseconds since the epoch. */
export interface AccessToken {
  token: string;
  expiresAt: number;
}

export type TokenOutcome = { ok: true; token: AccessToken } | { ok: false; fault: UpstreamFault };

/** A fresh subject token from the issuer, or why there is none (no keypair yet). */
export type Minted = { ok: true; jwt: string } | { ok: false; code: string; description: string };

type Refusal = Extract<Minted, { ok: false }>;

export interface WifIdentity {
  tenantId: string;
  audience: string;
  serviceAccountEmail: string;
}

export interface TokenPorts extends Pace {
  http: Http;
  endpoints: CloudcEndpoints;
  /** The most attempts of one exchange; 4 if omitted. */
  attempts?: number;
}

export interface WifPorts extends TokenPorts {
  /** Mints an RS256 JWT with that audience and subject; a new one at every call. */
  mint: (audience: string, subject: string) => Promise<Minted>;
}

/**
 * Subject token → federated token → access token of the service account (second seed, "Discovery
 * token flow" steps 1 to 3). A subject token is used only once: each retry mints another.
 */
export async function exchangeWif(identity: WifIdentity, ports: WifPorts): Promise<TokenOutcome> {
  const federated = await federatedToken(identity, ports);
  if (!federated.ok) return federated;
  const { serviceAccountEmail: email } = identity;
  const base = withoutTrailing("/", ports.endpoints.iamCredentials);
  const answer = await insistently(ports, async () => ({
    method: "POST",
    url: `${base}/v1/projects/-/serviceAccounts/${encodeURIComponent(email).replace("%40", "@")}:generateAccessToken`,
    headers: {
      authorization: `Bearer ${federated.token.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ scope: [CLOUD_PLATFORM], lifetime: `${LIFETIME_SECONDS}s` }),
  }));
  return readToken("impersonation", answer, ports.now(), [federated.token.token], (body) => ({
    token: body.accessToken,
    expiresAt: typeof body.expireTime === "string" ? Date.parse(body.expireTime) : Number.NaN,
  }));
}

async function federatedToken(identity: WifIdentity, ports: WifPorts): Promise<TokenOutcome> {
  const used: string[] = [];
  const refusals: Refusal[] = [];
  const answer = await insistently(ports, async () => {
    const minted = await ports.mint(identity.audience, `discovery-${identity.tenantId}`);
    if (!minted.ok) {
      refusals.push(minted);
      return null;
    }
    used.push(minted.jwt);
    return {
      method: "POST",
      url: `${withoutTrailing("/", ports.endpoints.sts)}/v1/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        audience: identity.audience,
        scope: CLOUD_PLATFORM,
        requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
        subject_token: minted.jwt,
        subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      }).toString(),
    };
  });
  const [refusal] = refusals;
  if (refusal !== undefined) return notMinted(refusal);
  return platformsOwn(readToken("sts", answer, ports.now(), used, oauthToken(ports.now())));
}

/** STS then also says `invalid_grant`, although the customer's trust is not at fault. */
const ISSUER_UNREACHABLE = "Error connecting to the given credential's issuer";

function platformsOwn(outcome: TokenOutcome): TokenOutcome {
  if (outcome.ok || !outcome.fault.description.startsWith(ISSUER_UNREACHABLE)) return outcome;
  return { ok: false, fault: { ...outcome.fault, code: "issuer_unreachable" } };
}

const notMinted = ({ code, description }: Refusal): TokenOutcome => ({
  ok: false,
  fault: { stage: "sts", http_status: null, code, description },
});

export interface RefreshIdentity {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** The legacy path, subtype oauth_refresh: exchanges a refresh token for an access token. */
export async function exchangeRefreshToken(
  identity: RefreshIdentity,
  ports: TokenPorts,
): Promise<TokenOutcome> {
  const answer = await insistently(ports, async () => ({
    method: "POST",
    url: ports.endpoints.oauthToken,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: identity.clientId,
      client_secret: identity.clientSecret,
      refresh_token: identity.refreshToken,
    }).toString(),
  }));
  const secrets = [identity.refreshToken, identity.clientSecret];
  return readToken("refresh", answer, ports.now(), secrets, oauthToken(ports.now()));
}

/**
 * Retries transient failures; `build` returns a new request for each attempt, or null to give up.
 */
async function insistently(
  ports: TokenPorts,
  build: () => Promise<HttpRequest | null>,
): Promise<HttpAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const request = await build();
    if (request === null) return { reached: false, code: "aborted" };
    const answer = await ports.http(request);
    if (!mayPass(answer) || attempt + 1 === (ports.attempts ?? ATTEMPTS)) return answer;
    if (!(await ports.sleep(waitBefore(attempt, answer, ports)))) {
      return { reached: false, code: "aborted" };
    }
  }
}

type Body = Record<string, unknown>;

const oauthToken = (now: number) => (body: Body) => ({
  token: body.access_token,
  expiresAt: now + (typeof body.expires_in === "number" ? body.expires_in : 300) * 1000,
});

function readToken(
  stage: UpstreamStage,
  answer: HttpAnswer,
  now: number,
  secrets: readonly string[],
  read: (body: Body) => { token: unknown; expiresAt: number },
): TokenOutcome {
  if (!answer.reached || answer.status !== 200) {
    return { ok: false, fault: faultOf(stage, answer, secrets) };
  }
  const { token, expiresAt } = read(record(parseJson(answer.text)));
  // Visible ASCII, because the token becomes a header.
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
    const description = "The 200 response had no access token.";
    return {
      ok: false,
      fault: { stage, http_status: answer.status, code: "malformed_response", description },
    };
  }
  return { ok: true, token: { token, expiresAt: Number.isNaN(expiresAt) ? now : expiresAt } };
}
