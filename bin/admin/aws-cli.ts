import { spawnSync } from "node:child_process";

/** A user pool as the AWS CLI names it. */
export interface Pool {
  id: string;
  region: string | undefined;
}

export type CliAnswer =
  | { outcome: "done"; output: string }
  /** AWS refused the call; `reason` is its own message. */
  | { outcome: "refused"; reason: string }
  /** This machine has no AWS CLI, so the command was printed. */
  | { outcome: "printed" };

/** Runs `aws cognito-idp <operation> …` on a pool. */
export function cognito(pool: Pool, operation: string, ...more: string[]): CliAnswer {
  const args = [
    "cognito-idp",
    operation,
    "--user-pool-id",
    pool.id,
    ...more,
    ...(pool.region === undefined ? [] : ["--region", pool.region]),
  ];
  const { status, stdout, stderr, error } = spawnSync("aws", [...args, "--output", "json"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    console.log(["aws", ...args.map(quoted)].join(" "));
    return { outcome: "printed" };
  }
  if (status === 0) return { outcome: "done", output: stdout };
  return { outcome: "refused", reason: stderr.trim() || `aws ${operation} failed.` };
}

/** Quoted for a shell, because an address may contain characters that are special to it. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The output of a call that must succeed; null if the command was only printed.
 * @throws Error with AWS's message if AWS refused the call
 */
export function must(answer: CliAnswer): string | null {
  if (answer.outcome === "refused") throw new Error(answer.reason);
  return answer.outcome === "done" ? answer.output : null;
}
