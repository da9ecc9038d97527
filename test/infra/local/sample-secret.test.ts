import { expect, test } from "vitest";
import { openClient } from "#infra/local/sample/client.ts";
import { tenantWork } from "#infra/local/sample/tenant-work.ts";
import { startTestSystem } from "#test/support/system.ts";

const COUNSEL_SECRET = "counsel-review-hmac-secret";

test.each([
  ["is rotated", {}, ["platform.counsel_review_hmac_secret.rotated"]],
  ["signs by a setting, and is not rotated", { COUNSEL_REVIEW_HMAC_SECRET: "a".repeat(64) }, []],
])("the sample goes on where counsel's signing secret %s", async (_, settings, rotated) => {
  const system = await startTestSystem({ settings });
  try {
    const client = openClient(system.baseUrl, system.signIn);
    const asked: string[] = [];
    const admin: typeof client.admin = (method, path, body) => {
      asked.push(path);
      return path.includes(COUNSEL_SECRET) ? client.admin(method, path, body) : Promise.resolve({});
    };
    const happenings = tenantWork({
      client: { ...client, admin },
      isShort: true,
      secretOf: async () => "",
      forward: async () => ({}),
      runsEnded: async () => {},
    });
    // Runs only the steps for the platform itself, before there are tenants and beside them.
    for (const { day, run } of happenings) if (day === 2 || day === 110) await run();
    expect(asked).toContain(`/admin/setup/${COUNSEL_SECRET}/rotate-secret`);
    const { items } = (await system.admin("GET", "/admin/audit")).body;
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.endsWith(".rotated"))).toEqual(rotated);
  } finally {
    await system.close();
  }
});
