import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { newRun } from "#shared/domain/discovery/run.ts";
import type { PushInput } from "#shared/domain/sourcehost/pushed-repository.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import type { TestSystem } from "./system.ts";
import { tableClient } from "./table.ts";
import { connectSourcehost, newTenant, type TestTenant } from "./tenant-fixture.ts";

/** A tenant with a connection of the source host and a chain of one entry. */
export interface InventoryTenant extends TestTenant {
  connectionId: string;
}

/** @param chain left out: the tenant has no extractor of its own */
export async function inventoryTenant(
  system: TestSystem,
  chain?: readonly Record<string, unknown>[],
): Promise<InventoryTenant> {
  const tenant = await newTenant(system);
  if (chain !== undefined) {
    const { status, text } = await tenant.org("PATCH", "/tenant/settings/extractor", { chain });
    if (status !== 200) throw new Error(text);
  }
  const { id } = await connectSourcehost(tenant);
  return { ...tenant, connectionId: id };
}

/**
 * Discovers one pushed repository; returns the run and its artifact.
 * @param received when the push was received; left out: a second later than now
 * @param more what else the push said
 */
export async function discoverPush(
  system: TestSystem,
  { id: tenant_id, connectionId, member }: InventoryTenant,
  repository: string,
  received?: string,
  more: Partial<PushInput> = {},
) {
  const created_at = received ?? (await system.advance(1));
  const run = newRun({
    id: randomUUID(),
    connection_id: connectionId,
    tenant_id,
    kind: "partial",
    trigger: "sourcehost_webhook",
    created_at,
    input: { repository, url: "https://source.example.com/acme", ...more },
  });
  const table = tableClient(system);
  const Item = putNewRun(run).Put?.Item;
  await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  table.destroy();
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  const { body } = await member("GET", `/discovery-runs/${run.id}`);
  const list = await member("GET", `/artifacts?connection_id=${connectionId}&limit=200`);
  const artifact = list.body.items.find((one: { name: string }) => repository.endsWith(one.name));
  return { run: body, artifact };
}

/** The rows about an artifact, oldest first. */
export const historyOf = async ({ member }: TestTenant, id: string) =>
  (await member("GET", `/artifacts/${id}/history?limit=200`)).body.items as {
    id: string;
    action: string;
    actor_user_id: string | null;
    row_hash?: string;
    // biome-ignore lint/suspicious/noExplicitAny: tests read contexts of every action
    context: any;
  }[];

export const actionsOf = async (tenant: TestTenant, id: string): Promise<string[]> =>
  (await historyOf(tenant, id)).map(({ action }) => action);
