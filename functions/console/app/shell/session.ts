import { signal } from "@preact/signals";
import * as oauth from "oauth4webapi";
import { type Person, personOf } from "#shared/domain/tenants/tenant.ts";
import {
  type Arrival,
  askForTokens,
  type Begun,
  begin,
  config,
  goalHere,
  provider,
  takeBegun,
} from "./provider.ts";

/*
 * Sign-in with OpenID Connect: authorization code with PKCE. Tokens are kept only in this page's
 * memory; after a reload, the provider's own session signs the user in again without a prompt.
 */

interface Session {
  token: string;
  idToken: string;
  refreshToken: string | undefined;
  person: Person;
}

interface Question {
  answer: (isSignedIn: boolean) => void;
  /** The person who signed in, if it is not this page's user. */
  other: Person | null;
  /** Whether the browser opened no window to sign in. */
  isBlocked: boolean;
}

export const session = signal<Session | null>(null);
/** Why signing in failed; null if it has not. */
export const signInFault = signal<string | null>(null);
/** Asks the user to sign in again in a popup, so that this page keeps its contents. */
export const askedAgain = signal<Question | null>(null);

const client: oauth.Client = { client_id: config.client_id };
const options = { [oauth.allowInsecureRequests]: config.issuer.startsWith("http://") };

/** The channel from the popup that renews to the page that opened it; only they have the state. */
const renewal = (state: string): BroadcastChannel =>
  new BroadcastChannel(`countersign.renewed ${state}`);

/**
 * Signs in, or redirects to the provider.
 * @param onSignedIn called before anything is rendered for the user
 * @returns false when the page is about to be left, or when `signInFault` is set
 */
export async function signIn(onSignedIn: () => void): Promise<boolean> {
  const home = new URL(config.redirect_uri);
  if (location.origin !== home.origin) {
    location.replace(`${home.origin}${location.pathname}${location.search}`);
    return false;
  }
  try {
    const arrival = arrived();
    if (arrival === null) {
      location.replace(await begin(goalHere()));
      return false;
    }
    const { begun, answer } = arrival;
    oauth.validateAuthResponse(await provider(), client, new URL(location.href), begun.state);
    session.value = await tokensIn(await answer, begun);
    if (begun.goal === null) return handOver(session.value, begun);
    history.replaceState(null, "", begun.goal);
    onSignedIn();
    return true;
  } catch (error) {
    signInFault.value = describe(error);
    return false;
  }
}

/** The sign-in response that the head script is processing, or one processed here, or null. */
function arrived(): Arrival | null {
  const arrival = globalThis.countersignArrival;
  globalThis.countersignArrival = undefined;
  if (arrival) return arrival;
  const begun = takeBegun();
  if (begun === null) return null;
  const answer = askForTokens(begun);
  answer.catch(() => {});
  return { begun, answer };
}

const describe = (error: unknown): string => {
  const { error: code, error_description: words } = error as Record<string, unknown>;
  if (typeof code === "string") return typeof words === "string" ? `${words} (${code})` : code;
  return error instanceof Error ? error.message : String(error);
};

async function tokensIn(response: Response, { nonce }: Begun): Promise<Session> {
  const server = await provider();
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

/** The claims of a token that came directly from the provider; empty if it is opaque. */
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

/** How often the user has gone back or forward in the browser. */
let moves = 0;
/** Whether somebody other than this page's user signed in last. */
let isOtherSignedIn = false;

/** Renews an expired sign-in without leaving the page. @returns whether there is a valid token */
export function renewSignIn(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<boolean> {
  const before = session.value;
  const movesBefore = moves;
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
      return moves === movesBefore;
    } catch {
      // The provider's session has ended too, or the provider is unreachable, so we ask the user.
    }
  }
  if (moves !== movesBefore) return false;
  return new Promise((answer) => {
    askedAgain.value = { answer, other: null, isBlocked: false };
  });
}

/**
 * Opens the provider in a popup, which sends the new token to this page. Only this page's user may
 * continue, so that nothing they typed is sent in another's name.
 */
export async function signInAgain(): Promise<void> {
  // Opened during the click: a browser would block it later.
  const opened = open("about:blank", "_blank", "popup,width=520,height=720");
  const question = askedAgain.value;
  if (question !== null) askedAgain.value = { ...question, isBlocked: opened === null };
  if (opened === null) return;
  const address = new URL(await begin(null));
  // The provider would otherwise continue with the session of the other person.
  if (isOtherSignedIn) address.searchParams.set("prompt", "login");
  const channel = renewal(address.searchParams.get("state") ?? "");
  channel.onmessage = ({ data }: MessageEvent<Session>) => {
    channel.close();
    const asked = askedAgain.value;
    isOtherSignedIn = data.person.userId !== session.value?.person.userId;
    if (asked === null) return;
    if (isOtherSignedIn) {
      askedAgain.value = { ...asked, other: data.person };
      return;
    }
    session.value = data;
    askedAgain.value = null;
    asked.answer(true);
  };
  opened.location.replace(address);
}

export function giveUpSignIn(): void {
  const asked = askedAgain.value;
  askedAgain.value = null;
  asked?.answer(false);
}

// Whoever goes back has left what waits for the sign-in, so it must not be sent from another screen.
addEventListener("popstate", () => {
  moves += 1;
  giveUpSignIn();
});

/** In the popup that only renews: sends the tokens to the page that opened it, and closes. */
function handOver(made: Session, { state }: Begun): false {
  session.value = null;
  signInFault.value = "";
  const channel = renewal(state);
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
    // Cognito's name for the same parameter.
    logout_uri: config.redirect_uri,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  location.assign(url.href);
}
