import { expect, test } from "vitest";
import { runToEnd } from "#test/support/cloudc-fixture.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({ settings: { STAGE: "staging" } });

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
