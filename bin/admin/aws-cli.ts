import { type AwsAnswer, awsAt, done, NoAwsCli } from "../aws/cli.ts";

/** A user pool as the AWS CLI names it. */
export interface Pool {
  id: string;
  region: string | undefined;
}

/** `printed`: this machine has no AWS CLI, so the command was printed. */
type CliAnswer = AwsAnswer | { outcome: "printed" };

/** Runs `aws cognito-idp <operation> …` on a pool. */
export function cognito({ id, region }: Pool, operation: string, ...more: string[]): CliAnswer {
  const where = region === undefined ? [] : ["--region", region];
  const args = ["cognito-idp", operation, "--user-pool-id", id, ...more, ...where];
  try {
    return awsAt({ env: process.env, profile: null })(args);
  } catch (error) {
    if (!(error instanceof NoAwsCli)) throw error;
    console.log(["aws", ...args.map(quoted)].join(" "));
    return { outcome: "printed" };
  }
}

/** Quoted for a shell, because an address may contain characters that are special to it. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The output of a call that must succeed; null if the command was only printed.
 * @throws Error with AWS's message if AWS refused the call
 */
export function must(answer: CliAnswer): string | null {
  return answer.outcome === "printed" ? null : done(answer);
}
