import { type Endpoint, isGivenUp, shownEndpoint } from "#shared/domain/webhooks/endpoint.ts";
import type { Paging } from "#shared/store/page.ts";
import { pageOfEndpoints } from "#shared/store/webhook-endpoints.ts";

/**
 * @param owner `platform`, or the tenant's id
 * @param query `given_up`: only those that the courier switched off (true), or the others (false)
 */
export async function listWebhookEndpoints(
  owner: string,
  { given_up, ...paging }: Paging & { given_up?: boolean | undefined },
  now: string,
) {
  const keep = given_up === undefined ? undefined : (one: Endpoint) => isGivenUp(one) === given_up;
  const { items, next_cursor } = await pageOfEndpoints(owner, paging, keep);
  return { items: items.map((one) => shownEndpoint(one, now)), next_cursor };
}
