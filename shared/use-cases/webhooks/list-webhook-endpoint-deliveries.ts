import { shownDelivery } from "#shared/domain/webhooks/delivery.ts";
import type { Paging } from "#shared/store/page.ts";
import { pageOfDeliveries } from "#shared/store/webhook-deliveries.ts";
import { requireEndpoint } from "./require-endpoint.ts";

/**
 * An endpoint's deliveries of the last 30 days, newest first.
 * @throws DomainError `not_found`
 */
export async function listWebhookEndpointDeliveries(
  owner: string,
  endpointId: string,
  paging: Paging,
) {
  await requireEndpoint(owner, endpointId);
  const { items, next_cursor } = await pageOfDeliveries(endpointId, paging);
  return { items: items.map(shownDelivery), next_cursor };
}
