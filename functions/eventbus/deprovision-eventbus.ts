import { demolishBus } from "#shared/domain/eventbus/build-bus.ts";
import { bind } from "#shared/edge/bind.ts";
import { busWork } from "#shared/platform/aws/customer-buses.ts";
import { eventbusRoutes } from "#shared/routes/table/eventbus.ts";
import {
  type BusChange,
  begin,
  busyBus,
  type Claimed,
  customerOf,
  giveBack,
  settle,
} from "#shared/use-cases/eventbus/change-bus.ts";

/** Claims, removes what is there, records: a call that stopped anywhere is completed by a repeat. */
export const handler = bind(eventbusRoutes.deprovisionEventbus)(
  async ({ params, principal, now }) => {
    const change: BusChange = {
      connectionId: params.connection_id,
      kind: "deprovision",
      actorUserId: principal.userId,
      now,
    };
    const begun = await begin(change);
    if (begun.begun) {
      await demolish(begun);
      await settle(change, begun);
    }
    return { status: 200, body: { status: "deprovisioned" } };
  },
);

async function demolish(claimed: Claimed): Promise<void> {
  try {
    const result = await demolishBus(busWork(), customerOf(claimed.connection));
    if (result === "busy") throw busyBus();
  } catch (error) {
    await giveBack(claimed);
    throw error;
  }
}
