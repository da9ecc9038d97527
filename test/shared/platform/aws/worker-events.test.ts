import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type LocalServer, startLocalServer } from "#infra/local/local-server.ts";
import { keepLogLines } from "#test/support/in-process.ts";

let server: LocalServer;
let asked = 0;

beforeAll(async () => {
  server = await startLocalServer(() => {
    asked += 1;
  });
  vi.stubEnv("AWS_ENDPOINT_URL_EVENTBRIDGE", server.url);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("WORKER_INVOKE_ENABLED", "true");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
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
