import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import { interleaved, keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import {
  auditRows,
  currentSecret,
  deliver,
  provisionedSecret,
  push,
} from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem | undefined;
let tenant: TestTenant;
let installation: string;
let old: string;

beforeEach(async () => {
  await system?.close();
  system = await startTestSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
  tenant = await newTenant(system);
  installation = (await connectSourcehost(tenant)).installation_id;
  old = await provisionedSecret(system);
  expect((await send(old)).status).toBe(202);
});
afterAll(() => system?.close());

const running = () => system as TestSystem;
const send = (secret: string, id = randomUUID()) =>
  deliver(running(), tenant.id, { secret, id, payload: push(installation) });

async function rotate(body?: unknown): Promise<string> {
  const path = "/admin/setup/sourcehost-webhook-secret/rotate-secret";
  expect((await running().admin("POST", path, body)).status).toBe(200);
  return currentSecret(running());
}

test("by default the old secret stops working within 30 s", async () => {
  await rotate();
  await running().advance(30);
  expect((await send(old)).body.code).toBe("signature_mismatch");
});

test("the new secret is accepted from the first delivery, whatever is cached", async () => {
  const next = await rotate();
  expect((await send(next)).body.status).toBe("accepted");
});

test("with an overlap both are accepted until it ends, and the row says which one matched", async () => {
  const next = await rotate({ overlap_seconds: 600 });
  const matched = async (secret: string) => {
    const id = randomUUID();
    expect((await send(secret, id)).body.status).toBe("accepted");
    const rows = await auditRows(running(), `resource_id=${id}`);
    return rows.map(({ context }) => context.secret);
  };
  await running().advance(40);
  expect(await matched(old)).toEqual(["previous"]);
  expect(await matched(next)).toEqual(["current"]);
  await running().advance(570);
  expect((await send(old)).status).toBe(401);
  expect(await matched(next)).toEqual(["current"]);
});

test("a rotation without an overlap ends earlier overlaps, too: a leaked secret stops working", async () => {
  const leaked = old;
  const next = await rotate({ overlap_seconds: 3600 });
  await running().advance(31);
  expect((await send(leaked)).body.status).toBe("accepted");
  const last = await rotate();
  await running().advance(31);
  expect([await send(leaked), await send(next), await send(last)]).toMatchObject([
    { status: 401 },
    { status: 401 },
    { status: 202 },
  ]);
});

test("of two rotations at once, the one that ends a leaked secret is carried out", async () => {
  const { end } = keepLogLines();
  onTestFinished(() => {
    end();
    vi.unstubAllEnvs();
  });
  useEnvironmentOf(running());
  const { handler } = await import("#functions/setup/rotate-sourcehost-webhook-secret.ts");
  const leaked = old;
  const ending = () => callFunction(handler, { claims: asAdmin, body: { overlap_seconds: 0 } });
  // The other one attaches its secret just before this one would.
  const { status, body } = await interleaved(ending, () => rotate({ overlap_seconds: 3600 }));
  expect([status, body.status]).toEqual([200, "rotated"]);
  await running().advance(31);
  expect((await send(leaked)).status).toBe(401);
  expect((await send(await currentSecret(running()))).status).toBe(202);
  const rows = await auditRows(running(), "action=platform.sourcehost_webhook_secret.rotated");
  expect(rows.map(({ context }) => context.overlap_seconds)).toEqual(
    expect.arrayContaining([0, 3600]),
  );
});

test("a flood of forgeries keeps no genuine delivery out", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => send("forged")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await send(old)).body.status).toBe("accepted");
});
