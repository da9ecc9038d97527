import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

/* A stage whose table was filled at another address. */

const OLD = "https://old.example";
const NEW = "https://new.example";

const stateDir = mkdtempSync(join(tmpdir(), "changed-settings-"));
let system: TestSystem;
let mailed: Commissioned;

const deployed = (settings: Record<string, string>) =>
  startTestSystemWithLog({
    stateDir,
    settings: { WORKER_INVOKE_ENABLED: "false", ...settings },
  });

const runCourier = (on: TestSystem) =>
  expectStatus(on.api()("POST", "/_local/schedules/courier/run"), 200);

async function newestMailTo(address: string): Promise<string> {
  const { items } = (await system.api()("GET", "/_local/outbox")).body;
  return items.find(({ to }: { to: string[] }) => to[0] === address).text;
}

beforeAll(async () => {
  const before = await deployed({ APP_URL: OLD });
  mailed = await requestReview(before, await commission(before), { deliver: "mail" });
  await runCourier(before);
  await before.close();
  system = await deployed({ APP_URL: NEW });
});
afterAll(async () => {
  await system.close();
  rmSync(stateDir, { recursive: true });
});

test("a reminder leads to the present address although the link was issued at the former one", async () => {
  expect(mailed.link).toBe(`${OLD}/counsel/review/${mailed.token}`);
  await system.advance(7 * 86_400 + 60);
  await runCourier(system);
  const text = await newestMailTo(mailed.email);
  expect(text).toContain(`${NEW}/counsel/review/${mailed.token}`);
  expect(text).not.toContain(OLD);
  await expectStatus(system.api()("GET", `/counsel/review/${mailed.token}`), 200);
});
