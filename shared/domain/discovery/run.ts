/** `full` lists the whole environment; `partial` looks only at what a delivery named. */
export const runKinds = ["full", "partial"] as const;
export type RunKind = (typeof runKinds)[number];

/** What asked for a run. */
export const runTriggers = ["manual", "sourcehost_webhook", "cloudb_eventbus"] as const;
type RunTrigger = (typeof runTriggers)[number];

export const runStatuses = ["queued", "running", "completed", "failed"] as const;
type RunStatus = (typeof runStatuses)[number];

/** How far one kind of thing was listed in one place (contract, "Coverage items"). */
export interface CoverageItem {
  project: string;
  location: string;
  kind: string;
  status: "complete" | "partial" | "failed";
  http_status?: number;
  code?: string;
}

/** What went wrong, as JSON; `code` is a stable word. Never a secret, a token or a stack. */
export type RunError = Readonly<Record<string, unknown>>;

/** A discovery run as the API shows it (contract). */
interface DiscoveryRun {
  id: string;
  connection_id: string;
  kind: RunKind;
  trigger: RunTrigger;
  status: RunStatus;
  artifacts_count: number;
  coverage: readonly CoverageItem[];
  error_jsonb: RunError | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** A run as it is stored: the job and its result in one. */
export interface RunRecord extends DiscoveryRun {
  tenant_id: string;
  /** The signed-in person who asked for it; null for deliveries. */
  requested_by: string | null;
  /** What the step works on (a delivery's content); null for a full run. */
  input: Readonly<Record<string, unknown>> | null;
  /** How often it was begun; with the status it names one state of the run. */
  attempts: number;
  /** How many of these beginnings went on where an invocation had to stop, not after a failure. */
  continued: number;
  /** When it may be picked up: the next attempt, or the end of the lease. Null: it is over. */
  due_at: string | null;
}

export type RunSeed = Pick<
  RunRecord,
  "id" | "connection_id" | "tenant_id" | "kind" | "trigger" | "created_at"
> &
  Partial<Pick<RunRecord, "requested_by" | "input">>;

/** A queued run that may be picked up at once. */
export const newRun = (seed: RunSeed): RunRecord => ({
  status: "queued",
  artifacts_count: 0,
  coverage: [],
  error_jsonb: null,
  started_at: null,
  finished_at: null,
  requested_by: null,
  input: null,
  attempts: 0,
  continued: 0,
  due_at: seed.created_at,
  ...seed,
});

/** Begun this often without an end, a run is a dead letter. */
const MAX_ATTEMPTS = 5;

/** A run that goes on this often is not going to end: days of work. */
const MAX_CONTINUATIONS = 500;

/** Beginnings that came to nothing. */
const lostAttempts = ({ attempts, continued }: RunRecord): number => attempts - continued;

/** Whether it was begun as often as it may be. */
export const isUsedUp = (run: RunRecord): boolean =>
  lostAttempts(run) >= MAX_ATTEMPTS || run.continued >= MAX_CONTINUATIONS;

/** Seconds for which whoever began a run has it to himself; longer than the worker may live. */
export const leaseSeconds: Readonly<Record<RunKind, number>> = { partial: 300, full: 900 };

const notBefore = (earliest: string | null, at: string): string =>
  earliest !== null && earliest > at ? earliest : at;

const later = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/**
 * Whether it may be begun: queued and due, or running with its lease at an end. One that was never
 * begun always may, whichever machine's clock runs behind.
 */
export const isDue = ({ due_at, attempts }: RunRecord, now: string): boolean =>
  due_at !== null && (attempts === 0 || due_at <= now);

/** Begun: the lease runs from now. */
export const begun = (run: RunRecord, now: string): RunRecord => ({
  ...run,
  status: "running",
  attempts: run.attempts + 1,
  started_at: run.started_at ?? now,
  due_at: later(now, leaseSeconds[run.kind]),
});

export interface RunResult {
  artifacts_count: number;
  coverage: readonly CoverageItem[];
  /** What went wrong without failing the run (a classification that no provider gave). */
  error_jsonb: RunError | null;
}

export const completed = (run: RunRecord, result: RunResult, now: string): RunRecord => ({
  ...run,
  ...result,
  status: "completed",
  finished_at: notBefore(run.started_at, now),
  due_at: null,
});

/** Over, without success: the upstream refused for good, or the attempts are used up. */
export const failed = (
  run: RunRecord,
  error: RunError,
  now: string,
  partly: Partial<RunResult> = {},
): RunRecord => ({
  ...run,
  ...partly,
  status: "failed",
  error_jsonb: { ...error, attempts: run.attempts },
  finished_at: notBefore(run.started_at, now),
  due_at: null,
});

/**
 * After an attempt that may succeed later: queued again, 30 s after the first, doubling; after the
 * last attempt failed, with the reason.
 */
export const retriedOrDead = (run: RunRecord, error: RunError, now: string): RunRecord =>
  isUsedUp(run)
    ? failed(run, { ...error, dead_letter: true }, now)
    : {
        ...run,
        status: "queued",
        error_jsonb: { ...error, attempts: run.attempts },
        due_at: later(now, 30 * 2 ** (lostAttempts(run) - 1)),
      };

/** The invocation's time was up: it goes on in the next one, at once. */
export const toBeContinued = (run: RunRecord, now: string): RunRecord => ({
  ...run,
  continued: run.continued + 1,
  due_at: now,
});
