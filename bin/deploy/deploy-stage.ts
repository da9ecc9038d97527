import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stackName, tableNameOf } from "#infra/aws/naming.ts";
import { deploymentFacts, FRONT_REGION, optionsFileOf } from "#infra/aws/stage.ts";
import type { BuiltVersion } from "#infra/built-version.ts";
import type { Aws } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";
import { addressChange } from "./address.ts";
import { fetchAssembly, type KeptAssembly, keepAssembly, lastAssembly } from "./assembly.ts";
import { runGate } from "./canary-gate.ts";
import { type Cdk, unasked } from "./cdk.ts";
import { quotaFor } from "./concurrency.ts";
import { type DeployedStage, deployedStage, outputsOf, regionElsewhere } from "./deployed-stage.ts";
import { frontSecret } from "./front-secret.ts";
import { droppedOptions } from "./options.ts";

/** The tools that a deployment works with. */
export interface Tools {
  place: AwsPlace;
  aws: Aws;
  cdk: Cdk;
  say: (line: string) => void;
  built: () => BuiltVersion;
  /** ISO 8601 UTC. */
  now: () => string;
  /** Milliseconds between two attempts of the gate. */
  pause: number;
}

export interface Deployment {
  stage: string;
  options: Readonly<Record<string, unknown>>;
  /** Further arguments for `cdk deploy`. */
  passedOn: readonly string[];
  /** Without the canary, nothing is judged and nothing is restored. */
  isUngated: boolean;
}

/**
 * Deploys a stage, has its canary make a review with the new version, and restores the previous version
 * if that fails.
 * @throws Error with one sentence, if nothing was deployed or the new version failed
 */
export async function deployStage(deployment: Deployment, tools: Tools): Promise<void> {
  const { stage, options, passedOn, isUngated } = deployment;
  const { aws, cdk, say, place } = tools;
  const deployed = deployedStage(aws, stage);
  if (deployed === null) refuseMove(deployment, tools);
  refuseDrops(deployment, deployed);
  const context = { stage, ...factsFor(deployment, deployed, tools) };
  const folder = mkdtempSync(join(tmpdir(), "countersign-assembly-"));
  const given = Object.entries(context).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  cdk("synth", "--quiet", "--output", folder, ...given);
  const built = tools.built();
  const table = String(options.restoredTable ?? tableNameOf(stage));
  const previous = lastAssembly(aws, table);
  cdk("deploy", "--all", "--app", folder, ...approval(passedOn), ...passedOn);
  if (!isUngated) await gate(stage, built.commit, previous, tools);
  keepAssembly(aws, place, { stage, table, folder, now: tools.now() }, built);
  say(`Deployed: version ${built.version}, commit ${built.commit}.`);
}

/** A stage's data stays in its region. Elsewhere, a second stage of that name would start empty. */
function refuseMove({ stage }: Deployment, { aws, place: { region } }: Tools): void {
  const other = regionElsewhere(aws, stage, region);
  if (other === null) return;
  throw new Error(
    `The stage ${stage} is deployed in ${other}, and its region cannot change to ${region}. Nothing was deployed. ` +
      `Put "region": "${other}" into ${optionsFileOf(stage)}, or give the new stage another name.`,
  );
}

function refuseDrops({ stage, options }: Deployment, deployed: DeployedStage | null): void {
  const dropped = droppedOptions(deployed?.options ?? [], options);
  if (dropped.length === 0) return;
  throw new Error(
    `The deployed stage ${stage} has ${dropped.join(", ")}; ${optionsFileOf(stage)} does not. ` +
      'Nothing was deployed. Put the value there, or null to take it away ("name": null).',
  );
}

/** The facts about the account and the deployed stage that the stacks need, as CDK context. */
function factsFor(
  deployment: Deployment,
  deployed: DeployedStage | null,
  tools: Tools,
): Record<string, string> {
  const { stage, options } = deployment;
  const { aws, say } = tools;
  const { keptIssuer, warnings } = addressChange(deployed, options);
  for (const warning of warnings) say(`Note: ${warning}`);
  const { quota, sentence } = quotaFor(aws, options, deployed?.reserved ?? 0);
  say(sentence);
  const front = String(options.front) === "true" ? frontSecret(aws, stage) : null;
  return {
    [deploymentFacts.quota]: String(quota),
    ...(keptIssuer === null ? {} : { [deploymentFacts.keptIssuer]: keptIssuer }),
    ...(deployed?.logOrigin == null ? {} : { [deploymentFacts.keptOrigin]: deployed.logOrigin }),
    ...(front === null
      ? {}
      : {
          [deploymentFacts.frontHashes]: front.hashes,
          [deploymentFacts.frontVersion]: front.version,
          [deploymentFacts.webAclArn]: firewallArn(deployment, tools),
        }),
  };
}

/** Deploys the front's firewall, which may be in a different region. @returns the firewall's ARN */
function firewallArn({ stage, passedOn }: Deployment, { aws, cdk }: Tools): string {
  const name = stackName(stage, "Firewall");
  cdk("deploy", name, "-c", `stage=${stage}`, ...approval(passedOn), ...passedOn);
  const { WebAclArn } = outputsOf(aws, name, FRONT_REGION) ?? {};
  if (WebAclArn === undefined) throw new Error(`${name} in ${FRONT_REGION} names no firewall.`);
  return WebAclArn;
}

const approval = (passedOn: readonly string[]): string[] =>
  passedOn.includes("--require-approval") ? [] : unasked("--require-approval", "never");

/** @throws Error if the new version failed; by then, the previous one, if any, has been restored */
async function gate(
  stage: string,
  commit: string,
  previous: KeptAssembly | null,
  { aws, cdk, say, pause }: Tools,
): Promise<void> {
  say("Running the canary against the new version …");
  const verdict = await runGate(aws, stage, commit, pause);
  say(verdict.sentence);
  if (verdict.outcome === "passed") return;
  if (verdict.outcome === "unready") {
    say("The stage is not set up yet: docs/deploying.md, after the first deployment.");
    return;
  }
  if (previous === null) {
    throw new Error("The new version failed. There is no earlier one to put back.");
  }
  say(
    `The new version failed. Putting back commit ${previous.commit} of ${previous.deployed_at} …`,
  );
  const folder = fetchAssembly(aws, previous);
  cdk("deploy", "--all", "--app", folder, "--require-approval", "never");
  const again = await runGate(aws, stage, previous.commit, pause);
  throw new Error(
    again.outcome === "failed"
      ? `Commit ${previous.commit} is deployed again, but its canary fails too: ${again.sentence}`
      : `The new version failed and commit ${previous.commit} is deployed again: ${again.sentence}`,
  );
}
