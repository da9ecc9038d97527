import { DomainError } from "#shared/domain/errors.ts";

/** A customer organisation; owns its connections, runs and artifacts (contract). */
export interface Tenant {
  id: string;
  name: string;
  created_at: string;
}

const tenantIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a tenant id from outside into its stored form (lower case); null if it is not a UUID. */
export const tenantIdOf = (text: string): string | null =>
  tenantIdForm.test(text) ? text.toLowerCase() : null;

/** Whether the text has the form of a tenant id. */
export const namesTenant = (text: string): boolean => tenantIdOf(text) !== null;

/** The error for an access token whose tenant does not exist. */
export const unknownTenant = (): DomainError =>
  new DomainError("unknown_tenant", "The tenant of this access token does not exist.");
