import { promise } from "#shared/store/outbox.ts";
import { startMailServer } from "#test/support/mail-server.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { type CountedSystem, costOf, startCountedSystem } from "./counted-system.ts";
import { callsText, readUnits } from "./counting-proxy.ts";
import { pick } from "./mode.ts";
import { compared, inSeconds, type Row } from "./row.ts";

const WAITING = pick(100_000, 5_000);
const DUE = pick(1_000, 100);
/** How long SES takes for an answer, roughly. */
const ANSWER_MS = 60;
const SETTINGS = { MAIL_FROM: "Countersign <no-reply@a.example>", WORKER_INVOKE_ENABLED: "false" };

/** The cost of a courier run while messages wait, and the time that due mails take. */
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
    if (sent.value.body.sent !== DUE || provider.taken.length !== DUE) {
      const faults = system.lines.filter(({ level }) => level === "error");
      throw new Error(
        `Not all were sent: ${JSON.stringify([sent.value.body, faults.slice(0, 3)])}`,
      );
    }
    return [
      {
        name: `a run beside ${WAITING.toLocaleString("en")} messages that are not due`,
        value: callsText(beside.calls),
        baseline: `${callsText(without.calls)} with none`,
        ratio: readUnits(beside) / readUnits(without),
      },
      compared(
        `${DUE.toLocaleString("en")} due mails, each answered after ${ANSWER_MS} ms (${callsText(sent.calls)})`,
        inSeconds,
        sent.ms,
        60_000,
      ),
    ];
  } finally {
    await system.close();
    await provider.close();
  }
}

const run = (system: CountedSystem) =>
  costOf(system, () => expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200));

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
