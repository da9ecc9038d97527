import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type BuildResult, buildBus } from "#shared/domain/eventbus/build-bus.ts";
import {
  busArnOf,
  busNameOf,
  type Platform,
  RULE_NAME,
} from "#shared/domain/eventbus/bus-names.ts";
import {
  accessPolicyTemplate,
  infrastructureTemplate,
} from "#shared/domain/eventbus/customer-templates.ts";
import { bind } from "#shared/edge/bind.ts";
import { busPlatform, busWork } from "#shared/platform/aws/customer-buses.ts";
import { eventbusRoutes } from "#shared/routes/table/eventbus.ts";
import {
  type BusChange,
  begin,
  busyBus,
  type Claimed,
  customerOf,
  giveBack,
  giveBackUnbuilt,
  settle,
} from "#shared/use-cases/eventbus/change-bus.ts";

/** Claims, builds what is missing, records: a call that stopped anywhere is completed by a repeat. */
export const handler = bind(eventbusRoutes.provisionEventbus)(
  async ({ params, principal, now }) => {
    const platform = busPlatform();
    const change: BusChange = {
      connectionId: params.connection_id,
      kind: "provision",
      actorUserId: principal.userId,
      now,
    };
    const begun = await begin(change);
    const status = begun.begun ? await build(change, begun, platform) : "already_provisioned";
    return { status: 200, body: { status, ...offer(begun.connection, platform) } };
  },
);

async function build(change: BusChange, claimed: Claimed, platform: Platform) {
  const { before } = claimed;
  const result = await built(claimed, platform);
  if (result === "quota_exceeded") {
    await giveBackUnbuilt(claimed);
    throw new DomainError(
      "eventbus_quota_exceeded",
      "The platform's account holds as many event buses as its quota allows; have it raised.",
    );
  }
  if (result !== "built") {
    await giveBack(claimed);
    if (result === "busy") throw busyBus();
    throw new DomainError(
      "eventbus_name_taken",
      "A bus of that name exists and does not carry the tenant's tag; it is left alone.",
    );
  }
  if (!(await settle(change, claimed))) return "already_provisioned" as const;
  return before.eventbus_status === "none" ? ("provisioned" as const) : ("recovered" as const);
}

async function built(claimed: Claimed, platform: Platform): Promise<BuildResult> {
  try {
    return await buildBus(busWork(), platform, customerOf(claimed.connection));
  } catch (error) {
    await giveBack(claimed);
    throw error;
  }
}

function offer(connection: ConnectionRecord, platform: Platform) {
  const { tenantId, account } = customerOf(connection);
  const busArn = busArnOf(platform, tenantId);
  return {
    bus_id: busNameOf(tenantId),
    rule_id: RULE_NAME,
    infrastructure_template: infrastructureTemplate(busArn),
    access_policy_template: accessPolicyTemplate(busArn, account),
  };
}
