import { randomUUID } from "node:crypto";
import type { RunError } from "#shared/domain/discovery/run.ts";
import type { Budget } from "#shared/domain/extractors/budget.ts";
import {
  type AttemptRow,
  type ChainPorts,
  type ChainRun,
  runChain,
} from "#shared/domain/extractors/chain.ts";
import { factsTask } from "#shared/domain/extractors/fact-extraction.ts";
import { failureTable } from "#shared/domain/extractors/failure.ts";
import { BudgetExhausted } from "#shared/domain/extractors/meter.ts";
import type { AnsweredFacts } from "#shared/domain/inventory/answered-facts.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { readEndpointRules } from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import type { StoredArtifact } from "#shared/store/artifacts.ts";
import { extractorMemory, recordCallEvents } from "#shared/store/extractor-memory.ts";
import { dropLeft, putLeft, readLeft } from "#shared/store/left-artifacts.ts";
import { budgetMeter } from "#shared/use-cases/inventory/budget-meter.ts";
import {
  type Classifying,
  recordClassifications,
} from "#shared/use-cases/inventory/record-classification.ts";
import { spendingOf } from "#shared/use-cases/inventory/spending-of.ts";
import { type ExtractorOfTenant, extractorReader } from "./extractor-of.ts";
import { logCalls } from "./log-calls.ts";

/** The outcome of one call to the classifier. */
interface Classified {
  /** Why some are missing: the attempts of the first chain that failed entirely (contract). */
  error: RunError | null;
  /** No entry of the chain answered: the next artifacts would fail as well. */
  isDown: boolean;
  /** Time ran out before all artifacts were reached. */
  isCut: boolean;
}

interface Choice {
  /** Asks again even about artifacts whose classification is current. */
  isAgain?: boolean;
  /** No extractor is asked. The gates are only applied where they have changed. */
  isDown?: boolean;
}

/** The only way for a run to classify artifacts. */
export interface ArtifactClassifier {
  /** Why this tenant's artifacts cannot be classified at all, or null. */
  obstacle: () => Promise<RunError | null>;
  /** Asks about new and changed ones, applies the gates where only these changed, and writes. */
  classify: (artifacts: readonly StoredArtifact[], choice?: Choice) => Promise<Classified>;
  /** Called first: asks about a connection's artifacts that an exhausted budget left over. */
  takeUpLeft: (connectionId: string) => Promise<Classified>;
}

/** How many artifacts are classified concurrently. */
const AT_ONCE = 4;
/** With less time left than this, no new work begins. */
const LEAST_MS = 5000;
/** How many artifacts that were left are taken up at once. */
const MAX_LEFT = 200;

/** The error for a tenant for whom nobody has configured an extractor (contract). */
const noExtractor: RunError = { stage: "classification", code: "no_extractor" };
const budgetExhausted: RunError = {
  stage: "classification",
  code: "extractor_budget_exhausted",
};
const nothing: Classified = { error: null, isDown: false, isCut: false };

/**
 * Creates the classifier for one run.
 * @param deadlineAt when the last call must have ended, milliseconds since the epoch
 */
export function artifactClassifier(tenantId: string, deadlineAt: number): ArtifactClassifier {
  let wasExhausted = false;
  const answeredIds = new Set<string>();
  const extractor = extractorReader(tenantId);
  const ports = portsOf(tenantId, deadlineAt, async () => (await extractor()).budget);
  const obstacle = async (): Promise<RunError | null> => {
    const { mode, chain } = await extractor();
    return mode === "allowed" && chain.stored.length === 0 ? noExtractor : null;
  };
  const classify: ArtifactClassifier["classify"] = async (artifacts, choice = {}) => {
    const known = await extractor();
    const isDue = (one: StoredArtifact): boolean =>
      !answeredIds.has(one.id) && (choice.isAgain || isStale(one, known));
    const asked = mayAsk(known) && !choice.isDown ? artifacts.filter(isDue) : [];
    const asking = await runEach(asked, deadlineAt, async (artifact) => {
      const current = await extractor();
      return mayAsk(current) ? runOf(artifact, current, ports, deadlineAt) : null;
    });
    const { mode } = await extractor();
    const missing = choice.isDown ? null : await obstacle();
    const { runs, isExhausted } = asking;
    const answered = asked.flatMap((artifact, i) => answeredBy(artifact, runs[i]));
    const weighed = needingGates(artifacts, answered, known);
    await recordClassifications([...answered, ...weighed], known.gates);
    for (const { artifact } of answered) answeredIds.add(artifact.id);
    wasExhausted ||= isExhausted;
    if (isExhausted) await putLeft(asked.filter((_, i) => runs[i]?.answer == null));
    // A full run later finds by itself what it did not ask about, but a push would not.
    else if (wasExhausted && choice.isAgain) await putLeft(artifacts);
    if (asked.length > 0) await account(tenantId, runs);
    const isDown = asking.isDown || isExhausted || missing !== null;
    return {
      error: missing ?? (isExhausted ? budgetExhausted : errorOf(runs)),
      isDown,
      isCut: !isDown && mode === "allowed" && runs.some((run) => run === null),
    };
  };
  return {
    obstacle,
    classify,
    takeUpLeft: async (connectionId) => {
      if (!mayAsk(await extractor())) return nothing;
      const left = await readLeft(tenantId, connectionId, MAX_LEFT);
      if (left.notes.length === 0) return nothing;
      const taken = await classify(left.artifacts.filter(({ retired_at }) => retired_at === null));
      const wereAsked = !taken.isDown && !taken.isCut && mayAsk(await extractor());
      if (wereAsked) await dropLeft(left);
      return taken;
    },
  };
}

