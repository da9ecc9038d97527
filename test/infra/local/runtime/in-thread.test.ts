import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startClock } from "#infra/local/clock.ts";
import { startRuntime } from "#infra/local/runtime/runtime.ts";
import { commission } from "#test/support/review-fixture.ts";
import { startInThread } from "#test/support/runtime/in-thread.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

/** Each bundle counts its own calls, waits if asked to, and reports what it sees. */
const bundle = `
const part = require("./part.js");
exports.handler = async (event, context) => {
  part.calls += 1;
  process.stdout.write(JSON.stringify({ said: event.say }) + "\\n");
  await new Promise((resolve) => setTimeout(resolve, event.waitMs ?? 0));
  event.say = "changed";
  return {
    calls: part.calls, who: process.env.WHO, home: process.env.HOME, today: new Date().toISOString().slice(0, 10),
    year: new Date(Date.now()).getUTCFullYear(), request: context.awsRequestId,
  };
};`;

function start() {
  const dist = mkdtempSync(join(tmpdir(), "in-thread-"));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  for (const id of ["getHealth", "openDocs"]) {
    mkdirSync(join(dist, id));
    writeFileSync(join(dist, id, "index.js"), bundle);
    writeFileSync(join(dist, id, "part.js"), "exports.calls = 0;");
  }
  const clock = startClock();
  const lines: [string, string][] = [];
  const runtime = startRuntime({
    dist,
    clock,
    environmentOf: ({ id }) => ({ WHO: id }),
    onLine: (line, id) => lines.push([id, line]),
    startInstance: startInThread,
  });
  // biome-ignore lint/suspicious/noExplicitAny: what the bundle above returns
  const call = async (id: string, event: object = {}): Promise<any> =>
    runtime.invoke(id, event, "request");
  return { call, clock, lines };
}

test("functions of one thread see only their own settings, modules, output and event", async () => {
  const { call, lines } = start();
  const event = { say: "hello" };
  expect(await call("getHealth", event)).toMatchObject({ calls: 1, who: "getHealth" });
  expect(event).toEqual({ say: "hello" });
  expect(await call("openDocs")).toMatchObject({ calls: 1, who: "openDocs", request: "request" });
  const answer = await call("getHealth");
  expect(answer).toMatchObject({ calls: 2, who: "getHealth" });
  expect(answer).not.toHaveProperty("home");
  expect(lines[0]).toEqual(["getHealth", '{"said":"hello"}']);
  expect(lines.map(([id]) => id)).toEqual(["getHealth", "openDocs", "getHealth"]);
});

test("simultaneous calls go to separate instances", async () => {
  const { call } = start();
  const answers = await Promise.all([
    call("getHealth", { waitMs: 20 }),
    call("getHealth", { waitMs: 20 }),
  ]);
  expect(answers.map(({ calls }) => calls)).toEqual([1, 1]);
});

test("the systems of one thread have clocks of their own", async () => {
  const [moved, still] = [start(), start()];
  moved.clock.advance(3600 * 24 * 366 * 10);
  const later = await moved.call("getHealth");
  const now = await still.call("getHealth");
  expect(later.year - now.year).toBe(10);
  expect(now.today).toBe(new Date().toISOString().slice(0, 10));
  expect(Number(later.today.slice(0, 4))).toBe(later.year);
});

const startedFrom = ["oneBundle", "allDeployed"] as const;
test.each(startedFrom)(
  "two whole systems side by side, their functions from %s, keep their settings, what they have read, and their time apart",
  async (functions) => {
    const [moved, still] = await Promise.all(
      ["https://moved.example", "https://still.example"].map((BASE_URL) =>
        startTestSystem({ settings: { BASE_URL }, functions }),
      ),
    );
    if (moved === undefined || still === undefined) throw new Error("They did not start.");
    onTestFinished(async () => {
      await Promise.all([moved.close(), still.close()]);
    });
    const path = "/admin/frameworks/kept";
    const named = async (system: TestSystem, display_name: string) =>
      system.admin("PUT", path, { display_name });
    await Promise.all([named(moved, "Moved"), named(still, "Still")]);
    const links = await Promise.all(
      [moved, still].map((system) => commission(system, { expiryDays: 7 })),
    );
    expect(links.map(({ link }) => new URL(link).origin)).toEqual([
      "https://moved.example",
      "https://still.example",
    ]);
    await moved.advance(3600 * 24 * 40);
    const seen = async (system: TestSystem, token = "") => {
      const admin = system.api(await system.token({ is_platform_admin: true }));
      const { items } = (await admin("GET", "/admin/frameworks")).body;
      const names = items.map((one: { display_name: string }) => one.display_name);
      const page = await system.api()("GET", `/counsel/review/${token}`);
      return [names.toSorted(), page.status];
    };
    const [first, second] = links;
    // In turn, so that each answer comes from an instance that has answered before.
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await seen(moved, first?.token)).toEqual([["A framework", "Moved"], 410]);
      expect(await seen(still, second?.token)).toEqual([["A framework", "Still"], 200]);
    }
  },
);
