import { readStage } from "#infra/aws/read-stage.ts";
import { builtVersion } from "#infra/built-version.ts";
import { placeOf } from "./aws/place.ts";
import { readArguments } from "./deploy/arguments.ts";
import { cdkAt } from "./deploy/cdk.ts";
import { deployStage } from "./deploy/deploy-stage.ts";
import { optionsOf } from "./deploy/options.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run deploy -- <stage>`: the first deployment and every upgrade. It refuses whatever would lead
 * to another account or region, or would drop an option.
 */

const usage =
  "npm run deploy -- <stage> [--profile NAME] [--require-approval never] [--progress events] [--verbose] [--no-gate] [--first STACK]";

/** API Gateway uses the new functions everywhere within seconds. */
const PAUSE_MS = 10_000;

await runCommand(async () => {
  const { stage, profile, cdk, isUngated, first } = readArguments(process.argv.slice(2), usage);
  const options = optionsOf(stage);
  // Refuses what no synthesis would accept, before it contacts any account.
  const context: Record<string, string> = { stage };
  readStage({ context: (name) => context[name], options, isDeployment: true });
  const { place, aws } = placeOf(stage, options, profile);
  await deployStage(
    { stage, options, passedOn: cdk, isUngated, first },
    {
      place,
      aws,
      cdk: cdkAt(place),
      say: (line) => console.error(line),
      built: builtVersion,
      now: () => new Date().toISOString(),
      pause: PAUSE_MS,
    },
  );
});