const mayAsk = ({ mode, chain }: ExtractorOfTenant): boolean =>
  mode === "allowed" && chain.stored.length > 0;

const madeOf = (
  { content_hash }: StoredArtifact,
  { basis }: Pick<ExtractorOfTenant, "basis">,
): string => `${basis} ${content_hash}`;

/** Whether it was never classified, or the content, the chain or the instructions have changed. */
const isStale = (artifact: StoredArtifact, known: ExtractorOfTenant): boolean =>
  artifact.classification === null || artifact.classified_hash !== madeOf(artifact, known);

function answeredBy(artifact: StoredArtifact, run: Run | null | undefined): Classifying[] {
  if (run?.answer == null) return [];
  const { value, provider, model } = run.answer;
  const answer = { value, provider, model, spending: spendingOf(run.calls, now()) };
  return [{ artifact, answer, madeOf: madeOf(artifact, run) }];
}

/** Artifacts whose facts have to be weighed again, because gates or rule books have changed. */
function needingGates(
  artifacts: readonly StoredArtifact[],
  answered: readonly Classifying[],
  { gates }: ExtractorOfTenant,
): Classifying[] {
  const isAnswered = new Set(answered.map(({ artifact }) => artifact));
  return artifacts.flatMap((artifact): Classifying[] => {
    const { classification } = artifact;
    const isCurrent = classification === null || classification.gates_basis === gates.basis;
    return isCurrent || isAnswered.has(artifact) ? [] : [{ artifact, answer: null, madeOf: null }];
  });
}

const portsOf = (
  tenantId: string,
  deadlineAt: number,
  budget: () => Promise<Budget | null>,
): ChainPorts => ({
  send: guardedTransport(readEndpointRules()),
  now: nowMs,
  meter: budgetMeter({ tenantId, budget, now: nowMs, deadlineAt }),
  memory: extractorMemory({
    tenantId,
    cacheEnabled: setting("EXTRACTOR_CACHE_ENABLED")?.toLowerCase() !== "false",
    now: nowMs,
  }),
});

/** One artifact's calls, and the chain to which they went. */
type Run = ChainRun<AnsweredFacts> & Pick<ExtractorOfTenant, "basis">;

async function runOf(
  artifact: StoredArtifact,
  { chain, basis }: ExtractorOfTenant,
  ports: ChainPorts,
  deadlineAt: number,
): Promise<Run> {
  const task = factsTask(artifact, randomUUID());
  return { ...(await runChain(await chain.entries(), task, ports, deadlineAt)), basis };
}

/**
 * Asks about a few artifacts at a time, in order. It stops when time is up, when no entry of the chain
 * answers, or when the budget is exhausted.
 * @param ask null: the tenant no longer allows it
 * @returns null for artifacts that it did not reach
 */
async function runEach(
  artifacts: readonly StoredArtifact[],
  deadlineAt: number,
  ask: (artifact: StoredArtifact) => Promise<Run | null>,
): Promise<{ runs: (Run | null)[]; isDown: boolean; isExhausted: boolean }> {
  const runs: (Run | null)[] = artifacts.map(() => null);
  let isDown = false;
  let isExhausted = false;
  await eachBounded(artifacts.entries(), AT_ONCE, async ([index, artifact]) => {
    if (isDown || isExhausted || deadlineAt - nowMs() < LEAST_MS) return;
    try {
      const run = await ask(artifact);
      if (run === null) return;
      // No answer and no failed attempts mean that there was no time left to try any entry.
      runs[index] = run.answer === null && run.failed.length === 0 ? null : run;
      isDown ||= saysDown(run);
    } catch (error) {
      if (!(error instanceof BudgetExhausted)) throw error;
      isExhausted = true;
    }
  });
  return { runs, isDown, isExhausted };
}

const saysDown = ({ answer, failed }: Run): boolean =>
  answer === null && failed.length > 0 && failed.every(isFaultOfEntry);

/** Whether the entry would probably fail with the next artifact too. */
const isFaultOfEntry = ({ code }: AttemptRow): boolean =>
  failureTable[code].cools !== "never" && code !== "contract_violation";

function errorOf(runs: readonly (Run | null)[]): RunError | null {
  const unanswered = runs.find((run) => run !== null && run.answer === null);
  return unanswered == null ? null : { stage: "classification", attempts: unanswered.failed };
}

/** Records the tenant's call events and logs the calls and their cost. */
async function account(tenantId: string, runs: readonly (Run | null)[]): Promise<void> {
  const made = runs.filter((run) => run !== null);
  const latest = (times: readonly (number | null)[]): string | null => {
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : new Date(Math.max(...known)).toISOString();
  };
  await recordCallEvents(tenantId, {
    last_success_at: latest(made.map((run) => run.lastSuccessAt)),
    last_failure_at: latest(made.map((run) => run.lastFailureAt)),
  });
  log("info", "classification", {
    tenant_id: tenantId,
    artifacts: runs.length,
    classified: made.filter((run) => run.answer !== null).length,
    cached: made.filter((run) => run.answer?.cached).length,
  });
  logCalls(
    tenantId,
    made.flatMap((run) => run.calls),
    now(),
  );
}
