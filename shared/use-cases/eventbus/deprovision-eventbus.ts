import { demolishBus } from "#shared/domain/eventbus/build-bus.ts";
import { busWork } from "#shared/platform/aws/customer-buses.ts";
import {
  type BusChange,
  begin,
  busyBus,
  type Claimed,
  customerOf,
  giveBack,
  recordChange,
} from "./change-bus.ts";

/**
 * Removes the rule, permission and bus of an eventbus connection and records that once. Repeating
 * an interrupted call completes it.
 * @throws DomainError `not_found`, `not_an_eventbus_connection`, `eventbus_operation_active`
 */
export async function deprovisionEventbus(request: Omit<BusChange, "kind">): Promise<void> {
  const change: BusChange = { ...request, kind: "deprovision" };
  const begun = await begin(change);
  if (!begun.begun) return;
  await demolish(begun);
  await recordChange(change, begun);
}

async function demolish(claimed: Claimed): Promise<void> {
  try {
    const result = await demolishBus(busWork(), customerOf(claimed.connection));
    if (result === "busy") throw busyBus();
  } catch (error) {
    await giveBack(claimed);
    throw error;
  }
}
