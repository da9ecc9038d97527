import { closeSync, fchmodSync, openSync, writeSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as oauth from "oauth4webapi";
import { listenOnLoopback } from "#infra/local/listen.ts";

export interface SignInOptions {
  /** The OIDC issuer that the API's authorizer trusts. */
  issuer: string;
  clientId: string;
  /** Port of the loopback redirect address that the client allows (output `SignInCommand`). */
  port: number;
  /** File for the token, readable only by its owner; if undefined, the token is printed. */
  save: string | undefined;
  say: (line: string) => void;
}

/** Long enough for a password, an authenticator app and an e-mail. */
const PATIENCE_MS = 10 * 60 * 1000;

/**
 * Signs a person in through their own browser: authorization code with PKCE and a loopback redirect
 * (RFC 8252). The password never passes through this process.
 * @returns the line to print: `export TOKEN=…`, or where the token was saved
 */
export async function signIn({ issuer, clientId, port, save, say }: SignInOptions) {
  const insecure = isLoopback(issuer) ? { [oauth.allowInsecureRequests]: true } : {};
  const server = await discover(issuer, insecure);
  const client: oauth.Client = { client_id: clientId };
  const redirect = `http://localhost:${port}/signed-in`;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const address = new URL(server.authorization_endpoint ?? "");
  for (const [name, value] of Object.entries({
    client_id: clientId,
    response_type: "code",
    scope: "openid email",
    redirect_uri: redirect,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  })) {
    address.searchParams.set(name, value);
  }
  const callback = await untilCalledBack(port, () => say(`Open in your browser: ${address}`));
  const parameters = answerIn(callback, server, client, state);
  const answer = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirect,
      verifier,
      insecure,
    ),
    { expectedNonce: nonce, requireIdToken: true },
  );
  const token = answer.id_token ?? "";
  if (save === undefined) return `export TOKEN=${token}`;
  keep(save, token);
  return `The token is in ${save}.`;
}

/** An existing file becomes readable only by its owner before the token is written to it. */
function keep(file: string, token: string): void {
  const open = openSync(file, "w", 0o600);
  fchmodSync(open, 0o600);
  writeSync(open, `${token}\n`);
  closeSync(open);
}

/** @throws Error with one sentence if the issuer's discovery document cannot be read */
async function discover(issuer: string, insecure: object): Promise<oauth.AuthorizationServer> {
  try {
    const url = new URL(issuer);
    const answer = await oauth.discoveryRequest(url, { algorithm: "oidc", ...insecure });
    return await oauth.processDiscoveryResponse(url, answer);
  } catch (cause) {
    throw new Error(`${issuer} is not a reachable issuer.`, { cause });
  }
}

/** @throws Error if the response reports an error (one sentence), or belongs to another sign-in */
function answerIn(
  callback: URL,
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, callback, state);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    throw new Error(`The issuer refused the sign-in: ${error.error.replace(/[^\w.-]/g, "?")}.`);
  }
}

const isLoopback = (issuer: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(issuer).hostname);

/** The URL that the browser was redirected to. By then, the listener is closed. */
async function untilCalledBack(port: number, ready: () => void): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const listening = await listenOnLoopback((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", `http://localhost:${port}`);
    const isOurs = url.pathname === "/signed-in";
    response.writeHead(isOurs ? 200 : 404, { "content-type": "text/plain", connection: "close" });
    response.end(isOurs ? "You can close this page.\n" : "");
    if (isOurs) response.once("close", () => resolve(url));
  }, port).catch((error: Error) => {
    const [what] = error.message.split(";");
    throw new Error(
      `${what}; stop what is using it, or choose another with --port and allow it at the client.`,
    );
  });
  const timer = setTimeout(
    () => reject(new Error("Nobody signed in within ten minutes; start again.")),
    PATIENCE_MS,
  );
  ready();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    listening.close();
  }
}
