import {
  type Member,
  namesTenant,
  type Person,
  seesPlatform,
  unknownTenant,
} from "#shared/domain/tenants/tenant.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { nowMs } from "#shared/platform/clock.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { bindBody } from "./bind.ts";
import { bindPage } from "./bind-list.ts";

/** A tenant can be removed, so we trust a look-up only this long. */
const known = createAgedCache<true>({ maxAgeMs: 30_000, mostKept: 10_000 });

/**
 * Guard of every `user` and `org` route: the token's tenant has to exist. A function instance looks up
 * a known tenant at most every 30 seconds, and an unknown one every time.
 * @throws DomainError `unknown_tenant`
 */
export async function knownTenant({ principal }: { principal: Member }): Promise<undefined> {
  await requireTenant(principal.tenantId);
}

/** An entry that a tenant's users call. */
type TenantRoute = Route & { access: "user" | "org" };

/** Binds a function that a tenant's users call, as `bindBody` does. */
export const bindTenant = <R extends TenantRoute>(route: R) => bindBody(route, knownTenant);

/** The same for a function that answers with a page. */
export const bindTenantPage = <R extends TenantRoute>(route: R) => bindPage(route, knownTenant);

/** @throws DomainError `unknown_tenant` if the tenant does not exist, or no longer exists */
export async function requireTenant(tenantId: string): Promise<void> {
  if (isKnown(tenantId)) return;
  if (!namesTenant(tenantId) || (await readTenant(tenantId)) === null) {
    throw unknownTenant();
  }
  keepKnown(tenantId);
}

/**
 * Guard of every `signed_in` route. A caller who sees the platform needs no tenant; any other caller's
 * tenant has to exist.
 * @returns whether the caller sees the platform
 * @throws DomainError `unknown_tenant`
 */
export async function knownCaller({ principal }: { principal: Person }): Promise<boolean> {
  const { tenantId } = principal;
  if (seesPlatform(principal)) return true;
  if (tenantId !== null) await requireTenant(tenantId);
  return false;
}

/**
 * Guard of a `user` route that shows more to a caller who also sees the platform.
 * @returns whether the caller does
 * @throws DomainError `unknown_tenant`
 */
export async function knownMember({ principal }: { principal: Member }): Promise<boolean> {
  await requireTenant(principal.tenantId);
  return seesPlatform(principal);
}

/** Whether this instance knows that the tenant exists. */
export const isKnown = (tenantId: string): boolean => known.get(tenantId, nowMs()) === true;

export const keepKnown = (tenantId: string): void => known.set(tenantId, true, nowMs());
