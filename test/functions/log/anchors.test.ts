import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystemWithLog();
});
afterAll(() => system.close());
const environment = () => ({
  AWS_ENDPOINT_URL_KMS: system.endpoints.kms ?? "",
  AWS_ENDPOINT_URL_S3: system.endpoints.s3 ?? "",
  EVIDENCE_ANCHORS_BUCKET: "countersign-anchors",
  BASE_URL: system.baseUrl,
});
beforeEach(() => {
  useEnvironmentOf(system, environment());
  return () => vi.unstubAllEnvs();
});

/** Anchors a text as the checkpoint of this size. */
async function anchor(size: number, text: string): Promise<"anchored" | "other"> {
  const { putAnchor } = await import("#shared/platform/aws/anchors.ts");
  const now = new Date();
  const retainUntil = new Date(now.getTime() + 86_400_000).toISOString();
  const key = `checkpoints/${String(size).padStart(16, "0")}`;
  return putAnchor({ key, text, retainUntil }, now.toISOString());
}

const run = () => expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const checkpoint = async () => (await system.api()("GET", "/evidence/log/checkpoint")).text;
const sizeNow = async () => Number((await checkpoint()).split("\n")[1]);
const alarms = () =>
  system.lines
    .filter(({ event }) => /^evidence_log\.anchor_/.test(String(event)))
    .map(({ level, event, size }) => ({ level, event, size }));

test("every checkpoint is anchored as the log signed it, and an existing anchor is never another log's", async () => {
  await commission(system);
  await run();
  const size = await sizeNow();
  expect(await anchor(size, await checkpoint())).toBe("anchored");
  expect(await anchor(size, "another text\n")).toBe("other");
  expect(await anchor(0, "another text\n")).toBe("other");
  expect(alarms()).toEqual([]);
});

test("when a different checkpoint of the same size is anchored, it is logged once, and the log goes on", async () => {
  const before = await sizeNow();
  // Whatever size the next checkpoint has, another history is already anchored for it.
  const sizes = Array.from({ length: 20 }, (_, i) => before + 1 + i);
  for (const size of sizes)
    expect(await anchor(size, `another history of ${size}\n`)).toBe("anchored");
  await commission(system);
  await run();
  const size = await sizeNow();
  expect(sizes).toContain(size);
  expect(alarms()).toEqual([{ level: "error", event: "evidence_log.anchor_differs", size }]);
  expect(await anchor(size, `another history of ${size}\n`)).toBe("anchored");
  await run();
  expect(alarms()).toHaveLength(1);
});

test("an unreachable bucket delays nothing; the next run anchors what was missed", async () => {
  while ((await sizeNow()) < 60) await commission(system).then(run);
  const { sequenceLog } = await import("#shared/use-cases/log/sequence-log.ts");
  const { lines, end } = keepLogLines();
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
  await commission(system);
  const { size } = await sequenceLog(Date.now, 60_000);
  end();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: "error", event: "evidence_log.anchor_failed" }),
  );
  expect(await sizeNow()).toBe(size);
  vi.stubEnv("AWS_ENDPOINT_URL_S3", environment().AWS_ENDPOINT_URL_S3);
  await run();
  expect(await anchor(size, "another text\n")).toBe("other");
  expect(await anchor(size, await checkpoint())).toBe("anchored");
});
