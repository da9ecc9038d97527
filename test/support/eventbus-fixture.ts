import { randomUUID } from "node:crypto";
import {
  DescribeEventBusCommand,
  EventBridgeClient,
  ListTargetsByRuleCommand,
} from "@aws-sdk/client-eventbridge";
import { signDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import { secretStoreOf } from "./secret-store.ts";
import type { ApiAnswer, TestSystem } from "./system.ts";
import { newTenant, type TestTenant } from "./tenant-fixture.ts";

export const ENTRY = "cloudb-eventbus-webhook-secret";
export const ACCOUNT = "111122223333";

/** Provisions the webhook secret and reads it from the store. */
export async function provisionedSecret(system: TestSystem): Promise<string> {
  await system.admin("POST", `/admin/setup/${ENTRY}/provision-secret`);
  return secretStoreOf(system).value(ENTRY);
}

export interface Customer extends TestTenant {
  connectionId: string;
  account: string;
}

/** A tenant with an eventbus connection for that account; its bus is not built yet. */
export const newCustomer = async (system: TestSystem, account = ACCOUNT): Promise<Customer> =>
  asCustomer(await newTenant(system), account);

export async function asCustomer(tenant: TestTenant, account = ACCOUNT): Promise<Customer> {
  const { status, body } = await tenant.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "Production account",
    remote_tenant_id: account,
  });
  if (status !== 201) throw new Error(`connecting answered ${status}: ${JSON.stringify(body)}`);
  return { ...tenant, connectionId: body.id, account };
}

export const provision = (
  system: TestSystem,
  { connectionId }: Pick<Customer, "connectionId">,
): Promise<ApiAnswer> =>
  system.admin("POST", `/admin/connections/${connectionId}/provision-eventbus`);

export const deprovision = (system: TestSystem, { connectionId }: Customer): Promise<ApiAnswer> =>
  system.admin("DELETE", `/admin/connections/${connectionId}/eventbus-bus`);

export const busOf = ({ id }: { id: string }): string => `customer-${id}`;

export const connectionOf = async ({ org, connectionId }: Customer) =>
  (await org("GET", `/connections/${connectionId}`)).body;

/** Rows of one action about a tenant, newest first. */
export async function auditOf(system: TestSystem, tenantId: string, action: string) {
  const query = `tenant_id=${tenantId}&action=${action}&limit=200`;
  // biome-ignore lint/suspicious/noExplicitAny: contexts are of every shape
  const items = (await system.admin("GET", `/admin/audit?${query}`)).body.items as any[];
  return items.reverse();
}

/** The customers' buses in the platform's account. */
export function bridgeOf(system: TestSystem) {
  const client = new EventBridgeClient({
    endpoint: system.endpoints.events ?? "",
    region: "us-east-1",
    credentials: { accessKeyId: "operator", secretAccessKey: "any" },
  });
  return {
    client,
    buses: () => [...system.services.events.read().keys()],
    /** Policy, rule and target of one bus. */
    inside: async (EventBusName: string) => {
      const described = await client.send(new DescribeEventBusCommand({ Name: EventBusName }));
      const rules = system.services.events.read().get(EventBusName)?.rules ?? [];
      const targets = await Promise.all(
        rules.map(({ name }) =>
          client.send(new ListTargetsByRuleCommand({ EventBusName, Rule: name })),
        ),
      );
      return {
        arn: described.Arn ?? "",
        policy: JSON.parse(described.Policy ?? "null"),
        rules,
        targets: targets.flatMap(({ Targets = [] }) => Targets),
      };
    },
  };
}

export interface Sending {
  event?: Record<string, unknown>;
  /** Replaces the whole body. */
  body?: string | Uint8Array;
  tenantInBody?: string;
  secrets: readonly string[];
  /** The claimed time of the signature, in milliseconds since the epoch. */
  at?: number;
  headers?: Record<string, string | undefined>;
}

/** Sends one event to the webhook as the receiver function does. */
export async function send(
  system: TestSystem,
  tenantId: string,
  { event = {}, body, tenantInBody = tenantId, secrets, at, headers = {} }: Sending,
): Promise<ApiAnswer> {
  const bytes = Buffer.from(body ?? JSON.stringify({ tenant_id: tenantInBody, event }));
  const id = typeof event.id === "string" ? event.id : randomUUID();
  const now = at ?? Date.parse(await system.advance(0));
  const all: Record<string, string | undefined> = {
    "content-type": "application/json",
    ...signDelivery(secrets, id, now, bytes),
    ...headers,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  const path = `/webhooks/cloudb-eventbus/${tenantId}`;
  return system.api()("POST", path, bytes, Object.fromEntries(given) as Record<string, string>);
}
