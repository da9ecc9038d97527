import { App, Validations } from "aws-cdk-lib";
import { readStage, stageNameIn } from "#infra/aws/read-stage.ts";
import { deploymentFacts, optionsFileOf } from "#infra/aws/stage.ts";
import { distFolder } from "#infra/dist-folder.ts";
import packageJson from "../package.json" with { type: "json" };
import { readOptions } from "./deploy/options.ts";
import { runCommand } from "./run-command.ts";

/**
 * The CDK app, run by `npx cdk` (cdk.json): checks the stage's options, builds the functions, then
 * describes the stage. A cdk-nag finding that nobody has explained fails the synthesis.
 */
await runCommand(async () => {
  const app = new App();
  const context = (name: string): unknown => app.node.tryGetContext(name);
  const isDeployment = process.env.COUNTERSIGN_IS_DEPLOYMENT === "1";
  const stage = readStage({
    context,
    options: readOptions(optionsFileOf(stageNameIn(context))),
    isDeployment,
    shell: {
      // The CDK finds out the account of its credentials and passes it to the app.
      account: process.env.CDK_DEFAULT_ACCOUNT,
      region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION,
    },
  });
  if (isDeployment && context(deploymentFacts.quota) === undefined) {
    throw new Error(
      "cdk deploy alone does not know what the deployed stage has to keep, such as its evidence log's " +
        `name: use npm run deploy -- ${stage.name}. Nothing was done.`,
    );
  }
  if (stage.given.length === 0) {
    console.error(
      `No option was given: this checks a stage named ${stage.name}, whose alarms nobody receives. ` +
        `A deployment needs options, in ${optionsFileOf(stage.name)}: see docs/deploying.md.`,
    );
  }
  // Loaded only for a stage that can be described: loading them takes as long as a whole refusal.
  const { buildFunctions } = await import("#infra/build.ts");
  const { countersign } = await import("#infra/aws/countersign.ts");
  const { AwsSolutionsChecks } = await import("cdk-nag");
  await buildFunctions(distFolder, { hasMaps: true });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  countersign(app, stage, packageJson.version, distFolder);
  app.synth();
});
