import { stackName } from "#infra/aws/naming.ts";
import { partsInUse } from "#infra/aws/parts.ts";
import { refuseStageName } from "#infra/aws/stage.ts";
import { askOperator } from "./ask-operator.ts";
import { done } from "./aws/cli.ts";
import { placeOf } from "./aws/place.ts";
import { readArguments } from "./deploy/arguments.ts";
import { cdkAt } from "./deploy/cdk.ts";
import { deployedStage, leftOverStacks, partsAskedFor } from "./deploy/deployed-stage.ts";
import { optionsOf } from "./deploy/options.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run destroy -- <stage> [--yes]`: removes everything that serves a stage and keeps its data: the
 * stacks State and Anchors remain. Without a terminal, --yes takes the place of the question.
 */

const usage = "npm run destroy -- <stage> [--profile NAME] [--yes]";

/** The stacks of every stage, apart from State and Anchors. */
const parts = ["Alarms", "Edge", ...partsInUse(), "Api"];

async function destroy(): Promise<void> {
  const { stage, profile, isForced } = readArguments(process.argv.slice(2), usage);
  refuseStageName(stage);
  const options = optionsOf(stage);
  const { place, aws } = placeOf(stage, options, profile);
  if (deployedStage(aws, stage) === null) throw new Error(`There is no stage ${stage}.`);
  if (!isForced) await confirm(stage);
  for (const { name, where } of leftOverStacks(aws, stage, options)) {
    done(aws(["cloudformation", "delete-stack", "--stack-name", name, ...where]));
    done(aws(["cloudformation", "wait", "stack-delete-complete", "--stack-name", name, ...where]));
    console.error(`${name}: destroyed`);
  }
  const present = [...partsAskedFor(options), ...parts].map((part) => stackName(stage, part));
  cdkAt(place)("destroy", ...present, "--force", "-c", `stage=${stage}`);
  console.error(`${stackName(stage, "State")} and the evidence log's anchors are kept.`);
}

/** @throws Error unless the operator types the stage's name */
async function confirm(stage: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error("Without a terminal, --yes has to say that you mean it.");
  const answer = await askOperator(`This stops ${stage} for everybody. Type its name to go on: `);
  if (answer.trim() !== stage) throw new Error("Nothing was removed.");
}

await runCommand(destroy);
