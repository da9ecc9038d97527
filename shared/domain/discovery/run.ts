import * as z from "zod/mini";

/**
 * `full` lists the whole environment; `partial` examines only what a delivery named; `examination`
 * reads a repository at one commit and changes no artifact.
 */
export const runKinds = ["full", "partial", "examination"] as const;
export type RunKind = (typeof runKinds)[number];

/** What requested the run. */
export const runTriggers = ["manual", "schedule", "sourcehost_webhook", "cloudb_eventbus"] as const;
type RunTrigger = (typeof runTriggers)[number];

export const runStatuses = ["queued", "running", "completed", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** How completely one kind was listed in one location (contract, "Coverage items"). */
export const coverageItem = () =>
  z.object({
    project: z.string(),
    location: z.string(),
    kind: z.string(),
    status: z.enum(["complete", "partial", "failed"]),
    http_status: z.exactOptional(z.int()),
    code: z.exactOptional(z.string()),
    /** What to do about the code. */
    hint: z.exactOptional(z.string()),
    /** The source host's id of the repository that is the location, digits as text. */
    repository_id: z.exactOptional(z.string()),
  });
export type CoverageItem = z.output<ReturnType<typeof coverageItem>>;

/** What went wrong, as JSON; `code` is stable. Never contains a secret, token or stack trace. */
export type RunError = Readonly<Record<string, unknown>>;

interface Common {
  id: string;
  connection_id: string;
  tenant_id: string;
  kind: RunKind;
  trigger: RunTrigger;
  created_at: string;
  /** The signed-in user who requested it; null for deliveries and the schedule. */
  requested_by: string | null;
  /** For an examination, the source host's id of the repository, digits as text; else null. */
  repository_id: string | null;
  /** For an examination, the commit, 40 or 64 hex digits, lower case; else null. */
  commit: string | null;
  /** The step's input (a delivery's content); null for a full run. */
  input: Readonly<Record<string, unknown>> | null;
  artifacts_count: number;
  coverage: readonly CoverageItem[];
  /** How many times it was started; with `status` it identifies one state of the run. */
  attempts: number;
  /** How many of these resumed after an invocation ran out of time, not after a failure. */
  continued: number;
  /** Whether it occupies one of its tenant's slots for open runs of its kind, until it ends. */
  holds_place: boolean;
  /** W3C trace context of the request or delivery that caused it; null: none. */
  traceparent: string | null;
}

/** Waiting for its first attempt, or for the next one after a failure. */
export interface QueuedRun extends Common {
  status: "queued";
  started_at: string | null;
  finished_at: null;
  /** When it may be picked up. */
  due_at: string;
  /** Why the last attempt failed. */
  error_jsonb: RunError | null;
}

/** A worker holds a lease on it. */
export interface RunningRun extends Common {
  status: "running";
  started_at: string;
  finished_at: null;
  /** The end of the lease. */
  due_at: string;
  error_jsonb: RunError | null;
}

export type OpenRun = QueuedRun | RunningRun;

export interface CompletedRun extends Common {
  status: "completed";
  started_at: string;
  finished_at: string;
  due_at: null;
  /** What went wrong without failing the run (e.g. no provider returned a classification). */
  error_jsonb: RunError | null;
}

export interface FailedRun extends Common {
  status: "failed";
  /** null: it was never started. */
  started_at: string | null;
  finished_at: string;
  due_at: null;
  error_jsonb: RunError;
}

export type EndedRun = CompletedRun | FailedRun;

/** An artifact that an examination found at a commit, whether or not the inventory knows it yet. */
export interface FoundAtCommit {
  /** The id that the artifact has or would have. */
  id: string;
  kind: string;
  name: string;
  /** Only for the repository: whether what was read names anything that makes it a system. */
  names_ai?: boolean;
}

/** A run as stored: the job and its result in one record. */
export type RunRecord = OpenRun | EndedRun;

export const isEnded = (run: RunRecord): run is EndedRun => run.due_at === null;

export type RunSeed = Pick<
  Common,
  "id" | "connection_id" | "tenant_id" | "kind" | "trigger" | "created_at"
> &
  Partial<
    Pick<
      Common,
      "requested_by" | "repository_id" | "commit" | "input" | "holds_place" | "traceparent"
    >
  >;

/** A queued run that may be picked up at once. */
export const newRun = (seed: RunSeed): QueuedRun => ({
  status: "queued",
  artifacts_count: 0,
  coverage: [],
  error_jsonb: null,
  started_at: null,
  finished_at: null,
  requested_by: null,
  repository_id: null,
  commit: null,
  input: null,
  attempts: 0,
  continued: 0,
  holds_place: false,
  traceparent: null,
  due_at: seed.created_at,
  ...seed,
});

/** After this many lost attempts a run is a dead letter. */
const MAX_ATTEMPTS = 5;

/** A run continued this often will not end: that is days of work. */
const MAX_CONTINUATIONS = 500;

/** Attempts that failed or were lost. */
const lostAttempts = ({ attempts, continued }: RunRecord): number => attempts - continued;

/** Whether its attempts or continuations are used up. */
export const isUsedUp = (run: RunRecord): boolean =>
  lostAttempts(run) >= MAX_ATTEMPTS || run.continued >= MAX_CONTINUATIONS;

/** Lease duration in seconds; longer than a worker's maximum lifetime. */
export const leaseSeconds: Readonly<Record<RunKind, number>> = {
  partial: 300,
  full: 900,
  examination: 900,
};

const notBefore = (earliest: string | null, at: string): string =>
  earliest !== null && earliest > at ? earliest : at;

const secondsAfter = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/** Queued and due, or its lease expired. A run that never started is due even by a slow clock. */
export const isDue = (run: RunRecord, now: string): run is OpenRun =>
  !isEnded(run) && (run.attempts === 0 || run.due_at <= now);

/** The run once started: its lease runs from now. */
export const begun = (run: OpenRun, now: string): RunningRun => ({
  ...run,
  status: "running",
  attempts: run.attempts + 1,
  started_at: run.started_at ?? now,
  finished_at: null,
  due_at: secondsAfter(now, leaseSeconds[run.kind]),
});

export type RunResult = Pick<CompletedRun, "artifacts_count" | "coverage" | "error_jsonb">;

export const completed = (run: RunningRun, result: RunResult, now: string): CompletedRun => ({
  ...run,
  ...result,
  status: "completed",
  finished_at: notBefore(run.started_at, now),
  due_at: null,
});

/** Ended without success: the upstream refused for good, or the attempts are used up. */
export const failed = (
  run: OpenRun,
  error: RunError,
  now: string,
  coverage: readonly CoverageItem[] = [],
): FailedRun => ({
  ...run,
  status: "failed",
  coverage,
  error_jsonb: { ...error, attempts: run.attempts },
  finished_at: notBefore(run.started_at, now),
  due_at: null,
});

/**
 * The run after a retryable failure: queued again with exponential backoff from 30 s; after the
 * last attempt, failed as a dead letter with the reason.
 */
export const retriedOrDead = (run: OpenRun, error: RunError, now: string): QueuedRun | FailedRun =>
  isUsedUp(run)
    ? failed(run, { ...error, dead_letter: true }, now)
    : {
        ...run,
        status: "queued",
        error_jsonb: { ...error, attempts: run.attempts },
        due_at: secondsAfter(now, 30 * 2 ** (lostAttempts(run) - 1)),
      };

/**
 * The run when the invocation's time is up: the next invocation continues at once.
 * @param notBefore earliest time at which the upstream may be called again
 */
export const toBeContinued = (run: RunningRun, now: string, notBefore = now): RunningRun => ({
  ...run,
  continued: run.continued + 1,
  due_at: notBefore > now ? notBefore : now,
});
