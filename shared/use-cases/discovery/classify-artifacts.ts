import { randomUUID } from "node:crypto";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { RunError } from "#shared/domain/discovery/run.ts";
import {
  type AttemptRow,
  type ChainPorts,
  type ChainRun,
  runChain,
} from "#shared/domain/extractors/chain.ts";
import {
  type ClassifiedArtifact,
  classificationOf,
  classificationTask,
  type Verdict,
} from "#shared/domain/extractors/classification.ts";
import { failureTable } from "#shared/domain/extractors/failure.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { readEndpointRules } from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { type ClassifiedContent, classifyArtifact } from "#shared/store/artifacts.ts";
import { extractorMemory, recordCallEvents } from "#shared/store/extractor-memory.ts";
import { transactEach } from "#shared/store/transact.ts";
import { type ExtractorOfTenant, extractorOf } from "./extractor-of.ts";
import { logCalls } from "./log-calls.ts";

/** An artifact to classify: what the prompt says about it, and where the result is stored. */
type Classifiable = ClassifiedArtifact & ClassifiedContent;

/** The outcome of one call to the classifier. */
interface Classified {
  /** Why some are missing: the attempts of the first chain that failed entirely (contract). */
  error: RunError | null;
  /** No entry of the chain answered: the next artifacts would fail as well. */
  isDown: boolean;
  /** Time ran out before it reached all of them. */
  isCut: boolean;
}

/** The only way artifacts get their classification. */
export interface ArtifactClassifier {
  /** Why this tenant's artifacts cannot be classified at all, or null. */
  obstacle: () => Promise<RunError | null>;
  /** Identifies the inputs this artifact's classification would be derived from. */
  madeOf: (artifact: ClassifiedContent) => Promise<string>;
  /** Classifies and writes. */
  classify: (artifacts: readonly Classifiable[]) => Promise<Classified>;
}

/** How many artifacts are classified concurrently. */
const AT_ONCE = 4;
/** With less time left than this, nothing new is begun. */
const LEAST_MS = 5000;

/** A tenant for whom nobody has configured an extractor (contract). */
const noExtractor: RunError = { stage: "classification", code: "no_extractor" };

/**
 * Creates the classifier for one run. The tenant's chain and the live rules are read once, when
 * they are first needed.
 * @param deadlineAt when the last call must have ended, milliseconds since the epoch
 */
export function artifactClassifier(tenantId: string, deadlineAt: number): ArtifactClassifier {
  let reading: Promise<ExtractorOfTenant> | undefined;
  const extractor = () => {
    reading ??= extractorOf(tenantId);
    return reading;
  };
  const basis = once(async () => {
    const { chain, live } = await extractor();
    return canonicalHash([chain.stored, live.rules.map((rule) => [rule, live.statusOf(rule)])]);
  });
  const ports = portsOf(tenantId);
  const madeOf: ArtifactClassifier["madeOf"] = async ({ content_hash }) =>
    `${await basis()} ${content_hash}`;
  return {
    obstacle: async () => ((await extractor()).chain.stored.length === 0 ? noExtractor : null),
    madeOf,
    classify: async (artifacts) => {
      const { chain, live } = await extractor();
      const entries = await chain.entries();
      if (entries.length === 0) return { error: noExtractor, isDown: true, isCut: false };
      if (artifacts.length === 0) return { error: null, isDown: false, isCut: false };
      const { runs, isDown } = await runEach(artifacts, deadlineAt, (artifact) =>
        runChain(
          entries,
          classificationTask(artifact, live.rules, randomUUID()),
          ports,
          deadlineAt,
        ),
      );
      const writes = artifacts.map(async (artifact, i) => {
        const answer = runs[i]?.answer ?? null;
        if (answer === null) return [];
        const classification = classificationOf(answer.value, answer, live.statusOf);
        return [classifyArtifact(artifact, classification, await madeOf(artifact))];
      });
      await transactEach((await Promise.all(writes)).flat());
      await account(tenantId, runs);
      const isCut = !isDown && runs.some((run) => run === null);
      return { error: errorOf(runs), isDown, isCut };
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const portsOf = (tenantId: string): ChainPorts => ({
  send: guardedTransport(readEndpointRules()),
  now: nowMs,
  memory: extractorMemory({
    tenantId,
    cacheEnabled: setting("EXTRACTOR_CACHE_ENABLED")?.toLowerCase() !== "false",
    now: nowMs,
  }),
});

type Run = ChainRun<Verdict>;

/**
 * Runs a few at a time, in order; stops when time is up or no entry of the chain answers.
 * @returns null for artifacts that it did not reach
 */
async function runEach(
  artifacts: readonly Classifiable[],
  deadlineAt: number,
  classify: (artifact: Classifiable) => Promise<Run>,
): Promise<{ runs: (Run | null)[]; isDown: boolean }> {
  const runs: (Run | null)[] = artifacts.map(() => null);
  let isDown = false;
  await eachBounded(artifacts.entries(), AT_ONCE, async ([index, artifact]) => {
    if (isDown || deadlineAt - nowMs() < LEAST_MS) return;
    const run = await classify(artifact);
    // No answer and no failed attempts: there was no time left to try any entry.
    runs[index] = run.answer === null && run.failed.length === 0 ? null : run;
    isDown ||= saysDown(run);
  });
  return { runs, isDown };
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
  );
}
