/**
 * A plug-in of the CDK's command line: tells the app (app.ts) whether its stage is going to be
 * deployed, which the CDK does not. cdk.json names it by its path from node_modules/aws-cdk/lib,
 * because that is where the CDK looks from.
 */
const deploying = new Set(["deploy", "import", "watch"]);

exports.version = "1";
exports.init = () => {
  const isDeployment = process.argv.slice(2).some((word) => deploying.has(word));
  process.env.COUNTERSIGN_IS_DEPLOYMENT = isDeployment ? "1" : "0";
};
