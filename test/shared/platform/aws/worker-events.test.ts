import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { keepLogLines } from "#test/support/in-process.ts";

let server: Server;
let asked = 0;

beforeAll(async () => {
  server = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("AWS_ENDPOINT_URL_EVENTBRIDGE", `http://127.0.0.1:${port}`);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("WORKER_INVOKE_ENABLED", "true");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("announcing a run", () => {
  test("to a bus that accepts the request and never answers times out, and is logged", async () => {
    const { lines, end } = keepLogLines();
    const { announceRun } = await import("#shared/platform/aws/worker-events.ts");
    await announceRun("run-1");
    expect(asked).toBe(2);
    end();
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "worker_not_announced", run_id: "run-1" }),
    );
  });
});
