import * as z from "zod/mini";
import {
  addressClaims,
  type FederatedEntry,
  federatedClaims,
  groupsIn,
  keptRole,
  roleIn,
  roleOf,
} from "#shared/domain/tenants/federated.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { setting } from "#shared/platform/settings.ts";

const ARRIVAL = "InboundFederation_ExternalProvider";

const told = z.nullish(z.record(z.string(), z.unknown()));

/** The members that we read of Cognito's event before it stores what a provider states (V1_0). */
const arrival = z.object({
  request: z.object({
    providerName: z.string(),
    attributes: z.object({ idToken: told, userInfo: told, samlResponse: told }),
  }),
});

/** The members that we read of Cognito's event before it makes a token (version 1). */
const event = z.object({
  userName: z.string(),
  request: z.object({
    userAttributes: z.record(z.string(), z.unknown()),
  }),
});

const identities = z.array(z.object({ providerName: z.string() }));

/** Rights that only people of the user pool have: a federated person has none of these. */
const OF_THE_POOL = ["custom:tenant_id", "custom:org_role", "custom:is_platform_admin"];

/** Answers either event. @returns null: the person belongs to the pool */
export const mapSignIn = (payload: { triggerSource?: unknown }): object | null =>
  payload.triggerSource === ARRIVAL ? attributesToKeep(payload) : contentsOfToken(payload);

/** Of what a provider states, all that Cognito needs besides the role. */
const KEPT = ["sub", ...Object.values(addressClaims)];

/**
 * Who the provider says somebody is, and the role that follows from their groups. Without the role,
 * Cognito would keep the groups of an earlier sign-in when the provider names none. It stands under the
 * provider's name for groups and under the pool's, because Cognito's documentation shows both.
 */
function attributesToKeep(payload: unknown): object {
  const { providerName, attributes } = z.parse(arrival, payload).request;
  const { idToken, userInfo, samlResponse } = attributes;
  const told = samlResponse ?? { ...userInfo, ...idToken };
  const entry = entries().find(({ name }) => name === providerName);
  const role = entry && roleOf(entry, groupsIn(told.groups));
  const kept = keptRole(role, nowMs());
  const own = KEPT.flatMap((name) => (told[name] == null ? [] : [[name, String(told[name])]]));
  const roles = { groups: kept, "custom:idp_groups": kept };
  return { userAttributesToMap: { ...Object.fromEntries(own), ...roles } };
}

/**
 * The contents of a federated person's token: claims by the entry of the provider that signed them in,
 * never groups of the pool. People of the pool keep their own.
 */
function contentsOfToken(payload: unknown): object | null {
  const { userName, request } = z.parse(event, payload);
  const { userAttributes: told } = request;
  const isExternal = told["cognito:user_status"] === "EXTERNAL_PROVIDER";
  if (told.identities === undefined && !isExternal) return null;
  const entry = entryOf(userName, told.identities);
  const claims =
    entry === undefined
      ? {}
      : federatedClaims(entry, {
          email: String(told.email ?? ""),
          role: roleIn(String(told["custom:idp_groups"] ?? ""), nowMs()),
        });
  return {
    claimsOverrideDetails: {
      claimsToAddOrOverride: claims,
      claimsToSuppress: OF_THE_POOL,
      groupOverrideDetails: { groupsToOverride: [] },
    },
  };
}

const entries = (): FederatedEntry[] => JSON.parse(setting("SIGN_IN_PROVIDERS") ?? "[]");

/** The entry of the one provider that vouches for this user, whose name begins with the provider's. */
function entryOf(userName: string, told: unknown): FederatedEntry | undefined {
  const [one, ...others] = z.parse(identities, JSON.parse(String(told ?? "[]")));
  if (one === undefined || others.length > 0) return undefined;
  const isOwn = userName.toLowerCase().startsWith(`${one.providerName}_`.toLowerCase());
  return isOwn ? entries().find(({ name }) => name === one.providerName) : undefined;
}
