import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AwsPlace } from "./place.ts";

/** One call of the AWS CLI; `refused` has AWS's own message. */
export type AwsAnswer =
  | { outcome: "done"; output: string }
  | { outcome: "refused"; reason: string };

/** A placeholder among the arguments for the input text, because others can read a command line. */
export const INPUT = "file://(input)";

/** The same for an argument in bytes. Both versions of the AWS CLI accept it in this form. */
export const INPUT_BYTES = "fileb://(input)";

/** Calls `aws <args>` where the stage is. @throws NoAwsCli */
export type Aws = (args: readonly string[], input?: string) => AwsAnswer;

/** This machine has no AWS CLI. */
export class NoAwsCli extends Error {}

const MAX_OUTPUT = 64 * 1024 * 1024;

/** The AWS CLI with the place's profile, and its region (if any) and JSON unless `args` say otherwise. */
export const awsAt =
  ({ env, profile, region }: Pick<AwsPlace, "env" | "profile"> & Partial<AwsPlace>): Aws =>
  (args, input = "") => {
    const where = region === undefined || args.includes("--region") ? [] : ["--region", region];
    const place = [...where, ...(profile === null ? [] : ["--profile", profile])];
    const output = args.includes("--output") ? [] : ["--output", "json"];
    const { given, remove } = withInput([...args, ...place, ...output], input);
    const { status, stdout, stderr, error } = spawnSync("aws", given, {
      encoding: "utf8",
      env: { ...env, AWS_PAGER: "" },
      maxBuffer: MAX_OUTPUT,
    });
    remove();
    if (error !== undefined) {
      const isMissing = "code" in error && error.code === "ENOENT";
      throw isMissing ? new NoAwsCli("The AWS CLI is needed; install it and repeat.") : error;
    }
    if (status === 0) return { outcome: "done", output: stdout };
    return { outcome: "refused", reason: stderr.trim() || `aws ${args[0]} ${args[1]} failed.` };
  };

/** Replaces `INPUT` in the arguments with a file that only this user can read. */
function withInput(args: readonly string[], input: string) {
  if (!args.some(isInput)) return { given: args, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "countersign-input-"));
  const file = join(folder, "input");
  writeFileSync(file, input, { mode: 0o600 });
  return {
    given: args.map((one) => (isInput(one) ? one.replace("(input)", file) : one)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const isInput = (one: string): boolean => one === INPUT || one === INPUT_BYTES;

/** The output of a call that must succeed. @throws Error with AWS's message */
export function done(answer: AwsAnswer): string {
  if (answer.outcome === "refused") throw new Error(answer.reason);
  return answer.output;
}

/** The JSON of a call that must succeed; empty output is null. @throws Error with AWS's message */
export function read<T>(answer: AwsAnswer): T {
  const text = done(answer).trim();
  return JSON.parse(text === "" ? "null" : text) as T;
}
