import type { EndedRun } from "./run.ts";

/** A run that somebody should look at. */
export interface TroubledRun {
  id: string;
  finished_at: string;
  /** How many locations or findings are concerned; 1 for a failed run. */
  count: number;
  /** The code of its failure, or of what it could not list; null: no code is known. */
  reason: string | null;
}

/** What one run leaves to be done. */
export interface Trouble {
  failed: TroubledRun | null;
  /** It failed, and was given up after its last try. */
  is_given_up: boolean;
  /** A full run that found nothing, or could not list everything. */
  incomplete: TroubledRun | null;
  /** A run whose findings nothing has classified. */
  unclassified: TroubledRun | null;
}

/** A source host without the app's key lists nothing; what pushes recorded stays. */
const KNOWN_LIMIT = "recorded_from_pushes";

const codeOf = (error: EndedRun["error_jsonb"]): string | null =>
  typeof error?.code === "string" ? error.code : null;

/** What a run leaves to be done when it has ended. */
export function troubleIn(run: EndedRun): Trouble {
  const { status, error_jsonb } = run;
  const isFailed = status === "failed";
  return {
    failed: isFailed ? troubled(run, 1, codeOf(error_jsonb)) : null,
    is_given_up: isFailed && error_jsonb.dead_letter === true,
    incomplete: status === "completed" && run.kind === "full" ? incomplete(run) : null,
    unclassified: status === "completed" ? unclassified(run) : null,
  };
}

const troubled = (
  { id, finished_at }: EndedRun,
  count: number,
  reason: string | null,
): TroubledRun => ({ id, finished_at, count, reason });

function incomplete(run: EndedRun): TroubledRun | null {
  const open = run.coverage.filter(
    ({ status, code }) => status !== "complete" && code !== KNOWN_LIMIT,
  );
  const isEmpty = run.artifacts_count === 0;
  if (!isEmpty && open.length === 0) return null;
  const any = run.coverage.find(({ status, code }) => status !== "complete" && code);
  return troubled(run, isEmpty ? 0 : open.length, open[0]?.code ?? any?.code ?? null);
}

const unclassified = (run: EndedRun): TroubledRun | null =>
  run.artifacts_count > 0 && run.error_jsonb?.stage === "classification"
    ? troubled(run, run.artifacts_count, codeOf(run.error_jsonb))
    : null;
