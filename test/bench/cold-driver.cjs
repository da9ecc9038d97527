/*
 * One cold start: requires the bundle, hands it the event, writes the status of its answer. Plain
 * CommonJS, as in Lambda, so that nothing but the bundle is loaded.
 */
const { readFileSync, writeSync } = require("node:fs");

const [, , bundle, eventFile] = process.argv;
const context = {
  functionName: "bench",
  awsRequestId: "bench",
  getRemainingTimeInMillis: () => 10_000,
};
console.log = () => {};
require(bundle)
  .handler(JSON.parse(readFileSync(eventFile, "utf8")), context)
  .then((answer) => {
    writeSync(1, String(answer?.statusCode ?? "done"));
    process.exit(0);
  });
