import { type Channel, channels, type DeliveryEntry } from "#shared/domain/connections/delivery.ts";
import { allDeliveriesPage, type DeliveryFilters } from "#shared/store/deliveries.ts";
import type { Page, Paging } from "#shared/store/page.ts";

interface Query extends Paging, DeliveryFilters {
  tenant_id?: string | undefined;
  channel?: Channel | undefined;
}

/** The deliveries of every tenant, or of one, newest first. */
export const listWebhookDeliveries = ({
  tenant_id,
  channel,
  outcome,
  from,
  ...paging
}: Query): Promise<Page<DeliveryEntry>> =>
  allDeliveriesPage(
    { tenantId: tenant_id, channels: channel === undefined ? channels : [channel], outcome, from },
    paging,
  );
