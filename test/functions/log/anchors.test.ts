import { beforeEach, expect, test, vi } from "vitest";
import { keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { rewriteItem } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
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
  const { anchorKeyOf, putAnchor } = await import("#shared/platform/aws/anchors.ts");
  const now = new Date();
  const retainUntil = new Date(now.getTime() + 86_400_000).toISOString();
  const kept = await putAnchor({ key: anchorKeyOf(size), text, retainUntil }, now.toISOString());
  return kept === text ? "anchored" : "other";
}

const run = () => expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const checkpoint = async () => (await system.api()("GET", "/evidence/log/checkpoint")).text;
const sizeNow = async () => Number((await checkpoint()).split("\n")[1]);
const alarms = () =>
  system.lines
    .filter(({ event }) => /^evidence_log\.anchor_/.test(String(event)))
    .map(({ level, event, size }) => ({ level, event, size }));

test("every checkpoint is anchored as the log signed it, and an existing anchor is never another log's", async () => {
  await askAgain(system);
  await run();
  const size = await sizeNow();
  expect(await anchor(size, await checkpoint())).toBe("anchored");
  expect(await anchor(size, "another text\n")).toBe("other");
  expect(await anchor(0, "another text\n")).toBe("other");
  expect(alarms()).toEqual([]);
});

test("the newest anchor is found in one listing, whatever the table says about sizes", async () => {
  const { anchoredSizes, newestAnchor } = await import("#shared/platform/aws/anchors.ts");
  const now = new Date().toISOString();
  const sizes = await anchoredSizes(now);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(await newestAnchor(now)).toEqual({ size: sizes.at(-1), note: await checkpoint() });
});

test("an unreachable bucket ends the run with an alarm before anything is signed; the next run goes on", async () => {
  const before = await sizeNow();
  const { sequenceLog } = await import("#shared/use-cases/log/sequence-log.ts");
  const { lines, end } = keepLogLines();
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
  await askAgain(system);
  const { size } = await sequenceLog({ clock: Date.now, budgetMs: 60_000, chance: Math.random });
  end();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: "error", event: "evidence_log.anchor_failed" }),
  );
  expect([size, await sizeNow()]).toEqual([before, before]);
  vi.stubEnv("AWS_ENDPOINT_URL_S3", environment().AWS_ENDPOINT_URL_S3);
  await run();
  expect(await sizeNow()).toBeGreaterThan(before);
  expect(await anchor(await sizeNow(), await checkpoint())).toBe("anchored");
});

test("a checkpoint in the table that differs from its anchor raises an alarm", async () => {
  const size = await sizeNow();
  await rewriteItem(
    system,
    { pk: "LOG#CHECKPOINTS", sk: String(size).padStart(16, "0") },
    (item) => {
      item.checkpoint.note = item.checkpoint.note.replace("\n\n", "\nextension\n\n");
    },
  );
  const { compareAnchors } = await import("#shared/use-cases/log/compare-anchors.ts");
  const { newestAnchor } = await import("#shared/platform/aws/anchors.ts");
  const { openLog } = await import("#shared/use-cases/log/open-log.ts");
  const now = new Date().toISOString();
  const opened = await openLog(await newestAnchor(now), now);
  const { lines, end } = keepLogLines();
  await compareAnchors(opened, size / (size + 1), now);
  end();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: "error", event: "evidence_log.anchor_differs", size }),
  );
});
