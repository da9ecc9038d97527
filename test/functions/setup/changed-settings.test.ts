import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditorOf } from "#test/support/forge-bundle.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { responseOver, startAuthority } from "#test/support/time-stamp-authority.ts";

/* A stage whose table was filled at another address, and with a time-stamp authority. */

const OLD = "https://old.example";
const NEW = "https://new.example";

const stateDir = mkdtempSync(join(tmpdir(), "changed-settings-"));
let system: TestSystem;
/** Both were requested at the old address; one of them by mail. */
let mailed: Commissioned;
let decided: Commissioned;

const deployed = (settings: Record<string, string>) =>
  startTestSystemWithLog({
    stateDir,
    settings: { WORKER_INVOKE_ENABLED: "false", ...settings },
  });

const run = (on: TestSystem, schedule: string) =>
  expectStatus(on.api()("POST", `/_local/schedules/${schedule}/run`), 200);

async function newestMailTo(address: string): Promise<string> {
  const { items } = (await system.api()("GET", "/_local/outbox")).body;
  return items.find(({ to }: { to: string[] }) => to[0] === address).text;
}

beforeAll(async () => {
  const authority = await startAuthority();
  const before = await deployed({ APP_URL: OLD, TSA_URL: authority.url });
  const first = await commission(before);
  mailed = await requestReview(before, first, { deliver: "mail" });
  await run(before, "courier");
  decided = await requestReview(before, first);
  const path = `/counsel/review/${decided.token}/decide`;
  await expectStatus(before.api()("POST", path, { decision: "approved" }), 200);
  authority.answer = (digest, nonce) => ({ body: responseOver(digest, nonce) });
  await run(before, "sequence-log");
  await before.close();
  await authority.close();
  system = await deployed({ APP_URL: NEW });
});
afterAll(async () => {
  await system.close();
  rmSync(stateDir, { recursive: true });
});

test("a time stamp stays in the bundle and is verified after the authority was switched off", async () => {
  const path = `/admin/rule-reviews/${decided.review.id}/bundle`;
  const { text, body } = await expectStatus(system.admin("GET", path), 200);
  expect(body).toMatchObject({ timestamp: expect.anything(), timestamp_reason: null });
  const auditor = await auditorOf(system);
  const { stdout } = await auditor.run(text);
  auditor.close();
  expect(stdout).toMatch(/^NOT CHECKED +timestamp .*covers the checkpoint/m);
});

test("a reminder leads to the present address although the link was issued at the former one", async () => {
  expect(mailed.link).toBe(`${OLD}/counsel/review/${mailed.token}`);
  await system.advance(7 * 86_400 + 60);
  await run(system, "courier");
  const text = await newestMailTo(mailed.email);
  expect(text).toContain(`${NEW}/counsel/review/${mailed.token}`);
  expect(text).not.toContain(OLD);
  await expectStatus(system.api()("GET", `/counsel/review/${mailed.token}`), 200);
});
