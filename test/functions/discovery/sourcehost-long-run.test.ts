import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { note, sized } from "#test/support/full-size.ts";
import { keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

/*
 * The worker's own code runs in this process, so that the test can measure its memory and end its
 * invocations; the fake host makes up its repositories on request.
 */

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

const TOTAL = sized(10_000, 105);

let host: RepositoryServer;
let system: TestSystem;
let tenant: TestTenant;
beforeAll(async () => {
  host = await startRepositories();
  const files = { "requirements.txt": "torch\n", "src/app.py": "x" };
  host.repositories = Array.from({ length: TOTAL }, (_, i) => ({
    id: i + 1,
    full_name: `acme/repository-${i}`,
    files,
  }));
  const settings = { SOURCEHOST_APP_ID: "314159", SOURCEHOST_API_URL: host.url };
  system = await startTestSystem({ settings: { ...settings, WORKER_INVOKE_ENABLED: "false" } });
  await system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
    private_key_pem: rsaPem("pkcs1"),
  });
  tenant = await newTenant(system);
  useEnvironmentOf(system, settings);
  keepLogLines();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await system.close();
  await host.close();
});

test(`${TOTAL} repositories with two restarts in between: each is recorded once, nothing starts from the beginning again, and memory stays bounded`, async () => {
  const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
  const { getRun } = await import("#shared/store/discovery-runs.ts");
  const { id } = await connectSourcehost(tenant);
  const { body } = await tenant.member("POST", `/connections/${id}/discovery-runs`);
  const stored = async () => {
    const run = await getRun(body.id);
    if (run === null) throw new Error("the run is gone");
    return run;
  };
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let looks = 0;
  let most = 0;
  host.fault = (_, request) => {
    if (request % sized(500, 60) !== 0) return null;
    collectGarbage();
    looks += 1;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
    return null;
  };
  // The first two invocations run out of time early, and the next one continues.
  vi.stubEnv("DISCOVERY_SLICE_SECONDS", sized("3", "0.1"));
  let invocations = 0;
  while (!["completed", "failed"].includes((await stored()).status)) {
    await workOnRun(await stored(), () => 840_000);
    invocations += 1;
    if (invocations >= 2) vi.stubEnv("DISCOVERY_SLICE_SECONDS", "");
    expect(invocations).toBeLessThan(20);
  }
  const run = await stored();
  expect([run.status, run.artifacts_count, run.coverage.length]).toEqual(["completed", TOTAL, 1]);
  expect(invocations).toBeGreaterThanOrEqual(3);
  // A list page and two reads for each repository; a restart repeats at most its last step.
  expect(host.requests).toBeLessThan(TOTAL * 2.01 + 2 + invocations * 60);
  // Live heap above the start, including the fake host's own counters in this process.
  const bound = 64 * 1024 * 1024;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  note(
    `source host: ${TOTAL} repositories in ${invocations} invocations, ${host.requests} requests: live heap over the start`,
    megabytes(most),
    megabytes(bound),
    most / bound,
  );
  expect(looks).toBeGreaterThan(sized(10, 2));
  expect(most).toBeLessThan(bound);
}, 600_000);
