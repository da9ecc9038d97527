import { type DomainError, noSuch } from "#shared/domain/errors.ts";
import type { Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { getEndpoint } from "#shared/store/webhook-endpoints.ts";

/** @throws DomainError `not_found` */
export async function requireEndpoint(owner: string, id: string): Promise<Endpoint> {
  const endpoint = await getEndpoint(owner, id);
  if (endpoint === null) throw unknownEndpoint();
  return endpoint;
}

export const unknownEndpoint = (): DomainError => noSuch("endpoint");
