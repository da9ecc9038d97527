import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Context } from "oidc-provider";
import Provider from "oidc-provider";
import { guarded, namesThisMachine } from "#infra/local/local-callers.ts";
import { CONSOLE_CLIENT, type SignIn, startSignIn } from "#infra/local/sign-in.ts";
import { type Broker, isFederated, wayBack, wayThere } from "./broker.ts";
import { continuePage, localPageHeaders, signOutPage } from "./continue-page.ts";
import { type Organisation, organisationAt } from "./organisation.ts";
import { type LocalPerson, type LocalTenant, ofNoTenant, peopleOf } from "./people.ts";
import { openProviderStore } from "./provider-store.ts";
import type { SigningKey } from "./signing-key.ts";

export interface ProviderData {
  issuer: string;
  /** The console's address, to which the provider redirects back. */
  redirectUri: string;
  /** The API's address, for the list of tenants. */
  baseUrl: string;
  key: SigningKey;
  storeFile: string | null;
  clockOffset: Float64Array;
}

const HOUR = 3600;

/** Where `npm run admin -- sign-in` waits, as in a deployed stage. */
const SIGN_IN_COMMAND_CALLBACK = "http://localhost:8976/signed-in";

/** The parts that serve one system's sign-in. */
interface Serving {
  data: ProviderData;
  mount: string;
  store: ReturnType<typeof openProviderStore>;
  signIn: SignIn;
  provider: Provider;
  broker: Broker;
  organisation: Organisation;
}

const logoutSource = (ctx: Context, form: string): void => {
  ctx.type = "html";
  ctx.body = signOutPage(form);
};

/** The claims that each scope reveals. */
const claims = {
  openid: ["sub", "is_platform_admin", "is_reader", "tenant_id", "org_role"],
  email: ["email"],
};

