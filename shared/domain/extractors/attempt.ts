import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";
import { writtenBytes } from "#shared/domain/text/written.ts";
import { jsonIn, noUsage } from "./answer.ts";
import {
  addUsage,
  type Checked,
  type Entry,
  type ModelAnswer,
  type Reading,
  type Repair,
  type Sent,
  type Task,
  type Transport,
  type Usage,
} from "./call.ts";
import type { ExtractorProvider } from "./catalog.ts";
import type { FailureCode } from "./failure.ts";
import type { Meter, Reservation } from "./meter.ts";
import { adapters } from "./providers/adapters.ts";
import { thinkingTokens } from "./thinking.ts";

export interface AttemptPorts {
  send: Transport;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Every call that costs money goes through it. */
  meter: Meter;
}

/** The outcome of trying one entry, including its repair call. */
export interface Attempt<T> {
  provider: ExtractorProvider;
  /** The entry's model, which is the one that is paid for. */
  model: string | null;
  result: { ok: true; value: T; model: string | null } | { ok: false; code: FailureCode };
  latencyMs: number;
  /** Number of HTTP calls: 0 (mock, unusable), 1, or 2 with a repair. */
  calls: number;
  usage: Usage;
  /** HTTP status of the last response; null if there was none. */
  status: number | null;
  retryAfterMs: number | null;
  /** Milliseconds since the epoch. */
  endedAt: number;
  /** Waiting for the meter left the last call less than the rest of the entry's own time. */
  cutShort: boolean;
}

/** How long an entry may take. */
interface Allowed {
  /** Milliseconds, without waiting for the meter. */
  budgetMs: number;
  /** When its last call must have ended at the latest, in milliseconds since the epoch. */
  deadlineAt: number;
}

/** A repair call is made only if this much time remains. */
const REPAIR_NEEDS_MS = 10_000;

/** One call and how its response was read. */
interface Round<T> {
  reading: Reading;
  /** The result of the schema check; null for a failed reading. */
  checked: Checked<T> | null;
  status: number | null;
  retryAfter: string | null;
}

/**
 * Tries one entry: one call, then one repair call if the response is well-formed but does not fit the
 * schema and {@link REPAIR_NEEDS_MS} remain. A timeout is never retried.
 * @returns null if waiting for the meter left no time for a call
 * @throws BudgetExhausted
 */
export async function tryEntry<T>(
  entry: Entry,
  given: Task<T>,
  ports: AttemptPorts,
  { budgetMs, deadlineAt }: Allowed,
): Promise<Attempt<T> | null> {
  const task = { ...given, maxOutputTokens: given.maxOutputTokens + thinkingTokens(entry) };
  let startedAt = ports.now();
  let cutShort = false;
  const ownMs = () => Math.floor(budgetMs - (ports.now() - startedAt));
  const leftMs = () => Math.min(ownMs(), Math.floor(deadlineAt - ports.now()));
  const rounds: Round<T>[] = [];
  const finish = (result: Attempt<T>["result"]): Attempt<T> => {
    const usage = rounds.map(({ reading }) => reading.usage).reduce(addUsage, noUsage);
    const last = rounds.at(-1);
    const endedAt = ports.now();
    return {
      provider: entry.provider,
      model: entry.model,
      result,
      latencyMs: Math.max(0, Math.round(endedAt - startedAt)),
      calls: rounds.length,
      usage,
      status: last?.status ?? null,
      retryAfterMs: retryAfterMs(last?.retryAfter ?? null, endedAt),
      endedAt,
      cutShort,
    };
  };
  if (entry.unusable !== undefined) return finish({ ok: false, code: entry.unusable });
  if (entry.provider === "mock") return finish(mockResult(task));

  let repair: Repair | undefined;
  const called = { ...entry, provider: entry.provider };
  for (;;) {
    const askedAt = ports.now();
    const reservation = await reserve(called, task, ports.meter, repair);
    startedAt += ports.now() - askedAt;
    const grantedMs = leftMs();
    if (grantedMs < 1) {
      await reservation.settle(null);
      return rounds.length === 0 ? null : finish({ ok: false, code: "contract_violation" });
    }
    cutShort = grantedMs < ownMs();
    const round = await callOnce(called, paidFor(task, reservation), ports.send, grantedMs, repair);
    await reservation.settle(round.reading.usage);
    rounds.push(round);
    const { reading, checked } = round;
    if (!reading.ok) return finish({ ok: false, code: reading.code });
    if (checked?.ok) return finish({ ok: true, value: checked.value, model: reading.model });
    if (repair !== undefined || task.kind === "probe" || leftMs() < REPAIR_NEEDS_MS) {
      return finish({ ok: false, code: "contract_violation" });
    }
    repair = { answer: textOf(reading.answer), faults: (checked?.faults ?? []).slice(0, 20) };
  }
}

type Callable = Entry & { provider: keyof typeof adapters };

async function reserve(
  entry: Callable,
  task: Task<unknown>,
  meter: Meter,
  repair: Repair | undefined,
): Promise<Reservation> {
  const { body } = adapters[entry.provider].build({
    entry,
    task,
    deadlineMs: REPAIR_NEEDS_MS,
    ...(repair ? { repair } : {}),
  });
  const { provider, model } = entry;
  const { maxOutputTokens } = task;
  return meter.reserve({ provider, model, inputBytes: writtenBytes(body), maxOutputTokens });
}

const paidFor = <T>(task: Task<T>, { maxOutputTokens }: Reservation): Task<T> =>
  maxOutputTokens >= task.maxOutputTokens ? task : { ...task, maxOutputTokens };

async function callOnce<T>(
  entry: Callable,
  task: Task<T>,
  send: Transport,
  timeoutMs: number,
  repair: Repair | undefined,
): Promise<Round<T>> {
  const adapter = adapters[entry.provider];
  const call = { entry, task, deadlineMs: timeoutMs, ...(repair ? { repair } : {}) };
  const sent: Sent = await send(entry.provider, adapter.build(call), timeoutMs);
  if (!sent.ok) {
    const reading: Reading = { ok: false, code: sent.code, usage: noUsage };
    return { reading, checked: null, status: sent.status ?? null, retryAfter: null };
  }
  const { answer } = sent;
  const reading = adapter.read(answer, call);
  const checked = reading.ok ? contentOf(reading.answer, task) : null;
  return { reading, checked, status: answer.status, retryAfter: answer.retryAfter };
}

function contentOf<T>(answer: ModelAnswer, task: Task<T>): Checked<T> {
  if ("value" in answer) return task.check(answer.value);
  const json = jsonIn(answer.text);
  return json.ok ? task.check(json.value) : { ok: false, faults: ["The answer is not JSON."] };
}

const textOf = (answer: ModelAnswer): string =>
  "text" in answer ? answer.text : JSON.stringify(answer.value);

function mockResult<T>(task: Task<T>): Attempt<T>["result"] {
  const checked = task.check(task.sample);
  return checked.ok
    ? { ok: true, value: checked.value, model: "mock" }
    : { ok: false, code: "contract_violation" };
}
