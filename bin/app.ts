import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { countersign } from "#infra/aws/countersign.ts";
import { buildFunctions } from "#infra/build.ts";
import packageJson from "../package.json" with { type: "json" };

/** The CDK app, run by `npx cdk` (cdk.json): builds the functions, then describes one
 * stage; a finding of cdk-nag that nobody explained fails the synthesis. */
try {
  await buildFunctions();
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  countersign(app, packageJson.version);
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
