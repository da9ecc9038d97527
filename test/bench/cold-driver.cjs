/*
 * One cold start: requires the bundle, passes it the event, writes the status of its answer and the
 * thread's CPU time. Plain CommonJS, as in Lambda, so that nothing but the bundle is loaded.
 */
const { readFileSync, writeSync } = require("node:fs");

const [, , bundle, eventFile] = process.argv;
const context = {
  functionName: "bench",
  awsRequestId: "bench",
  getRemainingTimeInMillis: () => 10_000,
};
process.stdout.write = () => true;
require(bundle)
  .handler(JSON.parse(readFileSync(eventFile, "utf8")), context)
  .then(
    (answer) => String(answer?.statusCode ?? "done"),
    // A job without a door rejects an invalid event by throwing, so that the event is retried.
    () => "refused",
  )
  .then((answer) => {
    const { user, system } = process.threadCpuUsage();
    writeSync(1, JSON.stringify({ answer, busyMs: (user + system) / 1000 }));
    process.exit(0);
  });
