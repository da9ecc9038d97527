import { randomUUID } from "node:crypto";
import type { Classification } from "#shared/domain/discovery/artifact.ts";
import type { RunError } from "#shared/domain/discovery/run.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
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
import { effectiveChain } from "#shared/domain/extractors/platform.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import {
  readEndpointRules,
  readPlatform,
  resolveChain,
} from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { extractorMemory, recordCallEvents } from "#shared/store/extractor-memory.ts";
import { getItem } from "#shared/store/read.ts";
import { chainOf } from "#shared/store/tenant-extractor.ts";
import { tenantKey } from "#shared/store/tenants.ts";
import { type LiveRules, readLiveRules } from "./live-rules.ts";

/** In the order of the artifacts; null where none could be made. */
export interface Classified {
  classifications: readonly (Classification | null)[];
  /** Why some are missing: the trail of the first chain that failed as a whole (contract). */
  error: RunError | null;
  /** Nobody of the chain answers: the next artifacts would fare no better. */
  isDown: boolean;
}

/** Artifacts that are classified side by side. */
const AT_ONCE = 4;
/** With less time than this nothing new is begun. */
const LEAST_MS = 5000;

/**
 * Makes a classifier for one run: the tenant's chain and the live rules are read once, at its first
 * use. A tenant for whom nobody has configured an extractor gets no classifications, and no error.
 * @param deadlineAt milliseconds since the epoch at which the last call has ended
 */
export function artifactClassifier(
  tenantId: string,
  deadlineAt: number,
): (artifacts: readonly ClassifiedArtifact[]) => Promise<Classified> {
  let preparing: Promise<{ chain: readonly Entry[]; live: LiveRules }> | undefined;
  const ports: ChainPorts = {
    send: guardedTransport(readEndpointRules()),
    now: nowMs,
    memory: extractorMemory({
      scope: { tenantId },
      cacheEnabled: setting("EXTRACTOR_CACHE_ENABLED")?.toLowerCase() !== "false",
      now: nowMs,
    }),
  };
  return async (artifacts) => {
    preparing ??= prepare(tenantId);
    const { chain, live } = await preparing;
    if (chain.length === 0 || artifacts.length === 0) {
      return { classifications: artifacts.map(() => null), error: null, isDown: false };
    }
    const classify = (artifact: ClassifiedArtifact) =>
      runChain(chain, classificationTask(artifact, live.rules, randomUUID()), ports, deadlineAt);
    const { runs, isDown } = await runEach(artifacts, classify, deadlineAt);
    await account(tenantId, runs);
    return { classifications: runs.map((run) => shown(run, live)), error: errorOf(runs), isDown };
  };
}

async function prepare(tenantId: string) {
  const platform = readPlatform();
  const [item, live] = await Promise.all([getItem(tenantKey(tenantId)), readLiveRules(now())]);
  const stored = effectiveChain(item === null ? [] : chainOf(item), platform);
  return { chain: await resolveChain(tenantId, stored, platform), live };
}

type Run = ChainRun<Verdict>;

/** Runs a few at once; ends when time is up or when the chain has nobody left who answers. */
async function runEach(
  artifacts: readonly ClassifiedArtifact[],
  classify: (artifact: ClassifiedArtifact) => Promise<Run>,
  deadlineAt: number,
): Promise<{ runs: (Run | null)[]; isDown: boolean }> {
  const runs: (Run | null)[] = artifacts.map(() => null);
  let next = 0;
  let isDown = false;
  const lane = async () => {
    while (!isDown && next < artifacts.length && deadlineAt - nowMs() >= LEAST_MS) {
      const index = next;
      next += 1;
      const run = await classify(artifacts[index] as ClassifiedArtifact);
      runs[index] = run;
      isDown ||= saysDown(run);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { runs, isDown };
}

/** An empty trail says nothing of anybody: there was no time to ask. */
const saysDown = ({ answer, failed }: Run): boolean =>
  answer === null && failed.length > 0 && failed.every(speaksOfEntry);

/** Would the entry fail with the next artifact too, as far as one can tell? */
const speaksOfEntry = ({ code }: AttemptRow): boolean =>
  failureTable[code].cools !== "never" && code !== "contract_violation";

const shown = (run: Run | null, live: LiveRules): Classification | null =>
  run?.answer == null ? null : classificationOf(run.answer.value, run.answer, live.statusOf);

function errorOf(runs: readonly (Run | null)[]): RunError | null {
  const failed = runs.find((run) => run !== null && run.answer === null);
  return failed == null ? null : { stage: "classification", attempts: failed.failed };
}

/** Notes the tenant's call events and writes down what it all cost. */
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
    failed_calls: made.reduce((sum, run) => sum + run.failed.length, 0),
    cost_nano_eur: made.reduce((sum, run) => sum + run.costNanoEur, 0),
  });
}
