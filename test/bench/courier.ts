import { performance } from "node:perf_hooks";
import { promise } from "#shared/store/outbox.ts";
import { startMailServer } from "#test/support/mail-server.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { callsText, totalUnits } from "./counting-proxy.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const WAITING = pick(100_000, 5_000);
const DUE = pick(1_000, 100);
/** What SES takes for an answer, roughly. */
const ANSWER_MS = 60;
const SETTINGS = { MAIL_FROM: "Countersign <no-reply@a.example>", WORKER_INVOKE_ENABLED: "false" };

/** What a run of the courier costs beside waiting messages, and how long due mails take. */
export async function courierRows(): Promise<Row[]> {
  const provider = await startMailServer(ANSWER_MS);
  const system = await startCountedSystem({ ...SETTINGS, SES_URL: provider.url });
  try {
    const home = await commission(system);
    await run(system);
    const without = await run(system);
    await system.database.add(waiting());
    await run(system);
    const beside = await run(system);
    for (let n = 0; n < DUE; n += 1) await requestReview(system, home, { deliver: "mail" });
    const sent = await run(system);
    if (sent.outcome.sent !== DUE || provider.taken.length !== DUE) {
      const faults = system.lines.filter(({ level }) => level === "error");
      throw new Error(`Not all were sent: ${JSON.stringify([sent.outcome, faults.slice(0, 3)])}`);
    }
    return [
      {
        name: `a run beside ${WAITING.toLocaleString("en")} messages that are not due`,
        value: callsText(beside.calls),
        baseline: `${callsText(without.calls)} with none`,
        ratio: readUnits(beside) / readUnits(without),
      },
      {
        name: `${DUE.toLocaleString("en")} due mails, each answered after ${ANSWER_MS} ms (${callsText(sent.calls)})`,
        value: `${(sent.ms / 1000).toFixed(1)} s`,
        baseline: "60 s",
        ratio: sent.ms / 60_000,
      },
    ];
  } finally {
    await system.close();
    await provider.close();
  }
}

const readUnits = ({ calls }: Pick<Run, "calls">): number => totalUnits(calls).read;

type Run = Awaited<ReturnType<typeof run>>;

async function run(system: CountedSystem) {
  system.proxy.take();
  const startedAt = performance.now();
  const path = "/_local/schedules/courier/run";
  const { body } = await expectStatus(system.api()("POST", path), 200);
  return {
    outcome: body as Record<string, number>,
    ms: performance.now() - startedAt,
    calls: system.proxy.take(),
  };
}

function* waiting() {
  const due_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  for (let n = 0; n < WAITING; n += 1) {
    const { Put } = promise({
      id: `waits.${n}`,
      kind: "review_reminder",
      to: "nobody",
      due_at,
      attempts: 0,
    });
    if (Put?.Item !== undefined) yield Put.Item;
  }
}
