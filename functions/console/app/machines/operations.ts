import { type Scope, scopesOf } from "#shared/domain/machines/scopes.ts";
import { may } from "../shell/client.ts";
import { session } from "../shell/session.ts";

const platform = {
  list: "listMachines",
  get: "getMachine",
  put: "putMachine",
  remove: "deleteMachine",
} as const;

const tenant = {
  list: "listTenantMachines",
  get: "getTenantMachine",
  put: "putTenantMachine",
  remove: "deleteTenantMachine",
} as const satisfies Record<keyof typeof platform, string>;

const isPlatforms = (): boolean => may("listMachines");

/** The operations on the user's own machines. Both sets have the same requests and responses. */
export const operations = (): typeof platform =>
  isPlatforms() ? platform : (tenant as unknown as typeof platform);

/** The scopes that these machines may have. */
export const offeredScopes = (): readonly Scope[] =>
  scopesOf(isPlatforms() ? "platform" : "tenant");

/** The path of the user's organisation, before a machine's id; empty for the platform's machines. */
const below = (word: string): string =>
  isPlatforms() ? "" : `${word}${session.value?.person.tenantId ?? ""}`;

/** The audience that these machines' tokens have. */
export const ownAudience = (): string => `${location.origin}${below("/tenants/")}`;

/** A machine's id as it is in audit rows, because two organisations can choose the same one. */
export const idInRows = (id: string): string => (isPlatforms() ? id : `${below("")}/${id}`);
