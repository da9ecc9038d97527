import type { CanaryResult } from "#shared/use-cases/service/run-canary.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run canary`: one complete review on a running local system (BASE_URL, by default
 * http://localhost:3000), which the platform itself requests, decides and proves. Exits with 0 if every
 * step passed; otherwise it names the failed step and exits with 1. A deployed stage runs it every
 * hour; there, `aws lambda invoke` runs it manually.
 */
async function main(): Promise<void> {
  const baseUrl = process.env.BASE_URL || "http://localhost:3000";
  const url = `${baseUrl}/_local/schedules/canary/run`;
  const response = await fetch(url, { method: "POST" }).catch(() => {
    throw new Error(`Nothing answers at ${baseUrl}; start one with "npm start", or set BASE_URL.`);
  });
  if (response.status !== 200) {
    throw new Error(
      `${baseUrl} is not a local run; a deployed stage's canary is a Lambda function.`,
    );
  }
  const result = (await response.json()) as CanaryResult;
  if (result.outcome !== "ok") throw new Error(`FAILED to ${result.step}: ${result.fault}`);
  console.log(`ok: ${result.steps} steps passed, review ${result.review_id}`);
}

await runCommand(main);
