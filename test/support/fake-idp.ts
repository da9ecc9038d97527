import { text } from "node:stream/consumers";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { startLocalServer } from "#infra/local/local-server.ts";

/** A request to the provider. */
interface TokenCall {
  path: string;
  method: string;
  headers: Record<string, unknown>;
  form: Record<string, string>;
}

/** A federated credential as a customer registers it, compared exactly. */
interface Registration {
  clientId: string;
  clientSecret: string;
  issuer: string;
  subject: string;
  audience: string;
}

export interface FakeIdp {
  tokenUrl: string;
  calls: TokenCall[];
  /** Answers queued for the next calls. The provider does not verify those calls. */
  answers: { status: number; body?: unknown; headers?: Record<string, string> }[];
  register(registration: Registration): void;
  close(): Promise<void>;
}

const refusal = (number: number, text: string) => ({
  error: "invalid_client",
  error_description: `AADSTS${number}: ${text} Trace ID: 0f7a Correlation ID: 11d2`,
  error_codes: [number],
  trace_id: "0f7a",
  correlation_id: "11d2",
});

/**
 * An identity provider that verifies strictly: the signature through the issuer's discovery
 * document and JWKS, issuer, subject and audience exactly, the lifetime, and no replayed assertion.
 * @param now milliseconds since the epoch
 */
export async function startFakeIdp(now: () => number = Date.now): Promise<FakeIdp> {
  let registered: Registration | null = null;
  const seen = new Set<string>();
  const calls: TokenCall[] = [];
  const answers: FakeIdp["answers"] = [];

  async function judge(form: Record<string, string>): Promise<{ status: number; body: unknown }> {
    if (registered === null || form.client_id !== registered.clientId) {
      return { status: 401, body: refusal(700016, "Application not found.") };
    }
    if (form.grant_type !== "client_credentials" || !form.scope?.endsWith("/.default")) {
      return { status: 400, body: refusal(900144, "The request is malformed.") };
    }
    const fault =
      form.client_assertion === undefined
        ? form.client_secret !== registered.clientSecret && 7000215
        : await judgeAssertion(form, registered, seen, now());
    if (fault) return { status: 401, body: refusal(fault, "Refused.") };
    const body = { token_type: "Bearer", expires_in: 3599, access_token: "an-access-token" };
    return { status: 200, body };
  }

  const server = await startLocalServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    calls.push({
      path: request.url ?? "",
      method: request.method ?? "",
      headers: request.headers,
      form,
    });
    const { status, body, headers } = { headers: {}, ...(answers.shift() ?? (await judge(form))) };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  return {
    tokenUrl: `${server.url}/directory/oauth2/v2.0/token`,
    calls,
    answers,
    register: (registration) => {
      registered = registration;
    },
    close: server.close,
  };
}

/** The AADSTS number of the refusal, or false for a valid assertion. */
async function judgeAssertion(
  form: Record<string, string>,
  registered: Registration,
  seen: Set<string>,
  now: number,
): Promise<number | false> {
  if (form.client_assertion_type !== "urn:ietf:params:oauth:client-assertion-type:jwt-bearer") {
    return 7000272;
  }
  const discovered = await fetch(`${registered.issuer}/.well-known/openid-configuration`);
  const document = (await discovered.json()) as { issuer?: string; jwks_uri?: string };
  if (!discovered.ok || document.issuer !== registered.issuer) return 50166;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      form.client_assertion ?? "",
      createRemoteJWKSet(new URL(document.jwks_uri ?? "")),
      {
        algorithms: ["RS256"],
        typ: "JWT",
        requiredClaims: ["iss", "sub", "aud", "jti", "iat", "nbf", "exp"],
        currentDate: new Date(now),
      },
    );
    if (protectedHeader.kid === undefined) return 7000272;
    if ((payload.exp ?? 0) - now / 1000 > 600) return 700024;
    const { issuer, subject, audience } = registered;
    if (payload.iss !== issuer || payload.sub !== subject || payload.aud !== audience) {
      return 700211;
    }
    if (seen.has(payload.jti ?? "")) return 7000272;
    seen.add(payload.jti ?? "");
    return false;
  } catch (error) {
    return (error as { code?: string }).code === "ERR_JWT_EXPIRED" ? 700024 : 7000272;
  }
}
