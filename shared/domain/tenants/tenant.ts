import { DomainError } from "#shared/domain/errors.ts";

/** A customer organisation: everything that connects, runs or is found belongs to one (contract). */
export interface Tenant {
  id: string;
  name: string;
  created_at: string;
}

const tenantIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a tenant as it is stored (lower case) out of text from outside; null: it can be none. */
export const tenantIdOf = (text: string): string | null =>
  tenantIdForm.test(text) ? text.toLowerCase() : null;

/** Could this be the id of a tenant at all? */
export const namesTenant = (text: string): boolean => tenantIdOf(text) !== null;

/** The refusal of an access token whose tenant there is not. */
export const unknownTenant = (): DomainError =>
  new DomainError("unknown_tenant", "The tenant of this access token does not exist.");
