import type { AuthorizationServer } from "oauth4webapi";
import type * as z from "zod/mini";
import type { getConsoleConfig } from "#shared/routes/table/console.ts";

/*
 * The redirect to the sign-in provider and back: OpenID Connect, authorization code with PKCE. The
 * page contains this code twice: in its inline head script, which redirects there and handles the
 * return before anything else is loaded, and in the console itself, which signs in again when a
 * session has ended. So it does without the library, which is four times the size of the page; the
 * library checks every response from the provider in session.ts before it is trusted.
 */

type Config = z.output<ReturnType<(typeof getConsoleConfig)["responses"][200]["schema"]>>;

/** The state of a sign-in in progress; kept only until the provider redirects back. */
export interface Begun {
  verifier: string;
  state: string;
  nonce: string;
  /** The address that the user wanted; null in the popup that only renews the sign-in. */
  goal: string | null;
}

/** A return from the provider, as far as the head script has processed it. */
export interface Arrival {
  begun: Begun;
  /** The token endpoint's response. */
  answer: Promise<Response>;
}

declare global {
  var countersignArrival: Arrival | undefined;
}

const BEGUN = "countersign.sign-in ";

export const config: Config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-sign-in"]')?.content ?? "{}",
);

/** Whether a second person confirms counsel, and their links are sent only by mail. */
export const needsTwoPeople = config.two_people === true;

const KEPT = `countersign.provider ${config.issuer}`;

/** Whether the local run's own provider signs people in. */
export const isLocal = new URL(config.issuer).pathname.startsWith("/_local/");

/** The provider's metadata, if this tab has already fetched it. */
export function knownProvider(): AuthorizationServer | null {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? null : JSON.parse(kept);
}

/**
 * The provider's metadata (OpenID Connect Discovery), cached for this tab because it hardly ever
 * changes.
 * @throws if it cannot be read, or describes another issuer
 */
export async function provider(): Promise<AuthorizationServer> {
  const known = knownProvider();
  if (known !== null) return known;
  const answer = await fetch(
    `${config.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    { credentials: "omit", redirect: "error" },
  );
  const found: AuthorizationServer = await answer.json();
  if (!answer.ok || found.issuer !== config.issuer) {
    throw new Error(`${config.issuer} does not describe itself.`);
  }
  sessionStorage.setItem(KEPT, JSON.stringify(found));
  return found;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** The S256 code challenge of RFC 7636. */
async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(hash));
}

/**
 * The URL at the provider where sign-in starts; stores the state needed on return.
 * @param goal the address that the user wants; null in the popup that only renews the sign-in
 */
export async function begin(goal: string | null): Promise<string> {
  const { authorization_endpoint } = knownProvider() ?? (await provider());
  const begun: Begun = { verifier: random(), state: random(), nonce: random(), goal };
  // On its way through the provider, a popup may get a session storage of its own.
  const storage = goal === null ? localStorage : sessionStorage;
  storage.setItem(BEGUN + begun.state, JSON.stringify(begun));
  const url = new URL(authorization_endpoint ?? config.issuer);
  const asked = {
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    response_type: "code",
    scope: config.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await challengeOf(begun.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** The sign-in that this browser started under the address's `state`; usable once; null if none. */
export function takeBegun(): Begun | null {
  const state = new URLSearchParams(location.search).get("state");
  if (state === null) return null;
  const key = BEGUN + state;
  // Opens the second storage only if needed: the first access to each takes a while.
  for (const storage of [() => sessionStorage, () => localStorage]) {
    const text = storage().getItem(key);
    if (text === null) continue;
    storage().removeItem(key);
    return JSON.parse(text);
  }
  return null;
}

/** The address to open after signing in: the current one, without parameters left by a provider. */
export function goalHere(): string {
  const url = new URL(location.href);
  const { searchParams: given } = url;
  // A list may have a filter named `state`: only with one of the others is it a provider's.
  if (given.has("state") && (given.has("code") || given.has("error"))) url.search = "";
  return url.pathname + url.search + url.hash;
}

/**
 * Exchanges the code in the address for tokens; if the provider is known, the request is sent at
 * once.
 * @throws if the address has no code from this issuer (RFC 9207), so that no other issuer gets the
 *   verifier
 */
export async function askForTokens({ verifier }: Begun): Promise<Response> {
  const arrived = new URLSearchParams(location.search);
  const code = arrived.get("code");
  if (code === null || (arrived.get("iss") ?? config.issuer) !== config.issuer) {
    throw new Error(arrived.get("error") ?? "no code");
  }
  const { token_endpoint } = knownProvider() ?? (await provider());
  return fetch(token_endpoint ?? config.issuer, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: config.redirect_uri,
      client_id: config.client_id,
      code_verifier: verifier,
    }),
    headers: { accept: "application/json" },
    credentials: "omit",
    redirect: "error",
  });
}
