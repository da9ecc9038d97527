import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Context } from "oidc-provider";
import Provider from "oidc-provider";
import type { FederatedEntry } from "#shared/domain/tenants/federated.ts";
import { localPageHeaders, organisationDomain, organisationPage } from "./continue-page.ts";
import { idOf } from "./people.ts";
import type { openProviderStore } from "./provider-store.ts";
import type { SigningKey } from "./signing-key.ts";

/*
 * An organisation with a sign-in of its own: a second OpenID Connect provider, which knows nothing
 * about ours except its client. Its people may do what `signIn` would allow them in a deployed stage.
 */

/** The organisation's entry in the option `signIn`. */
export const organisation: FederatedEntry = {
  name: "Bank",
  domain: organisationDomain,
  tenant: "platform",
  groups: { "compliance-officers": "platform-admin", "internal-audit": "reader" },
};

export const ORGANISATION_CLIENT = "countersign-pool";

/** Somebody who works there, as the organisation's own provider knows them. */
interface Employee {
  id: string;
  name: string;
  claims: { email: string; groups: string[] };
}

const employee = (name: string, email: string, ...groups: string[]): Employee => ({
  id: idOf(`employee ${email}`),
  name,
  claims: { email, groups },
});

const employees: readonly Employee[] = [
  employee("Olivia Officer", "olivia@bank.example", "compliance-officers", "staff"),
  employee("Ada Auditor", "ada@bank.example", "internal-audit"),
  employee("Sam Staff", "sam@bank.example", "staff"),
  employee("Greta Guest", "greta@elsewhere.example", "compliance-officers"),
];

interface Place {
  /** The issuer of the organisation's provider. */
  issuer: string;
  mount: string;
  /** The address at which our own sign-in waits for the answer. */
  redirectUri: string;
  key: SigningKey;
  store: ReturnType<typeof openProviderStore>;
}

export type Organisation = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The organisation's provider, as a listener below its mount. */
export function organisationAt({ issuer, mount, redirectUri, key, store }: Place): Organisation {
  const provider: Provider = new Provider(issuer, {
    adapter: store.Adapter,
    jwks: { keys: [key] },
    clients: [
      {
        client_id: ORGANISATION_CLIENT,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: [redirectUri],
      },
    ],
    cookies: {
      keys: [key.d?.slice(0, 40) ?? "local"],
      // Different from the names of our own sign-in, which is served at the same address.
      names: { session: "_org_session", interaction: "_org_interaction", resume: "_org_resume" },
    },
    claims: { openid: ["sub"], email: ["email"], groups: ["groups"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `${mount}/choose/${uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: Context, id: string) => {
      const found = employees.find((one) => one.id === id);
      return found && { accountId: id, claims: () => ({ sub: id, ...found.claims }) };
    },
    loadExistingGrant: async ({ oidc }: Context) => {
      const { session, client } = oidc;
      if (session?.accountId === undefined || client === undefined) return undefined;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope("openid email groups");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  return async (request, response) => {
    const url = request.url ?? "/";
    if (url.startsWith(`${mount}/choose/`)) return choose(provider, request, response);
    Object.assign(request, { originalUrl: url, url: url.slice(mount.length) || "/" });
    await callback(request, response);
  };
}

async function choose(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  const asked =
    request.method === "POST" ? new URLSearchParams(await text(request)).get("employee") : null;
  const found = employees.find(({ id }) => id === asked);
  if (found === undefined) {
    response.writeHead(200, localPageHeaders).end(organisationPage(organisation.name, employees));
    return;
  }
  const login = { accountId: found.id };
  const options = { mergeWithLastSubmission: false };
  await provider.interactionFinished(request, response, { login }, options);
}
