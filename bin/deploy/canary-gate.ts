import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { functionNameOf } from "#infra/aws/naming.ts";
import type { CanaryResult } from "#shared/use-cases/service/run-canary.ts";
import { type Aws, read } from "../aws/cli.ts";

export type Verdict =
  | { outcome: "passed"; sentence: string }
  /** A stage that has not been set up yet cannot make a review. */
  | { outcome: "unready"; sentence: string }
  | { outcome: "failed"; sentence: string };

/** CloudFormation finishes before API Gateway uses the new functions everywhere. */
const ATTEMPTS = 5;

/**
 * Runs the deployed canary until the new version answers it.
 * @param commit of the version that was just deployed
 * @param pause between two attempts, in ms
 */
export async function runGate(
  aws: Aws,
  stage: string,
  commit: string,
  pause = 10_000,
): Promise<Verdict> {
  let verdict: Verdict = { outcome: "failed", sentence: "The canary was not run." };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await wait(pause);
    verdict = judge(invoke(aws, stage), commit);
    if (verdict.outcome !== "failed") return verdict;
  }
  return verdict;
}

function judge(result: CanaryResult | string, commit: string): Verdict {
  if (typeof result === "string") return { outcome: "failed", sentence: result };
  if (result.outcome === "ok") {
    return result.commit === commit
      ? { outcome: "passed", sentence: `The canary's review passed all ${result.steps} steps.` }
      : {
          outcome: "failed",
          sentence: `The public address still answers with commit ${result.commit}.`,
        };
  }
  const sentence = `The canary stopped at "${result.step}": ${result.fault}`;
  return { outcome: result.outcome, sentence };
}

/** The canary's result, or the reason why there is none. */
function invoke(aws: Aws, stage: string): CanaryResult | string {
  const file = join(mkdtempSync(join(tmpdir(), "countersign-canary-")), "result.json");
  const name = functionNameOf(stage, "runCanary");
  const answer = aws([
    "lambda",
    "invoke",
    "--function-name",
    name,
    "--cli-read-timeout",
    "150",
    file,
  ]);
  if (answer.outcome === "refused") return answer.reason;
  if (read<{ FunctionError?: string }>(answer).FunctionError !== undefined) {
    return `The canary itself failed; read the log of ${name}.`;
  }
  return JSON.parse(readFileSync(file, "utf8")) as CanaryResult;
}
