import type { EventbusConnection } from "#shared/domain/connections/connection.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type BuildResult, buildBus } from "#shared/domain/eventbus/build-bus.ts";
import { isRecovery } from "#shared/domain/eventbus/bus-claim.ts";
import { type BusSite, busArnOf, busNameOf, RULE_NAME } from "#shared/domain/eventbus/bus-names.ts";
import {
  accessPolicyTemplate,
  infrastructureTemplate,
} from "#shared/domain/eventbus/customer-templates.ts";
import { busSite, busWork } from "#shared/platform/aws/customer-buses.ts";
import {
  type BusChange,
  begin,
  busyBus,
  type Claimed,
  customerOf,
  giveBack,
  giveBackUnbuilt,
  recordChange,
} from "./change-bus.ts";

type Provisioned = "provisioned" | "already_provisioned" | "recovered";

/**
 * Builds the bus of an eventbus connection, or its missing parts: claims, builds, records. Repeating an
 * interrupted call completes it (second seed, "Event-bus cross-account push").
 * @returns the outcome, and the settings that the customer applies in their own account
 * @throws DomainError `not_found`, `not_an_eventbus_connection`, `eventbus_operation_active`,
 * `eventbus_quota_exceeded`, `eventbus_name_taken`, `cloudb_eventbus_not_configured`
 */
export async function provisionEventbus(request: Omit<BusChange, "kind">) {
  const site = busSite();
  const change: BusChange = { ...request, kind: "provision" };
  const begun = await begin(change);
  const status = begun.begun ? await build(change, begun, site) : "already_provisioned";
  return { status, ...offer(begun.connection, site) };
}

async function build(change: BusChange, claimed: Claimed, site: BusSite): Promise<Provisioned> {
  const result = await built(claimed, site);
  if (result === "quota_exceeded") {
    await giveBackUnbuilt(claimed);
    throw new DomainError(
      "eventbus_quota_exceeded",
      "The platform's account has as many event buses as its quota allows; have the quota raised.",
    );
  }
  if (result !== "built") {
    await giveBack(claimed);
    if (result === "busy") throw busyBus();
    throw new DomainError(
      "eventbus_name_taken",
      "A bus with that name exists without the tenant's tag; it is left alone.",
    );
  }
  if (!(await recordChange(change, claimed))) return "already_provisioned";
  return isRecovery(claimed.before, claimed.claim) ? "recovered" : "provisioned";
}

async function built(claimed: Claimed, site: BusSite): Promise<BuildResult> {
  try {
    return await buildBus(busWork(), site, customerOf(claimed.connection));
  } catch (error) {
    await giveBack(claimed);
    throw error;
  }
}

function offer(connection: EventbusConnection, site: BusSite) {
  const { tenantId, account } = customerOf(connection);
  const busArn = busArnOf(site, tenantId);
  return {
    bus_id: busNameOf(tenantId),
    rule_id: RULE_NAME,
    infrastructure_template: infrastructureTemplate(busArn),
    access_policy_template: accessPolicyTemplate(busArn, account),
  };
}
