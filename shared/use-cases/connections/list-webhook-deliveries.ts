import {
  type Channel,
  channels,
  type DeliveryEntry,
  type DeliveryResult,
} from "#shared/domain/connections/delivery.ts";
import { allDeliveriesPage } from "#shared/store/deliveries.ts";
import type { Page, Paging } from "#shared/store/page.ts";

interface Query extends Paging {
  tenant_id?: string | undefined;
  channel?: Channel | undefined;
  outcome?: DeliveryResult | undefined;
}

/** The deliveries of every tenant, or of one, newest first. */
export const listWebhookDeliveries = ({
  tenant_id,
  channel,
  outcome,
  ...paging
}: Query): Promise<Page<DeliveryEntry>> =>
  allDeliveriesPage(
    { tenantId: tenant_id, channels: channel === undefined ? channels : [channel], outcome },
    paging,
  );
