import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { enrol, setPolicy } from "#test/support/enrol.ts";
import { auditorOf } from "#test/support/forge-bundle.ts";
import {
  appointAnother,
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
/** All of these were requested at the old address. The last one is of a counsel who decides with a passkey. */
let mailed: Commissioned;
let passable: Commissioned;
let decided: Commissioned;
let keyed: Commissioned;

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
  passable = await requestReview(before, { ...first, mayDelegate: true });
  const other = await appointAnother(before, first);
  await enrol(before, other.counselId, softwarePasskey(OLD));
  await setPolicy(before, other.counselId, "key_required");
  keyed = await requestReview(before, other);
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

test("a passkey of the former host counts neither for a panel nor for a delegate, until there is one of the present host", async () => {
  const counsel = { counsel_ids: [mailed.counselId, keyed.counselId], need: 1, on_reject: "ends" };
  const { frameworkId: framework_id, ruleIds: rule_use_case_ids } = mailed;
  const panel = { framework_id, rule_use_case_ids, ...counsel };
  const askPanel = () => system.admin("POST", "/admin/review-panels", panel);
  const delegate = { display_name: "Eva Lex", email: keyed.email, reason: "She knows it." };
  const passOn = () => system.api()("POST", `/counsel/review/${passable.token}/delegate`, delegate);
  expect(await askPanel()).toMatchObject({
    status: 422,
    body: { code: "counsel_needs_key", detail: expect.stringContaining("none for new.example") },
  });
  expect(await passOn()).toMatchObject({
    status: 422,
    body: { code: "delegate_needs_key", detail: expect.stringContaining("none for new.example") },
  });
  const opened = await expectStatus(system.api()("GET", `/counsel/review/${keyed.token}`), 200);
  expect(opened.body.keys).toEqual([]);
  const key = await enrol(system, keyed.counselId, softwarePasskey(NEW));
  await expectStatus(askPanel(), 201);
  await expectStatus(passOn(), 201);
  const next = await requestReview(system, keyed);
  const { body } = await expectStatus(system.api()("GET", `/counsel/review/${next.token}`), 200);
  expect(body.keys).toEqual([key.credentialId]);
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
