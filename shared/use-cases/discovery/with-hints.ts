import { hintFor } from "#shared/domain/connections/hints.ts";
import type { CoverageItem, RunError } from "#shared/domain/discovery/run.ts";
import { type FailureCode, failureTable } from "#shared/domain/extractors/failure.ts";
import type { StepResult } from "./step.ts";

/** A step's result, with a hint on what to do about every code in it (contract, "hint"). */
export function withHints(result: StepResult): StepResult {
  switch (result.outcome) {
    case "completed":
      return { ...result, coverage: hinted(result.coverage) };
    case "recorded": {
      const { coverage, error_jsonb } = result.result;
      const error = error_jsonb === null ? null : errorHinted(error_jsonb);
      return {
        ...result,
        result: { ...result.result, coverage: hinted(coverage), error_jsonb: error },
      };
    }
    case "failed":
      return {
        ...result,
        error: errorHinted(result.error),
        ...(result.coverage === undefined ? {} : { coverage: hinted(result.coverage) }),
      };
    case "retry":
      return { ...result, error: errorHinted(result.error) };
    case "unfinished":
      return result;
  }
}

const hinted = (coverage: readonly CoverageItem[]): CoverageItem[] =>
  coverage.map((item) =>
    item.code === undefined ? item : { ...item, hint: hintFor({ stage: "enumerate", ...item }) },
  );

/** The same for a run's `error_jsonb`, including the attempts of its classification. */
export function errorHinted(error: RunError): RunError {
  if (typeof error.code === "string") return { ...error, hint: hintFor(error) };
  if (!Array.isArray(error.attempts)) return error;
  const attempts = (error.attempts as readonly { code: FailureCode }[]).map((attempt) => ({
    ...attempt,
    hint: failureTable[attempt.code].hint,
  }));
  return { ...error, attempts };
}
