import { auditRowOf, resourcePartition } from "./audit.ts";
import { all, any, change, is, isAbsent, isAbsentOr } from "./item.ts";
import { getItem, queryAll } from "./read.ts";
import { updateItem } from "./update.ts";

/* REDELIVERY / STATE: how far the source host's list of deliveries has been checked. */

const key = { pk: "REDELIVERY", sk: "STATE" };

export interface RedeliveryState {
  /** Attempts up to here were checked, and failed ones requested again; null: none yet. */
  looked_until: string | null;
  /** No new attempt before then: another tick is working on it, or the host asked us to wait. */
  not_before: string | null;
  /** Cursors of the host's list where ticks left off, newest first; the next starts at the last. */
  read_from: readonly string[];
}

export async function readRedelivery(): Promise<RedeliveryState> {
  const item = await getItem(key);
  const state = item as Partial<RedeliveryState> | null;
  return {
    looked_until: state?.looked_until ?? null,
    not_before: state?.not_before ?? null,
    read_from: state?.read_from ?? [],
  };
}

/** Replaces the state if it is still what was read; false: another tick came first. */
export async function moveRedelivery(
  before: RedeliveryState,
  after: RedeliveryState,
): Promise<boolean> {
  const { looked_until, not_before, read_from } = before;
  const isSame = all(is({ looked_until, not_before }), isAbsentOr("read_from", read_from));
  const { updated } = await updateItem(
    change(key, { set: { ...after }, where: any(isAbsent("pk"), isSame) }),
  );
  return updated;
}

/** Every audit row that names a source-host delivery, of any tenant. */
export const rowsOfDelivery = async (deliveryId: string) =>
  (await queryAll({ pk: resourcePartition("sourcehost_delivery", deliveryId) })).map(auditRowOf);
