import type { AuthorizationServer } from "oauth4webapi";

/*
 * The way to the sign-in provider and back: OpenID Connect, authorization code with PKCE. The page
 * carries this twice: in the script at its head, which goes there and back before anything else is
 * loaded, and in the console itself, which asks again when a sign-in has ended. So it is written
 * without the library, which weighs four times as much as the page; every answer of the provider is
 * checked by the library, in session.ts, before it is believed.
 */

interface Config {
  issuer: string;
  client_id: string;
  scope: string;
  redirect_uri: string;
  bearer: "id_token" | "access_token";
}

/** What was begun before the provider was asked; kept for the way back only. */
export interface Begun {
  verifier: string;
  state: string;
  nonce: string;
  /** Where the person wanted to go; null in the window that only renews. */
  goal: string | null;
}

/** The way back, as far as the head's script has gone it. */
export interface Arrival {
  begun: Begun;
  /** The token endpoint's answer. */
  answer: Promise<Response>;
}

declare global {
  var countersignArrival: Arrival | undefined;
}

const BEGUN = "countersign.sign-in ";

export const config: Config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-sign-in"]')?.content ?? "{}",
);

const KEPT = `countersign.provider ${config.issuer}`;

/** Does the local run's own provider sign people in? */
export const isLocal = new URL(config.issuer).pathname.startsWith("/_local/");

/** The provider's metadata, if this tab has fetched it before. */
export function knownProvider(): AuthorizationServer | null {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? null : JSON.parse(kept);
}

/**
 * The provider's own description (OpenID Connect Discovery); kept for this tab, because it hardly
 * ever changes.
 * @throws when it cannot be read, or describes another issuer
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

/** The code challenge of RFC 7636, method S256. */
async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(hash));
}

/**
 * The provider's address where signing in begins; stores what the way back needs.
 * @param goal where the person wants to go; null in the window that only renews
 */
export async function begin(goal: string | null): Promise<string> {
  const { authorization_endpoint } = knownProvider() ?? (await provider());
  const begun: Begun = { verifier: random(), state: random(), nonce: random(), goal };
  // A window of its own may get a session storage of its own on the way.
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

/** What this browser began under the state in the address, once; null if it began no such sign-in. */
export function takeBegun(): Begun | null {
  const state = new URLSearchParams(location.search).get("state");
  if (state === null) return null;
  const key = BEGUN + state;
  // Only one of them is opened where one is enough: the first look into each takes a while.
  for (const storage of [() => sessionStorage, () => localStorage]) {
    const text = storage().getItem(key);
    if (text === null) continue;
    storage().removeItem(key);
    return JSON.parse(text);
  }
  return null;
}

/** Where to lead after signing in: the present address, without what a provider left in it. */
export function goalHere(): string {
  const url = new URL(location.href);
  if (url.searchParams.has("state")) url.search = "";
  return url.pathname + url.search + url.hash;
}

/**
 * Trades the code in the address for tokens; with a known provider the request leaves at once.
 * @throws when the address holds no code of this issuer (RFC 9207), so that no other gets the
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