function providerOf(data: ProviderData, mount: string, store: Serving["store"]): Provider {
  const provider: Provider = new Provider(data.issuer, {
    adapter: store.Adapter,
    jwks: { keys: [data.key] },
    clients: [
      {
        client_id: CONSOLE_CLIENT,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [data.redirectUri, SIGN_IN_COMMAND_CALLBACK],
        post_logout_redirect_uris: [data.redirectUri],
      },
    ],
    clientBasedCORS: () => true,
    cookies: { keys: [data.key.d?.slice(0, 40) ?? "local"] },
    claims,
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: HOUR,
      IdToken: HOUR,
      AuthorizationCode: 60,
      Interaction: HOUR,
      RefreshToken: 12 * HOUR,
      Session: 14 * 24 * HOUR,
      Grant: 14 * 24 * HOUR,
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    interactions: { url: (_: Context, { uid }: { uid: string }) => `${mount}/continue/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    findAccount: (_: Context, id: string) => {
      const claims = store.find(`person:${id}`);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    // No consent prompt: the console is the provider's own client.
    loadExistingGrant: async ({ oidc }: Context) => {
      const { session, client } = oidc;
      if (session?.accountId === undefined || client === undefined) return undefined;
      const known = session.grantIdFor(client.clientId);
      const found = known === undefined ? undefined : await provider.Grant.find(known);
      if (found !== undefined) return found;
      const { accountId } = session;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  return provider;
}

async function tenants({ data, signIn }: Serving): Promise<LocalTenant[]> {
  const { access_token } = await signIn.issue({ is_platform_admin: true });
  const found: LocalTenant[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${data.baseUrl}/admin/tenants?limit=200${query}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const page = (await response.json()) as { items: LocalTenant[]; next_cursor: string | null };
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

async function serveContinue(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider } = serving;
  await provider.interactionDetails(request, response);
  const arrived = arrivedIn(serving, request);
  if (arrived !== undefined) return goOn(serving, arrived, request, response);
  const known = await tenants(serving);
  if (request.method !== "POST") {
    response.writeHead(200, localPageHeaders).end(continuePage(known, null));
    return;
  }
  const form = new URLSearchParams(await text(request));
  const email = form.get("email");
  if (email !== null && isFederated(email)) {
    response.writeHead(303, { location: wayThere(serving.broker, uidIn(request)) }).end();
    return;
  }
  const people: LocalPerson[] = [...ofNoTenant, ...known.flatMap(peopleOf)];
  const person = people.find(({ id }) => id === form.get("person"));
  if (person === undefined) {
    response.writeHead(400, localPageHeaders).end(continuePage(known, email));
    return;
  }
  await goOn(serving, person, request, response);
}

const urlOf = ({ url }: IncomingMessage): URL => new URL(url ?? "/", "http://localhost");

const uidIn = (request: IncomingMessage): string => urlOf(request).pathname.split("/").at(-1) ?? "";

type Arrived = Pick<LocalPerson, "id" | "claims">;

/** The person whom the organisation vouched for, returned once, on the way back. */
const arrivedIn = ({ store }: Serving, request: IncomingMessage): Arrived | undefined =>
  store.take(`arrival:${urlOf(request).searchParams.get("arrival")}`)?.person as
    | Arrived
    | undefined;

async function goOn(
  { provider, store }: Serving,
  person: Arrived,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  store.put(`person:${person.id}`, person.claims, undefined);
  const login = { accountId: person.id };
  await provider.interactionFinished(
    request,
    response,
    { login },
    { mergeWithLastSubmission: false },
  );
}

/** The organisation has answered, so our own sign-in continues where it stopped. */
async function serveReturn(
  { data, mount, broker }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const back = await wayBack(broker, urlOf(request).searchParams);
  const location =
    back === null ? data.redirectUri : `${mount}/continue/${back.uid}?arrival=${back.arrival}`;
  response.writeHead(303, { location }).end();
}

/**
 * Serves a system's sign-in until it is ended; then it writes what the provider remembers.
 * @param tellFault called with errors while it serves
 */
export async function serveProvider(
  data: ProviderData,
  tellFault: (error: Error) => void,
): Promise<{ port: number; end: () => Promise<void> }> {
  const mount = new URL(data.issuer).pathname;
  const store = openProviderStore(data.storeFile, tellFault);
  const signIn = await startSignIn(data.key, Date.now, () => data.issuer);
  const provider = providerOf(data, mount, store);
  const federated = { issuer: `${data.issuer}/organisation`, redirectUri: `${data.issuer}/broker` };
  const broker = { ...federated, key: data.key, store };
  const organisation = organisationAt({ ...broker, mount: `${mount}/organisation` });
  const serving = { data, mount, store, signIn, provider, broker, organisation };
  const server = serverOf(serving, tellFault);
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const end = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await store.flush();
  };
  return { port: (server.address() as AddressInfo).port, end };
}

function serverOf(serving: Serving, tellFault: (error: Error) => void): Server {
  const { data, mount, provider } = serving;
  const callback = provider.callback();
  const listener: RequestListener = async (request, response) => {
    try {
      const url = request.url ?? "/";
      if (url.startsWith(`${mount}/continue/`)) {
        return await serveContinue(serving, request, response);
      }
      if (url.startsWith(`${mount}/organisation/`)) {
        return await serving.organisation(request, response);
      }
      if (url.startsWith(`${mount}/broker?`)) return await serveReturn(serving, request, response);
      // oidc-provider derives its mount path from `originalUrl`, which any framework sets.
      Object.assign(request, { originalUrl: url, url: url.slice(mount.length) || "/" });
      await callback(request, response);
    } catch (error) {
      // The interaction has ended or belongs to another browser: sign-in starts over.
      if ((error as Error).name === "SessionNotFound") {
        response.writeHead(303, { location: data.redirectUri }).end();
        return;
      }
      tellFault(error as Error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
  // The gateway has checked what it forwards, but a web page may find this port itself.
  return createServer(guarded(listener, ({ headers }) => namesThisMachine(headers.host)));
}
