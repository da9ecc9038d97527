import { App } from "aws-cdk-lib";
import { countersign } from "../infra/aws/countersign.ts";
import { buildFunctions } from "../infra/build.ts";
import packageJson from "../package.json" with { type: "json" };

/** The CDK app, run by `npx cdk` (cdk.json): builds the functions, then describes one stage. */
try {
  await buildFunctions();
  const app = new App();
  countersign(app, packageJson.version);
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
