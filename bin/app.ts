import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { countersign } from "#infra/aws/countersign.ts";
import { checkPlace } from "#infra/aws/place.ts";
import { optionsFileOf } from "#infra/aws/stage.ts";
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import packageJson from "../package.json" with { type: "json" };
import { readOptions } from "./deploy/options.ts";
import { runCommand } from "./run-command.ts";

/** The CDK app, run by `npx cdk` (cdk.json): builds the functions, then describes one
 * stage; a finding of cdk-nag that nobody explained fails the synthesis. */
await runCommand(async () => {
  await buildFunctions(distFolder, { hasMaps: true });
  const app = new App();
  const file = optionsFileOf(String(app.node.tryGetContext("stage") ?? "dev"));
  app.node.setContext("options", readOptions(file));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { stage } = countersign(app, packageJson.version, distFolder);
  // The CDK finds out where its credentials, profile and settings lead, and tells the app.
  checkPlace(stage, {
    account: process.env.CDK_DEFAULT_ACCOUNT,
    region: process.env.CDK_DEFAULT_REGION,
  });
  app.synth();
});
