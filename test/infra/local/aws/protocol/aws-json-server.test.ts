import { once } from "node:events";
import { request } from "node:http";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type AwsCall,
  AwsError,
  type AwsJsonServer,
  type AwsJsonServerOptions,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);

async function start(options: Partial<AwsJsonServerOptions> = {}): Promise<AwsJsonServer> {
  const server = await startAwsJsonServer({
    targetPrefix: "test",
    actions: { Echo: ({ input }) => input },
    limits: { Echo: { a: {}, still: {} }, PutEvents: { "Entries[].Source": {} } },
    now: () => AT,
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

async function post(
  { url }: AwsJsonServer,
  body: string | Uint8Array<ArrayBuffer>,
  target = "test.Echo",
) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "x-amz-target": target },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("a call", () => {
  test("of the real SDK client reaches its handler with input, access key and time", async () => {
    const calls: AwsCall[] = [];
    const PutEvents = (call: AwsCall) => {
      calls.push(call);
      return { FailedEntryCount: 0, Entries: [{ EventId: "e1" }] };
    };
    const { url } = await start({ targetPrefix: "AWSEvents", actions: { PutEvents } });
    const client = new EventBridgeClient({
      endpoint: url,
      region: "us-east-1",
      credentials: { accessKeyId: "AKIDTEST", secretAccessKey: "x" },
    });
    onTestFinished(() => client.destroy());
    const answer = await client.send(new PutEventsCommand({ Entries: [{ Source: "s" }] }));
    expect(answer.Entries).toEqual([{ EventId: "e1" }]);
    expect(calls).toEqual([
      {
        action: "PutEvents",
        input: { Entries: [{ Source: "s" }] },
        accessKeyId: "AKIDTEST",
        at: AT,
      },
    ]);
  });

  test("without a signature has no access key id", async () => {
    const server = await start({
      actions: { Who: ({ accessKeyId }) => ({ accessKeyId }) },
    });
    const { status, headers, body } = await post(server, "{}", "test.Who");
    expect({ status, body }).toEqual({ status: 200, body: { accessKeyId: null } });
    expect(headers.get("content-type")).toBe("application/x-amz-json-1.1");
  });

  test("that authorize refuses never reaches its handler", async () => {
    const server = await start({
      actions: {
        Echo: () => {
          throw new Error("reached");
        },
      },
      authorize: () => {
        throw new AwsError("AccessDeniedException", "not you", 403);
      },
    });
    const { status, headers, body } = await post(server, "{}");
    expect({ status, body }).toEqual({
      status: 403,
      body: { __type: "AccessDeniedException", message: "not you" },
    });
    expect(headers.get("x-amzn-errortype")).toBe("AccessDeniedException");
  });
});

describe("a call that cannot be served gets the reason", () => {
  test.each(["test.Other", "other.Echo", "test.", "testXEcho", "test.constructor", ""])(
    "an unknown operation: %j",
    async (target) => {
      const { status, body } = await post(await start(), "{}", target);
      expect(status).toBe(400);
      expect(body).toMatchObject({ __type: "UnknownOperationException" });
    },
  );

  test.each([
    ["cut off", '{"SecretString": "hunter2'],
    ["empty", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["not UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ])("a body that is %s, without quoting it", async (_, sent) => {
    const { status, body } = await post(await start(), sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ __type: "SerializationException" });
    expect(JSON.stringify(body)).not.toContain("hunter2");
  });

  test("a body past 1 MiB, while one of exactly 1 MiB is served", async () => {
    const server = await start();
    const whole = JSON.stringify({ a: "x".repeat(1024 * 1024 - '{"a":""}'.length) });
    expect(whole.length).toBe(1024 * 1024);
    expect((await post(server, whole)).status).toBe(200);
    const { status, body } = await post(server, `${whole} `);
    expect(status).toBe(413);
    expect(body).toMatchObject({ __type: "RequestEntityTooLargeException" });
  });

  test.each([
    [
      "an error",
      () => {
        throw new Error("disk /secret/path broke");
      },
    ],
    ["an answer that is not JSON", () => ({ amount: 1n })],
  ])("an unexpected failure (%s) reveals nothing, but is reported", async (_, Echo) => {
    const reported: unknown[] = [];
    const server = await start({
      actions: { Echo },
      onUnforeseen: (error) => reported.push(error),
    });
    const { status, headers, body } = await post(server, "{}");
    expect({ status, body }).toEqual({
      status: 500,
      body: { __type: "InternalServiceError", message: "An error occurred." },
    });
    expect(headers.get("x-amzn-errortype")).toBe("InternalServiceError");
    expect(reported).toEqual([expect.any(Error)]);
  });
});

describe("the server", () => {
  test("listens on the loopback address only", async () => {
    expect((await start()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("finishes the call in progress before closing, and can be closed twice", async () => {
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const server = await start({
      actions: {
        Slow: async () => {
          entered.resolve();
          await release.promise;
          return { done: true };
        },
      },
    });
    const answer = post(server, "{}", "test.Slow");
    await entered.promise;
    const closed = server.close();
    release.resolve();
    expect((await answer).body).toEqual({ done: true });
    await closed;
    await server.close();
    await expect(post(server, "{}")).rejects.toThrow();
  });

  test("survives a caller that disconnects in the middle of its body", async () => {
    const reported: unknown[] = [];
    const server = await start({ onUnforeseen: (error) => reported.push(error) });
    const cut = request(server.url, {
      method: "POST",
      headers: { "x-amz-target": "test.Echo", "content-length": "100" },
    });
    const gone = new Promise((resolve) => cut.on("close", resolve));
    cut.on("error", () => {});
    await new Promise((resolve) => cut.write("{", resolve));
    cut.destroy();
    await gone;
    expect((await post(server, '{"still":"here"}')).body).toEqual({ still: "here" });
    expect(reported).toEqual([]);
  });
});

describe("a caller", () => {
  test.each([
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ] as Record<string, string>[])(
    "from another site is refused before its call is served, with %j",
    async (headers) => {
      const calls: AwsCall[] = [];
      const { url } = await start({
        actions: {
          Echo: (call) => {
            calls.push(call);
          },
        },
      });
      const answer = await fetch(url, {
        method: "POST",
        headers: { "x-amz-target": "test.Echo", ...headers },
        body: "{}",
      });
      expect(answer.status).toBe(403);
      expect(calls).toEqual([]);
    },
  );

  test("using another host name is refused", async () => {
    const { url } = await start();
    const sent = request(url, { method: "POST", headers: { host: "evil.example" } }).end("{}");
    const [{ statusCode }] = await once(sent, "response");
    expect(statusCode).toBe(403);
  });

  test("gets the local run's time", async () => {
    const { headers } = await post(await start(), "{}");
    expect(headers.get("date")).toBe(new Date(AT).toUTCString());
  });
});
