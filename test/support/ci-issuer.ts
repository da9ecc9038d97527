import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import { startLocalServer } from "#infra/local/local-server.ts";

/** A CI's token issuer, as GitHub's: discovery document, keys, and tokens for jobs. */
export interface CiIssuer {
  url: string;
  /** `127.0.0.1:<port>` */
  host: string;
  jwks: JSONWebKeySet & { keys: JWK[] };
  privateKey: CryptoKey;
  /** Paths that were asked for. */
  calls: string[];
  /** Answers instead of the issuer's documents; false: the issuer answers. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Signs the claims of a job; `undefined` leaves a claim out. */
  token(claims?: JWTPayload, header?: { alg?: string; kid?: string }): Promise<string>;
  close(): Promise<void>;
}

/** @param now milliseconds since the epoch */
export async function startCiIssuer(now: () => number = Date.now): Promise<CiIssuer> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "ci-1", alg: "RS256", use: "sig" };
  const { url, host, close } = await startLocalServer((request, response) => {
    issuer.calls.push(request.url ?? "");
    if (issuer.answer?.(request, response)) return;
    const documents: Record<string, unknown> = {
      "/.well-known/openid-configuration": { issuer: url, jwks_uri: `${url}/jwks` },
      "/jwks": issuer.jwks,
    };
    const document = documents[request.url ?? ""];
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  });
  const issuer: CiIssuer = {
    url,
    host,
    jwks: { keys: [jwk] },
    privateKey,
    calls: [],
    answer: null,
    token: (claims = {}, header = {}) => {
      const seconds = Math.floor(now() / 1000);
      const payload = {
        iss: url,
        aud: "countersign",
        sub: "repo:acme/app:ref:refs/heads/main",
        repository: "acme/app",
        repository_id: "1001",
        ref: "refs/heads/main",
        iat: seconds,
        nbf: seconds - 5,
        exp: seconds + 300,
        ...claims,
      };
      return new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader({ alg: "RS256", kid: "ci-1", typ: "JWT", ...header })
        .sign(privateKey);
    },
    close,
  };
  return issuer;
}
