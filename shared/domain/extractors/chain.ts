import { type Attempt, type AttemptPorts, tryEntry } from "./attempt.ts";
import { type CachedAnswer, configHash, requestHash } from "./cache.ts";
import type { Entry, Task, Usage } from "./call.ts";
import type { ExtractorProvider } from "./catalog.ts";
import { afterFailure, type Cooldown, gate, halfOpened, noCooldown } from "./cooldown.ts";
import type { FailureCode } from "./failure.ts";
import { LONGEST_CHAIN } from "./limits.ts";

/** The most time one entry may take, from DNS lookup to the last byte of the body. */
const ENTRY_BUDGET_MS = 60_000;

/** State that outlives one run of the chain; one instance per tenant. */
export interface Memory {
  /** Returns cooldowns and cached answers by hash, in the given order, in one round trip. */
  recall(
    configs: readonly string[],
    requests: readonly string[],
  ): Promise<{ cooldowns: readonly Cooldown[]; cached: readonly (CachedAnswer | null)[] }>;
  /** Moves it if it is still `from` (compare-and-set). Otherwise returns the current one. */
  moveCooldown(config: string, from: Cooldown, to: Cooldown): Promise<true | Cooldown>;
  /** Caches a good answer. */
  keep(request: string, answer: CachedAnswer): Promise<void>;
}

export interface ChainPorts extends AttemptPorts {
  memory: Memory;
}

/** A failed attempt for the record; contains none of the upstream's text. */
export interface AttemptRow {
  provider: ExtractorProvider;
  code: FailureCode;
  latency_ms: number;
}

export interface ChainRun<T> {
  answer: { value: T; provider: ExtractorProvider; model: string | null; cached: boolean } | null;
  /** The entries that failed, in order. */
  failed: readonly AttemptRow[];
  /** Every attempt, including failed ones and entries that could not be called. */
  calls: readonly ExtractorCall[];
  /** Milliseconds since the epoch, like `lastFailureAt`; null if there was none in this run. */
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
}

/** Duration and tokens of one attempt. */
export interface ExtractorCall {
  provider: ExtractorProvider;
  /** The model that was asked for. */
  model: string | null;
  /** null: the entry answered. */
  code: FailureCode | null;
  latencyMs: number;
  usage: Usage;
}

interface Candidate {
  entry: Entry;
  config: string;
  request: string;
  cooldown: Cooldown;
  cached: CachedAnswer | null;
}

/**
 * Tries the entries of a chain in order until one gives an answer that fits the task's schema (second
 * seed, "Extractor administration"; any failure falls back to the next, bad content included). A cached
 * answer is used at its entry's turn. Entries in cooldown, or being probed by another caller after it,
 * are skipped; if that leaves no entry to try, they are called anyway.
 * @param deadlineAt milliseconds since the epoch; the time left is shared among the remaining
 *   entries
 * @throws BudgetExhausted from `ports.meter`; the remaining entries are then not called
 */
export async function runChain<T>(
  chain: readonly Entry[],
  task: Task<T>,
  ports: ChainPorts,
  deadlineAt: number,
): Promise<ChainRun<T>> {
  const candidates = await recallCandidates(chain.slice(0, LONGEST_CHAIN), task, ports.memory);
  const attempts: Attempt<T>[] = [];
  const ended = (answer: ChainRun<T>["answer"]): ChainRun<T> => ({ ...summary(attempts), answer });
  const ask = async (candidate: Candidate, sharers: number): Promise<ChainRun<T>["answer"]> => {
    const share = Math.floor((deadlineAt - ports.now()) / sharers);
    const budgetMs = Math.min(ENTRY_BUDGET_MS, share);
    if (budgetMs < 1) return null;
    const attempt = await tryEntry(candidate.entry, task, ports, { budgetMs, deadlineAt });
    if (attempt === null) return null;
    attempts.push(attempt);
    await remember(candidate, attempt, ports, attempt.cutShort || budgetMs < ENTRY_BUDGET_MS);
    const { provider, result } = attempt;
    return result.ok ? { value: result.value, provider, model: result.model, cached: false } : null;
  };

  const passedOver: Candidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const remembered = cachedValue(candidate, task);
    if (remembered !== null) return ended(remembered);
    if (!(await mayCall(candidate, ports))) {
      passedOver.push(candidate);
      continue;
    }
    const answer = await ask(candidate, candidates.length - index);
    if (answer !== null) return ended(answer);
  }
  const left = attempts.length === 0 ? passedOver : [];
  for (const [index, candidate] of left.entries()) {
    const answer = await ask(candidate, left.length - index);
    if (answer !== null) return ended(answer);
  }
  return ended(null);
}

