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

/** On the machines of whoever is signed in; both sets have the same requests and responses. */
export const operations = (): typeof platform =>
  isPlatforms() ? platform : (tenant as unknown as typeof platform);

/** What these machines may be allowed to do. */
export const offeredScopes = (): readonly Scope[] =>
  scopesOf(isPlatforms() ? "platform" : "tenant");

/** The path of a person's organisation, before the id of one of its machines, below this address. */
const below = (word: string): string =>
  isPlatforms() ? "" : `${word}${session.value?.person.tenantId ?? ""}`;

/** The audience that these machines' tokens have. */
export const ownAudience = (): string => `${location.origin}${below("/tenants/")}`;

/** A machine's id as the audit rows have it: two organisations can choose the same one. */
export const idInRows = (id: string): string => (isPlatforms() ? id : `${below("")}/${id}`);
