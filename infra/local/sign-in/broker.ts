import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { federatedClaims, roleOf } from "#shared/domain/tenants/federated.ts";
import { ORGANISATION_CLIENT, organisation } from "./organisation.ts";
import { idOf } from "./people.ts";
import type { openProviderStore } from "./provider-store.ts";
import { publicPart, type SigningKey } from "./signing-key.ts";

/*
 * Sends the browser from our own sign-in to the organisation's and back, as a user pool does:
 * authorization code with PKCE, then claims that depend only on the organisation's entry.
 */

export interface Broker {
  /** The issuer of the organisation's provider. */
  issuer: string;
  redirectUri: string;
  key: SigningKey;
  store: ReturnType<typeof openProviderStore>;
}

/** How long signing in there and coming back may take. */
const MAX_SECONDS = 600;

const random = (): string => randomBytes(24).toString("base64url");

/** Whether an organisation signs in the people of an address's domain. */
export const isFederated = (email: string): boolean =>
  email.trim().toLowerCase().endsWith(`@${organisation.domain}`);

/** Where a browser signs in with the organisation. @param uid of our own sign-in's interaction */
export function wayThere({ issuer, redirectUri, store }: Broker, uid: string): string {
  const [state, verifier, nonce] = [random(), random() + random(), random()];
  store.put(`broker:${state}`, { way: uid, verifier, nonce }, MAX_SECONDS);
  const query = new URLSearchParams({
    client_id: ORGANISATION_CLIENT,
    response_type: "code",
    scope: "openid email groups",
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return `${issuer}/auth?${query}`;
}

/**
 * Accepts the organisation's answer once, and keeps the person that it vouches for.
 * @returns the interaction to go on with, and the key under which the person is kept; null: nobody
 * arrived
 */
export async function wayBack(
  broker: Broker,
  answer: URLSearchParams,
): Promise<{ uid: string; arrival: string } | null> {
  const { store } = broker;
  const begun = store.take(`broker:${answer.get("state") ?? ""}`);
  const code = answer.get("code");
  if (begun === undefined || code === null) return null;
  const told = await identityBehind(broker, code, begun);
  const { sub, email, groups } = told;
  const role = roleOf(organisation, groups);
  const person = {
    id: idOf(`${organisation.name} ${sub}`),
    claims: { email, ...federatedClaims(organisation, { email, role }) },
  };
  const arrival = random();
  store.put(`arrival:${arrival}`, { person }, MAX_SECONDS);
  return { uid: String(begun.way), arrival };
}

async function identityBehind(
  { issuer, redirectUri, key }: Broker,
  code: string,
  { verifier, nonce }: Record<string, unknown>,
) {
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: ORGANISATION_CLIENT,
      redirect_uri: redirectUri,
      code_verifier: String(verifier),
      code,
    }),
  });
  const { id_token } = (await answer.json()) as { id_token?: string };
  const { payload } = await jwtVerify(
    id_token ?? "",
    createLocalJWKSet({ keys: [publicPart(key)] }),
    { issuer, audience: ORGANISATION_CLIENT, currentDate: new Date(Date.now()) },
  );
  if (payload.nonce !== nonce) throw new Error("The organisation answered another request.");
  const groups = Array.isArray(payload.groups) ? payload.groups.map(String) : [];
  return { sub: String(payload.sub), email: String(payload.email ?? ""), groups };
}
