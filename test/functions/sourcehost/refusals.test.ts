import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { auditRows, deliver, health, provisionedSecret } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
beforeAll(async () => {
  await provisionedSecret(system);
});

const forged = (tenantId: string, headers: Record<string, string | undefined> = {}) =>
  deliver(system, tenantId, { secret: "forged", payload: { zen: "x" }, headers });

test("an unsigned delivery for an unknown tenant stores nothing at all", async () => {
  const before = (await scanTable(system)).length;
  for (const tenant of [randomUUID(), "nobody", "0".repeat(500)]) {
    expect((await forged(tenant)).status).toBe(401);
  }
  expect((await scanTable(system)).length).toBe(before);
});

test("for an existing tenant at most 60 refusals per clock minute write a row; the others are only counted", async () => {
  const tenant = await newTenant(system);
  const { id } = await connectSourcehost(tenant);
  const now = await system.advance(0);
  await system.advance(61 - Number(now.slice(17, 19)));
  const rows = () => auditRows(system, `tenant_id=${tenant.id}&action=sourcehost_webhook.rejected`);
  for (let sent = 0; sent < 70; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, () => forged(tenant.id)));
  }
  expect(await rows()).toHaveLength(60);
  expect((await health(system, tenant.id, id)).outcomes_24h.rejected).toBe(70);
  await system.advance(60);
  await forged(tenant.id);
  expect(await rows()).toHaveLength(61);
});

test.each([
  ["none", undefined, "missing_signature"],
  ["an empty one", "", "missing_signature"],
  ["the SHA-1 form", `sha1=${"0".repeat(40)}`, "malformed_signature"],
  ["capitals", `sha256=${"A".repeat(64)}`, "malformed_signature"],
  ["one of another secret", `sha256=${"0".repeat(64)}`, "no_match"],
])("a signature that is %s: audit row and log say why", async (_, signature, reason) => {
  const tenant = await newTenant(system);
  expect((await forged(tenant.id, { "x-hub-signature-256": signature })).status).toBe(401);
  const rows = await auditRows(system, `tenant_id=${tenant.id}&action=sourcehost_webhook.rejected`);
  expect(rows.map(({ context }) => context.reason)).toEqual([reason]);
  expect(system.lines).toContainEqual(
    expect.objectContaining({ event: "webhook_refused", tenant_id: tenant.id, reason }),
  );
});
