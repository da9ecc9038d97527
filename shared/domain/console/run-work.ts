import type { EndedRun } from "#shared/domain/discovery/run.ts";

/** What the newest runs of one connection leave to be done. */
export type RunTrouble = "run_given_up" | "run_failed" | "run_incomplete" | "systems_unclassified";

/** A run that somebody should look at, and why. */
export interface TroubledRun {
  kind: RunTrouble;
  run: EndedRun;
  /** How many runs, locations or systems. */
  count: number;
  reason: string | null;
}

/** A source host without the app's key lists nothing; what pushes recorded stays. */
const KNOWN_LIMIT = "recorded_from_pushes";

const newestFirst = (a: EndedRun, b: EndedRun): number => (a.created_at > b.created_at ? -1 : 1);

const codeOf = (error: EndedRun["error_jsonb"]): string | null =>
  typeof error?.code === "string" ? error.code : null;

/**
 * What is wrong with a connection's runs: full ones that failed and have not succeeded since, partial
 * ones that failed (a later one covers something else), a last full run that found nothing or not
 * everything, and findings that nothing classified.
 * @param runs of one connection, in any order
 */
export function troubledRuns(runs: readonly EndedRun[]): TroubledRun[] {
  const ordered = runs.toSorted(newestFirst);
  const full = ordered.filter(({ kind }) => kind === "full");
  const succeeded = full.findIndex(({ status }) => status === "completed");
  const failed = [
    ...(succeeded < 0 ? full : full.slice(0, succeeded)),
    ...ordered.filter(({ kind, status }) => kind === "partial" && status === "failed"),
  ].sort(newestFirst);
  const [last] = failed;
  const isDead = failed.some(({ error_jsonb }) => error_jsonb?.dead_letter === true);
  return [
    ...(last === undefined
      ? []
      : [
          {
            kind: isDead ? ("run_given_up" as const) : ("run_failed" as const),
            run: last,
            count: failed.length,
            reason: codeOf(last.error_jsonb),
          },
        ]),
    ...incomplete(full[0]),
    ...unclassified(ordered.find(({ status }) => status === "completed")),
  ];
}

function incomplete(run: EndedRun | undefined): TroubledRun[] {
  if (run?.status !== "completed") return [];
  const open = run.coverage.filter(
    ({ status, code }) => status !== "complete" && code !== KNOWN_LIMIT,
  );
  const code = run.coverage.find((item) => item.status !== "complete" && item.code)?.code ?? null;
  const isEmpty = run.artifacts_count === 0;
  return isEmpty || open.length > 0
    ? [
        {
          kind: "run_incomplete",
          run,
          count: isEmpty ? 0 : open.length,
          reason: open[0]?.code ?? code,
        },
      ]
    : [];
}

function unclassified(run: EndedRun | undefined): TroubledRun[] {
  const error = run?.error_jsonb ?? null;
  return run !== undefined && run.artifacts_count > 0 && error?.stage === "classification"
    ? [{ kind: "systems_unclassified", run, count: run.artifacts_count, reason: codeOf(error) }]
    : [];
}
