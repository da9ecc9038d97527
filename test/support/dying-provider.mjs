/* A sign-in provider that ends when asked for /die, for tests of what the run does then. */
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

if (workerData.issuer === "never starts") throw new Error("It does not start.");
createServer((request, response) => {
  if (request.url !== "/die") {
    response.end("served");
    return;
  }
  setImmediate(() => {
    throw new Error("It was asked to end.");
  });
}).listen(0, "127.0.0.1", function listening() {
  parentPort.postMessage({ port: this.address().port });
});
parentPort.on("message", () => process.exit(0));
