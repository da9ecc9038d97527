import { shownEndpoint } from "#shared/domain/webhooks/endpoint.ts";
import type { Paging } from "#shared/store/page.ts";
import { pageOfEndpoints } from "#shared/store/webhook-endpoints.ts";
import { getEndpoint } from "./change-endpoint.ts";

/** @param owner `platform`, or the tenant's id */
export async function listEndpoints(owner: string, paging: Paging, now: string) {
  const { items, nextCursor } = await pageOfEndpoints(owner, paging);
  return { items: items.map((one) => shownEndpoint(one, now)), next_cursor: nextCursor };
}

/** @throws DomainError `not_found` */
export const showEndpoint = async (owner: string, id: string, now: string) =>
  shownEndpoint(await getEndpoint(owner, id), now);
