import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { optionsFileOf } from "#infra/aws/stage.ts";
import { valuesOf } from "#infra/options/values.ts";
import { kinds } from "#shared/routes/contract/setting-kinds.ts";
import { type Aws, awsAt, read } from "./cli.ts";

/** The account and region where a command works, and the environment that `aws` and `cdk` get. */
export interface AwsPlace {
  account: string;
  region: string;
  /** null: credentials come from the environment, or from the machine's role. */
  profile: string | null;
  env: NodeJS.ProcessEnv;
}

const REGION_VARIABLES = [
  "AWS_REGION",
  "AWS_DEFAULT_REGION",
  "AMAZON_REGION",
  "AMAZON_DEFAULT_REGION",
];

/** Variables from which the CDK takes no account, region, role, app or context. */
const harmless = /^CDK_(?:DEBUG|DISABLE_\w+|CLI_\w+|HOME|DOCKER|DEFAULT_\w+)$/;

/** Members of `~/.cdk.json` that choose neither the target of a deployment nor its contents. */
const harmlessDefaults = new Set([
  "notices",
  "verbose",
  "progress",
  "color",
  "telemetry",
  "cli-telemetry",
]);

/**
 * The account and region in the stage's options, provided that the shell's credentials lead there.
 * Everything that could make `aws` or `cdk` choose others is either compared or refused.
 * @throws Error with one sentence; nothing has been changed by then
 */
export function placeOf(
  stage: string,
  options: Readonly<Record<string, unknown>>,
  profileArgument: string | null,
  env: NodeJS.ProcessEnv = process.env,
): { place: AwsPlace; aws: Aws } {
  const region = valuesOf("region", kinds.region, options.region)?.[0];
  const account = valuesOf("account", kinds.account, options.account)?.[0];
  const profile = profileOf(profileArgument, env);
  refuseCdkVariables(env);
  refuseCdkDefaults(env.HOME ?? homedir());
  if (region === undefined || account === undefined) {
    throw new Error(
      `${optionsFileOf(stage)} must name the stage's account and region, such as "account": ` +
        '"111122223333", "region": "eu-central-1" (or "us-east-1"). Nothing was done.',
    );
  }
  refuseOtherRegion(region, env);
  const place = { account, region, profile, env: environmentOf(env, region, profile) };
  const aws = awsAt(place);
  const { Account: actual } = read<{ Account: string }>(aws(["sts", "get-caller-identity"]));
  if (actual === account) return { place, aws };
  throw new Error(
    `${optionsFileOf(stage)} names the account ${account}, but these credentials are of ${actual}. Nothing was done.`,
  );
}

/** With both a profile and keys in the environment, `aws` and `cdk` disagree on which one counts. */
function profileOf(argument: string | null, env: NodeJS.ProcessEnv): string | null {
  const named = env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE || null;
  if (argument === null && named !== null && env.AWS_ACCESS_KEY_ID) {
    throw new Error(
      "AWS_PROFILE and AWS_ACCESS_KEY_ID are both set; unset one, or name --profile. Nothing was done.",
    );
  }
  return argument ?? named;
}

function refuseCdkVariables(env: NodeJS.ProcessEnv): void {
  const set = Object.keys(env).filter((name) => name.startsWith("CDK_") && !harmless.test(name));
  if (set.length === 0) return;
  throw new Error(
    `${set.join(", ")} would change what the CDK deploys, or where; unset it. Nothing was done.`,
  );
}

function refuseCdkDefaults(home: string): void {
  const file = join(home, ".cdk.json");
  if (!existsSync(file)) return;
  const names = Object.keys(JSON.parse(readFileSync(file, "utf8")));
  const choosing = names.filter((name) => !harmlessDefaults.has(name));
  if (choosing.length === 0) return;
  throw new Error(
    `${file} sets ${choosing.join(", ")}, which would change what the CDK deploys, or where. Nothing was done.`,
  );
}

function refuseOtherRegion(region: string, env: NodeJS.ProcessEnv): void {
  const other = REGION_VARIABLES.find((name) => env[name] && env[name] !== region);
  if (other === undefined) return;
  throw new Error(
    `The stage's region is ${region}, but ${other} is ${env[other]}; unset it. Nothing was done.`,
  );
}

function environmentOf(env: NodeJS.ProcessEnv, region: string, profile: string | null) {
  const own = { ...env, AWS_REGION: region, AWS_DEFAULT_REGION: region };
  const left =
    profile === null ? [] : ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];
  for (const name of ["AMAZON_REGION", "AMAZON_DEFAULT_REGION", ...left]) delete own[name as never];
  return profile === null ? own : { ...own, AWS_PROFILE: profile };
}