async function recallCandidates(
  chain: readonly Entry[],
  task: Task<unknown>,
  memory: Memory,
): Promise<Candidate[]> {
  const named = chain.map((entry) => ({
    entry,
    config: configHash(entry),
    request: requestHash(entry, task),
  }));
  const { cooldowns, cached } = await memory.recall(
    named.map(({ config }) => config),
    named.map(({ request }) => request),
  );
  return named.map((candidate, i) => ({
    ...candidate,
    cooldown: cooldowns[i] ?? noCooldown,
    cached: cached[i] ?? null,
  }));
}

/** A cached answer, if it still fits the schema. */
function cachedValue<T>({ cached, entry }: Candidate, task: Task<T>): ChainRun<T>["answer"] {
  if (cached === null) return null;
  const checked = task.check(cached.value);
  if (!checked.ok) return null;
  return { value: checked.value, provider: entry.provider, model: cached.model, cached: true };
}

/** After a cooldown only one caller probes the entry: the first to update its state. */
async function mayCall(candidate: Candidate, { memory, now }: ChainPorts): Promise<boolean> {
  const state = gate(candidate.cooldown, now());
  if (state !== "half_open") return state === "closed";
  const next = halfOpened(candidate.cooldown, now());
  if ((await memory.moveCooldown(candidate.config, candidate.cooldown, next)) !== true)
    return false;
  candidate.cooldown = next;
  return true;
}

async function remember<T>(
  candidate: Candidate,
  attempt: Attempt<T>,
  { memory, now }: ChainPorts,
  cutShort: boolean,
): Promise<void> {
  const { result, retryAfterMs } = attempt;
  const after = (state: Cooldown): Cooldown =>
    result.ok
      ? noCooldown
      : afterFailure(state, { code: result.code, retryAfterMs, cutShort }, now());
  await Promise.all([
    updateCooldown(candidate, after, memory),
    result.ok ? memory.keep(candidate.request, { value: result.value, model: result.model }) : null,
  ]);
}

/** Updates a cooldown with optimistic locking; retries on the state that other callers wrote. */
async function updateCooldown(
  { config, cooldown }: Candidate,
  after: (state: Cooldown) => Cooldown,
  memory: Memory,
): Promise<void> {
  let present = cooldown;
  for (let tries = 0; tries < 3; tries += 1) {
    const next = after(present);
    if (next.failures === present.failures && next.openUntil === present.openUntil) return;
    const moved = await memory.moveCooldown(config, present, next);
    if (moved === true) return;
    present = moved;
  }
}

function summary<T>(attempts: readonly Attempt<T>[]): Omit<ChainRun<T>, "answer"> {
  const good = attempts.find(({ result }) => result.ok);
  const bad = attempts.filter(({ result }) => !result.ok);
  return {
    failed: bad.flatMap(({ provider, result, latencyMs }) =>
      result.ok ? [] : [{ provider, code: result.code, latency_ms: latencyMs }],
    ),
    calls: attempts.map(({ provider, model, result, latencyMs, usage }) => ({
      provider,
      model,
      code: result.ok ? null : result.code,
      latencyMs,
      usage,
    })),
    lastSuccessAt: good?.endedAt ?? null,
    lastFailureAt: bad.at(-1)?.endedAt ?? null,
  };
}
