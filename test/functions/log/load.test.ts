import { beforeEach, expect, test, vi } from "vitest";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { chained } from "#shared/domain/audit/row.ts";
import { note, sized } from "#test/support/full-size.ts";
import { useEnvironmentOf } from "#test/support/in-process.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { madeUp, writeRows } from "#test/support/test-writer.ts";

/*
 * A thousand decisions a minute (forty in a normal test run). Only calls advance the clock, each by 5
 * ms: eight concurrent calls of 40 ms. The schedule starts a run every minute, but never while another
 * is in progress.
 */

const MINUTES = 2;
const A_MINUTE = sized(1000, 40);
const MINUTE_MS = 60_000;
const CALL_MS = 5;
/** The time that the function gives a run. */
const BUDGET_MS = 45_000;

const clock = vi.hoisted(() => ({ ms: 0 }));

vi.mock("#shared/platform/aws/signing-key.ts", async (original) => {
  const actual = await original<typeof import("#shared/platform/aws/signing-key.ts")>();
  return {
    ...actual,
    signWithKey: (...given: Parameters<typeof actual.signWithKey>) => {
      clock.ms += CALL_MS;
      return actual.signWithKey(...given);
    },
  };
});

const system = suiteSystemWithLog();
beforeEach(() => {
  useEnvironmentOf(system, {
    AWS_LAMBDA_FUNCTION_NAME: "sequenceLog",
    AWS_ENDPOINT_URL_S3: system.endpoints.s3 ?? "",
    EVIDENCE_ANCHORS_BUCKET: "countersign-anchors",
  });
  return () => vi.unstubAllEnvs();
});

/** Writes the rows of a minute's decisions as their transactions do; returns their hashes. */
async function decideFor(start: number): Promise<string[]> {
  const made = Array.from({ length: A_MINUTE }, (_, i) => {
    const id = crypto.randomUUID();
    const created_at = new Date(start + (i * MINUTE_MS) / A_MINUTE).toISOString();
    const { row } = chained(
      auditRow({
        // Any logged action of a chained resource will do.
        action: "counsel.created",
        resourceId: id,
        tenantId: null,
        actorUserId: null,
        context: madeUp(id),
        id: crypto.randomUUID(),
        at: created_at,
      }),
      null,
    );
    return { row, length: 1 };
  });
  await writeRows(system, made);
  return made.map(({ row }) => row.row_hash ?? "");
}

test(`${A_MINUTE} decisions a minute wait less than two minutes each for their signed checkpoint`, async () => {
  const { sequenceLog } = await import("#shared/use-cases/log/sequence-log.ts");
  const { checkpointsFrom } = await import("#shared/store/log-checkpoints.ts");
  const { getLogRows } = await import("#shared/store/log-rows.ts");
  const { documents } = await import("#shared/store/read.ts");
  const start = Date.now();
  const hashes: string[] = [];
  documents.middlewareStack.add(
    (next) => (given) => {
      clock.ms += CALL_MS;
      return next(given);
    },
    { step: "initialize", name: "clock", priority: "high" },
  );
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    const begun = start + minute * MINUTE_MS;
    const free = clock.ms;
    if (minute < MINUTES) hashes.push(...(await decideFor(begun)));
    clock.ms = Math.max(begun + MINUTE_MS, free);
    const { oldest_waiting_seconds } = await sequenceLog({
      clock: () => clock.ms,
      budgetMs: BUDGET_MS,
      chance: () => 0.5,
    });
    expect(oldest_waiting_seconds).toBeLessThan(120);
    // Receipts and anchors included, the run ends before the next one is due.
    expect(clock.ms).toBeLessThan(begun + 2 * MINUTE_MS);
  }
  documents.middlewareStack.remove("clock");
  const checkpoints = await checkpointsFrom(1, 20);
  const rows = await getLogRows(hashes);
  const waits = rows.map((row) => {
    const index = row?.index ?? Number.POSITIVE_INFINITY;
    const signed = checkpoints.find(({ size }) => size > index)?.signed_at ?? "never";
    return (Date.parse(signed) - Date.parse(row?.key.sk.split("#")[0] ?? "")) / 1000;
  });
  expect(waits).toHaveLength(MINUTES * A_MINUTE);
  expect(new Set(rows.map((row) => row?.index)).size).toBe(MINUTES * A_MINUTE);
  const longest = Math.max(...waits);
  const name = `evidence log: ${A_MINUTE} decisions a minute: the longest wait for a signed checkpoint`;
  note(name, `${longest.toFixed(0)} s`, "120 s", longest / 120);
  expect(longest).toBeLessThan(120);
}, 240_000);
