import { signal } from "@preact/signals";
import * as oauth from "oauth4webapi";
import { type Person, personOf } from "#shared/domain/tenants/person.ts";

/*
 * Sign-in by OpenID Connect: authorization code with PKCE. Tokens live in this page's memory and
 * nowhere else; after a reload the provider's own session signs in again without a question.
 */

interface Config {
  issuer: string;
  client_id: string;
  scope: string;
  redirect_uri: string;
  bearer: "id_token" | "access_token";
}

interface Session {
  token: string;
  idToken: string;
  refreshToken: string | undefined;
  person: Person;
}

/** What was begun before the provider was asked; kept for the way back only. */
interface Begun {
  verifier: string;
  state: string;
  nonce: string;
  /** Where the person wanted to go; null in the window that only renews. */
  goal: string | null;
}

export const session = signal<Session | null>(null);
/** Why nobody could be signed in; null while all is well. */
export const signInFault = signal<string | null>(null);
/** Asks the person to sign in again, in a window of its own, so that this page keeps what it holds. */
export const askedAgain = signal<{ answer: (isSignedIn: boolean) => void } | null>(null);

const BEGUN = "countersign.sign-in ";
const RENEWED = "countersign.renewed";

const config: Config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-sign-in"]')?.content ?? "{}",
);
const client: oauth.Client = { client_id: config.client_id };
const options = { [oauth.allowInsecureRequests]: config.issuer.startsWith("http://") };

/** The provider's own description; kept for this tab, it changes next to never. */
async function provider(): Promise<oauth.AuthorizationServer> {
  const key = `countersign.provider ${config.issuer}`;
  const kept = sessionStorage.getItem(key);
  if (kept !== null) return JSON.parse(kept);
  const issuer = new URL(config.issuer);
  const found = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, options),
  );
  sessionStorage.setItem(key, JSON.stringify(found));
  return found;
}

/** The address at the provider where signing in begins; notes what the way back needs. */
async function begin(goal: string | null): Promise<string> {
  const server = await provider();
  const begun: Begun = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    goal,
  };
  // A window of its own may get a session storage of its own on the way.
  const storage = goal === null ? localStorage : sessionStorage;
  storage.setItem(BEGUN + begun.state, JSON.stringify(begun));
  const url = new URL(server.authorization_endpoint ?? config.issuer);
  const asked = {
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    response_type: "code",
    scope: config.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Signs in, or leaves for the provider.
 * @returns false when the page is about to be left, or when the fault is told by `signInFault`
 */
export async function signIn(): Promise<boolean> {
  const home = new URL(config.redirect_uri);
  if (location.origin !== home.origin) {
    location.replace(`${home.origin}${location.pathname}${location.search}`);
    return false;
  }
  const text = takeBegun(new URLSearchParams(location.search).get("state"));
  try {
    if (text === null) {
      location.replace(await begin(location.pathname + location.search + location.hash));
      return false;
    }
    const begun: Begun = JSON.parse(text);
    session.value = await exchangeCode(begun);
    if (begun.goal === null) return handOver(session.value);
    history.replaceState(null, "", begun.goal);
    return true;
  } catch (error) {
    signInFault.value = describe(error);
    return false;
  }
}

function takeBegun(state: string | null): string | null {
  if (state === null) return null;
  const key = BEGUN + state;
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
  return text;
}

const describe = (error: unknown): string => {
  const { error: code, error_description: words } = error as Record<string, unknown>;
  if (typeof code === "string") return typeof words === "string" ? `${words} (${code})` : code;
  return error instanceof Error ? error.message : String(error);
};

async function exchangeCode({ verifier, state, nonce }: Begun): Promise<Session> {
  const server = await provider();
  const parameters = oauth.validateAuthResponse(server, client, new URL(location.href), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    config.redirect_uri,
    verifier,
    options,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  return sessionOf(result, undefined);
}

function sessionOf(result: oauth.TokenEndpointResponse, before: Session | undefined): Session {
  const idToken = result.id_token ?? before?.idToken ?? "";
  const token = config.bearer === "id_token" ? idToken : result.access_token;
  const person = personOf(payloadOf(token)) ?? personOf(payloadOf(idToken));
  if (person === null) throw new Error("The token names no user.");
  return { token, idToken, refreshToken: result.refresh_token ?? before?.refreshToken, person };
}

/** The claims of a token that came straight from the provider; empty for one that is opaque. */
function payloadOf(token: string): Record<string, unknown> {
  try {
    const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))),
    );
  } catch {
    return {};
  }
}

let renewing: Promise<boolean> | null = null;

/** Renews an ended sign-in without leaving the page. @returns whether there is a token again */
export function renewSignIn(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<boolean> {
  const before = session.value;
  if (before?.refreshToken !== undefined) {
    try {
      const server = await provider();
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        before.refreshToken,
        options,
      );
      const result = await oauth.processRefreshTokenResponse(server, client, response);
      session.value = sessionOf(result, before);
      return true;
    } catch {
      // The provider's session has ended too, or it cannot be reached: the person is asked.
    }
  }
  return new Promise((answer) => {
    askedAgain.value = { answer };
  });
}

/** Opens the provider in a window of its own; the page learns of the new token from there. */
export async function signInAgain(): Promise<void> {
  const asked = askedAgain.value;
  const channel = new BroadcastChannel(RENEWED);
  // Opened at once, in the press of the button: later a browser would block it.
  const opened = open("about:blank", "_blank", "popup,width=520,height=720");
  channel.onmessage = ({ data }: MessageEvent<Session>) => {
    channel.close();
    session.value = data;
    askedAgain.value = null;
    asked?.answer(true);
  };
  const address = await begin(null);
  opened?.location.replace(address);
}

export function giveUpSignIn(): void {
  const asked = askedAgain.value;
  askedAgain.value = null;
  asked?.answer(false);
}

/** In the window that only renews: hands the tokens to the page that asked, and closes. */
function handOver(made: Session): false {
  session.value = null;
  signInFault.value = "";
  const channel = new BroadcastChannel(RENEWED);
  channel.postMessage(made);
  channel.close();
  close();
  return false;
}

/** Ends the session here and at the provider. */
export async function signOut(): Promise<void> {
  const { idToken = "" } = session.value ?? {};
  const { end_session_endpoint } = await provider();
  session.value = null;
  if (end_session_endpoint === undefined) {
    location.replace(config.redirect_uri);
    return;
  }
  const url = new URL(end_session_endpoint);
  const asked = {
    client_id: config.client_id,
    id_token_hint: idToken,
    post_logout_redirect_uri: config.redirect_uri,
    // Cognito's own name for the same.
    logout_uri: config.redirect_uri,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  location.assign(url.href);
}
