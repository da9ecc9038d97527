import {
  type Member,
  namesTenant,
  type Person,
  seesPlatform,
  unknownTenant,
} from "#shared/domain/tenants/tenant.ts";
import { readTenant } from "#shared/store/tenants.ts";

const known = new Set<string>();
const MOST_KEPT = 10_000;

/**
 * Guard of every `user` and `org` route: the token's tenant has to exist. A tenant is never
 * deleted, so a function instance looks each one up once; an unknown one is looked up every time.
 * @throws DomainError `unknown_tenant`
 */
export async function knownTenant({ principal }: { principal: Member }): Promise<undefined> {
  const { tenantId } = principal;
  if (isKnown(tenantId)) return;
  if (!namesTenant(tenantId) || (await readTenant(tenantId)) === null) {
    throw unknownTenant();
  }
  keepKnown(tenantId);
}

/**
 * Guard of every `signed_in` route: whoever sees the platform needs no tenant, anybody else's has to
 * exist.
 * @returns whether the caller is shown what the platform shows
 * @throws DomainError `unknown_tenant`
 */
export async function knownCaller({ principal }: { principal: Person }): Promise<boolean> {
  const { tenantId } = principal;
  if (seesPlatform(principal)) return true;
  if (tenantId !== null) await knownTenant({ principal: { ...principal, tenantId } });
  return false;
}

/** Whether this instance already knows that the tenant exists. */
export const isKnown = (tenantId: string): boolean => known.has(tenantId);

export function keepKnown(tenantId: string): void {
  if (known.size >= MOST_KEPT) known.clear();
  known.add(tenantId);
}
