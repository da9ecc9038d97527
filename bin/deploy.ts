import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stackName } from "#infra/aws/naming.ts";
import { optionsFileOf, refuseStageName } from "#infra/aws/stage.ts";
import { droppedOptions, readOptions } from "./deploy/options.ts";

/**
 * `npm run deploy -- <stage> [further arguments of cdk deploy]`: the first deployment and every
 * upgrade. Refuses to drop options that the deployed stage has, and names them.
 */
const usage = "npm run deploy -- <stage> [arguments of cdk deploy]";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Names of the deployed stage's options; empty if the stage does not exist yet. */
function deployedOptions(stage: string): string[] {
  const query = "Stacks[0].Outputs[?OutputKey=='Options'].OutputValue | [0]";
  const { status, stdout, stderr, error } = spawnSync(
    "aws",
    [
      "cloudformation",
      "describe-stacks",
      "--stack-name",
      stackName(stage, "State"),
      "--query",
      query,
      "--output",
      "text",
    ],
    { encoding: "utf8" },
  );
  if (error !== undefined) {
    throw new Error(
      "The AWS CLI is needed to see which options the deployed stage has; install it and repeat.",
    );
  }
  if (status !== 0) {
    if (/does not exist/.test(stderr)) return [];
    throw new Error(stderr.trim() || "aws cloudformation describe-stacks failed.");
  }
  const text = stdout.trim();
  if (text === "") throw new Error("aws cloudformation describe-stacks gave no answer.");
  return text === "none" || text === "None" ? [] : text.split(",");
}

try {
  const [stage = "", ...more] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(stage)) throw new Error(usage);
  refuseStageName(stage);
  const file = optionsFileOf(stage);
  const dropped = droppedOptions(deployedOptions(stage), readOptions(`${root}${file}`));
  if (dropped.length > 0) {
    throw new Error(
      `The deployed stage ${stage} has ${dropped.join(", ")}; ${file} does not. Nothing was ` +
        'deployed. Put the value there, or null to take it away ("name": null).',
    );
  }
  const cdk = [`${root}node_modules/aws-cdk/bin/cdk`, "deploy", "--all", "-c", `stage=${stage}`];
  const { status } = spawnSync(process.execPath, [...cdk, ...more], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
