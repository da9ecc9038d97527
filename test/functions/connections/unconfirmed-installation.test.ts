import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd } from "#test/support/cloudc-fixture.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ settings: { STAGE: "staging" } });
});
afterAll(() => system.close());

test("a deployed stage lists an installation only once a signed delivery has confirmed it", async () => {
  const secret = await provisionedSecret(system);
  const tenant = await newTenant(system);
  const { id, installation_id } = await connectSourcehost(tenant);
  const codes = async () =>
    (await runToEnd(tenant, id)).coverage.map(({ code }: { code?: string }) => code);
  expect(await codes()).toEqual(["installation_unconfirmed"]);
  const sent = await deliver(system, tenant.id, { secret, payload: push(installation_id) });
  expect(sent.body.status).toBe("accepted");
  expect(await codes()).not.toContain("installation_unconfirmed");
});
