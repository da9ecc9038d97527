import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stackName } from "#infra/aws/naming.ts";
import { deploymentFacts, FRONT_REGION, optionsFileOf } from "#infra/aws/stage.ts";
import type { BuiltVersion } from "#infra/built-version.ts";
import type { Aws } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";
import { addressChange } from "./address.ts";
import {
  fetchAssembly,
  type KeptAssembly,
  keepAssembly,
  lastAssembly,
  nameOfBegunLog,
} from "./assembly.ts";
import { runGate } from "./canary-gate.ts";
import { type Cdk, unasked } from "./cdk.ts";
import { quotaFor } from "./concurrency.ts";
import { type DeployedStage, deployedStage, outputsOf, regionElsewhere } from "./deployed-stage.ts";
import { frontSecret } from "./front-secret.ts";
import { droppedOptions, tableIn } from "./options.ts";

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
  /** The part whose stack is deployed before all others, such as `Reviews`; null: none. */
  first: string | null;
}

/**
 * Deploys a stage, has its canary make a review with the new version, and restores the previous version
 * if that fails.
 * @throws Error with one sentence, if nothing was deployed or the new version failed
 */
export async function deployStage(deployment: Deployment, tools: Tools): Promise<void> {
  const { stage, options, passedOn, isUngated, first } = deployment;
  const { aws, cdk, say, place } = tools;
  const deployed = deployedStage(aws, stage);
  if (deployed === null) refuseMove(deployment, tools);
  refuseDrops(deployment, deployed);
  const table = tableIn(stage, options);
  const previous = lastAssembly(aws, table);
  const context = { stage, ...factsFor(deployment, { deployed, table, previous }, tools) };
  const folder = mkdtempSync(join(tmpdir(), "countersign-assembly-"));
  const given = Object.entries(context).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  cdk("synth", "--quiet", "--output", folder, ...given);
  const built = tools.built();
  const publish = (...stacks: string[]) =>
    cdk("deploy", ...stacks, "--app", folder, ...approval(passedOn), ...passedOn);
  if (first !== null) publish(stackName(stage, first), "--exclusively");
  publish("--all");
  if (!isUngated) await gate(stage, built.commit, previous, tools);
  const addresses = deployedStage(aws, stage)?.addresses ?? null;
  keepAssembly(aws, place, { stage, table, folder, now: tools.now() }, { ...built, addresses });
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
  found: { deployed: DeployedStage | null; table: string; previous: KeptAssembly | null },
  tools: Tools,
): Record<string, string> {
  const { stage, options } = deployment;
  const { deployed, table, previous } = found;
  const { aws, say } = tools;
  const addresses = deployed?.addresses ?? previous?.addresses ?? null;
  const isRemoved = !deployed?.addresses;
  const { keptIssuer, warnings } = addressChange(addresses, isRemoved, options);
  for (const warning of warnings) say(`Note: ${warning}`);
  const { quota, sentence } = quotaFor(aws, options, deployed?.reserved ?? 0);
  say(sentence);
  // The log begins before the stack that names it is deployed, and outlives that stack.
  const keptOrigin = deployed?.logOrigin ?? nameOfBegunLog(aws, table);
  const front = String(options.front) === "true" ? frontSecret(aws, stage) : null;
  return {
    [deploymentFacts.quota]: String(quota),
    ...(keptIssuer === null ? {} : { [deploymentFacts.keptIssuer]: keptIssuer }),
    ...(keptOrigin === null ? {} : { [deploymentFacts.keptOrigin]: keptOrigin }),
    ...(front === null
      ? {}
      : {
          [deploymentFacts.frontHashes]: front.hashes,
          [deploymentFacts.frontVersion]: front.version,
          [deploymentFacts.webAclArn]: firewallArn(deployment, quota, tools),
        }),
  };
}

/** Deploys the front's firewall, which may be in a different region. @returns the firewall's ARN */
function firewallArn({ stage, passedOn }: Deployment, quota: number, { aws, cdk }: Tools): string {
  const name = stackName(stage, "Firewall");
  const given = ["-c", `stage=${stage}`, "-c", `${deploymentFacts.quota}=${quota}`];
  cdk("deploy", name, ...given, ...approval(passedOn), ...passedOn);
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
