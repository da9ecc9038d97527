import * as z from "zod/mini";
import {
  type FederatedEntry,
  federatedClaims,
  groupsIn,
} from "#shared/domain/tenants/federated.ts";
import { setting } from "#shared/platform/settings.ts";

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

/**
 * The contents of a federated person's token: claims by the entry of the provider that signed them in,
 * never groups of the pool. People of the pool keep their own.
 * @returns null: the person belongs to the pool
 */
export function mapSignIn(payload: unknown): object | null {
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
          groups: groupsIn(String(told["custom:idp_groups"] ?? "")),
        });
  return {
    claimsOverrideDetails: {
      claimsToAddOrOverride: claims,
      claimsToSuppress: OF_THE_POOL,
      groupOverrideDetails: { groupsToOverride: [] },
    },
  };
}

/** The entry of the one provider that vouches for this user, whose name begins with the provider's. */
function entryOf(userName: string, told: unknown): FederatedEntry | undefined {
  const known = JSON.parse(setting("SIGN_IN_PROVIDERS") ?? "[]") as FederatedEntry[];
  const [one, ...others] = z.parse(identities, JSON.parse(String(told ?? "[]")));
  if (one === undefined || others.length > 0) return undefined;
  const isOwn = userName.toLowerCase().startsWith(`${one.providerName}_`.toLowerCase());
  return isOwn ? known.find(({ name }) => name === one.providerName) : undefined;
}
