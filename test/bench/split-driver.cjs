/*
 * One cold start by its parts, in milliseconds of the thread's CPU time: Node itself, loading the bundle,
 * the first answer, and the same request again, which needs neither clients nor connections any more.
 */
const { readFileSync, writeSync } = require("node:fs");

const [, , bundle, eventFile] = process.argv;
const context = {
  functionName: "bench",
  awsRequestId: "bench",
  getRemainingTimeInMillis: () => 10_000,
};
const busyMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
process.stdout.write = () => true;
const marks = [0, busyMs()];
const { handler } = require(bundle);
marks.push(busyMs());
const ask = async () => {
  await handler(JSON.parse(readFileSync(eventFile, "utf8")), context).catch(() => null);
  marks.push(busyMs());
};
ask()
  .then(ask)
  .then(() => {
    writeSync(1, JSON.stringify(marks.slice(1).map((mark, i) => mark - marks[i])));
    process.exit(0);
  })
  .catch(() => process.exit(1));
