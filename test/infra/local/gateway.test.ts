import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { FunctionError } from "#infra/local/runtime/instance.ts";
import { signingKey } from "#infra/local/sign-in/signing-key.ts";
import { sized } from "#test/support/full-size.ts";
import { startTestGateway } from "#test/support/gateway.ts";
import { startTestSystem } from "#test/support/system.ts";

const MB = 1024 * 1024;
const decide = "/counsel/review/some-token/decide";

describe("the event of a function", () => {
  test("is a payload 2.0 event", async () => {
    const gateway = await startTestGateway();
    const path = "/counsel/review/a%20b%2Fc/decide?x=1&x=2&empty=&y=%C3%A9";
    await fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Custom": "One", "user-agent": "tester" },
      body: '{"a":1}',
    });
    const { id, event } = gateway.invoked[0] ?? {};
    expect(id).toBe("decideReview");
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "POST /counsel/review/{token}/decide",
      rawPath: "/counsel/review/a b/c/decide",
      rawQueryString: "x=1&x=2&empty=&y=%C3%A9",
      queryStringParameters: { x: "1,2", empty: "", y: "é" },
      pathParameters: { token: "a b/c" },
      headers: { "content-type": "application/json", "x-custom": "One" },
      body: '{"a":1}',
      isBase64Encoded: false,
      requestContext: {
        http: { method: "POST", sourceIp: "127.0.0.1", userAgent: "tester" },
        stage: "$default",
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timeEpoch: expect.any(Number),
      },
    });
  });

  test("leaves out parameters, body and authorizer where there are none", async () => {
    const gateway = await startTestGateway();
    await fetch(`${gateway.url}/health`);
    const { event } = gateway.invoked[0] ?? {};
    for (const name of ["body", "pathParameters", "queryStringParameters"]) {
      expect(event).not.toHaveProperty(name);
    }
    expect(event?.isBase64Encoded).toBe(false);
    expect(event?.requestContext).not.toHaveProperty("authorizer");
  });

  test("carries repeated headers joined by commas, their names in lower case", async () => {
    const gateway = await startTestGateway();
    const head =
      "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Two: a\r\nx-TWO: b\r\nConnection: close\r\n\r\n";
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    await new Promise((resolve) => socket.end(head).resume().once("close", resolve));
    expect(gateway.invoked[0]?.event.headers["x-two"]).toBe("a,b");
  });

  test("carries every claim as text, arrays as [a b], booleans as true", async () => {
    const gateway = await startTestGateway();
    const claims = { is_platform_admin: true, "cognito:groups": ["a", "b"], level: 3 };
    const authorization = `Bearer ${await gateway.token(claims)}`;
    await fetch(`${gateway.url}/admin/frameworks`, { headers: { authorization } });
    const context = gateway.invoked[0]?.event.requestContext;
    expect(context).toMatchObject({
      authorizer: {
        jwt: {
          claims: { is_platform_admin: "true", "cognito:groups": "[a b]", level: "3" },
          scopes: null,
        },
      },
    });
  });

  test.each([
    ["application/pdf", Buffer.from("%PDF-1.7"), true],
    ["multipart/form-data; boundary=x", Buffer.from("--x--"), true],
    ["application/json", Buffer.from([0x22, 0xff, 0x22]), true],
    ["application/json; charset=utf-8", Buffer.from('"é"'), false],
    ["text/plain", Buffer.from("é"), false],
  ])("%s bytes arrive unchanged, in base64 unless they are text", async (type, bytes, isBase64) => {
    const gateway = await startTestGateway();
    const headers = { "content-type": type };
    await fetch(`${gateway.url}${decide}`, { method: "POST", headers, body: bytes });
    const { body = "", isBase64Encoded } = gateway.invoked[0]?.event ?? {};
    expect(isBase64Encoded).toBe(isBase64);
    expect(Buffer.from(body, isBase64 ? "base64" : "utf8")).toEqual(bytes);
  });
});

describe("what the gateway answers itself", () => {
  test.each(["HEAD", "TRACE", "PROPFIND", "PATCH"])(
    "%s on a path without that method is its 404",
    async (method) => {
      const { raw, invoked } = await startTestGateway();
      const { status, text, headers } = await raw(method, "/health");
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/json");
      expect(text).toBe(method === "HEAD" ? "" : '{"message":"Not Found"}');
      expect(invoked).toEqual([]);
    },
  );

  test.each(["/nowhere", "/admin/", "/health/", "/admin/frameworks//rules"])(
    "GET %s, which no route names, is its 404",
    async (path) => {
      const { raw } = await startTestGateway();
      expect(await raw("GET", path)).toMatchObject({
        status: 404,
        text: '{"message":"Not Found"}',
      });
    },
  );

  test.each(["/counsel/review/%", "/counsel/review/%E0%A4%A", "/counsel/review/%FF", "/a%zz"])(
    "GET %s, a bad percent code, is 400",
    async (path) => {
      const { raw, unforeseen } = await startTestGateway();
      expect(await raw("GET", path)).toMatchObject({
        status: 400,
        text: '{"message":"Bad Request"}',
      });
      expect(unforeseen).toEqual([]);
    },
  );

  test.each(["http://elsewhere/health", "*", "@elsewhere/health", ":80/health"])(
    "the request target %s is 400, never another host's path",
    async (target) => {
      const { raw, invoked, unforeseen } = await startTestGateway();
      expect((await raw("GET", target)).status).toBe(400);
      expect([...invoked, ...unforeseen]).toEqual([]);
    },
  );

  test("a missing, malformed or expired token, or another issuer's, is 401 before the function runs", async () => {
    const { url, invoked, token } = await startTestGateway();
    const other = await startTestGateway(undefined, await signingKey(null));
    const good = await token({});
    const advance = JSON.stringify({ advance_seconds: 9 * 3600 });
    for (const authorization of [
      null,
      "Bearer",
      "Bearer x.y.z",
      `Basic ${good}`,
      `Bearer ${good.slice(0, -4)}AAAA`,
      `Bearer ${await other.token({})}`,
      "expired",
    ]) {
      if (authorization === "expired") {
        await fetch(`${url}/_local/clock`, { method: "POST", body: advance });
      }
      const sent = authorization === "expired" ? `Bearer ${good}` : authorization;
      const response = await fetch(`${url}/admin/frameworks`, {
        headers: sent === null ? {} : { authorization: sent },
      });
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(await response.text()).toBe('{"message":"Unauthorized"}');
    }
    expect(invoked).toEqual([]);
  });

  test("an event up to a function's 6 MB passes; more is 413, even beyond the gateway's 10 MB", async () => {
    const { url, invoked } = await startTestGateway();
    const send = async (body: Buffer, type: string) => {
      const headers = { "content-type": type };
      return (await fetch(`${url}${decide}`, { method: "POST", headers, body })).status;
    };
    await send(Buffer.alloc(0), "application/json");
    const around = (type: string) =>
      Buffer.byteLength(JSON.stringify({ ...invoked.at(-1)?.event, body: "" })) -
      JSON.stringify("application/json").length +
      JSON.stringify(type).length;
    // 64 bytes of slack for what varies by request: the length of the body, the time.
    const room = 6 * MB - around("application/json") - 64;
    expect(await send(Buffer.alloc(room, "a"), "application/json")).toBe(200);
    expect(await send(Buffer.alloc(room + 128, "a"), "application/json")).toBe(413);
    // In the event a quotation mark takes two bytes, and three bytes of a file take four.
    const isWhole = sized(true, false);
    if (isWhole) expect(await send(Buffer.alloc(room / 2, '"'), "application/json")).toBe(200);
    expect(await send(Buffer.alloc(room / 2 + 64, '"'), "application/json")).toBe(413);
    const bytes = Math.floor(((6 * MB - around("application/pdf") - 64) / 4) * 3);
    if (isWhole) expect(await send(Buffer.alloc(bytes), "application/pdf")).toBe(200);
    expect(await send(Buffer.alloc(bytes + 128), "application/pdf")).toBe(413);
    expect(await send(Buffer.alloc(10 * MB + 1, 97), "application/json")).toBe(413);
    expect(invoked).toHaveLength(sized(4, 2));
  });

  test("a response over Lambda's 6 MB, including its envelope, is the gateway's 500", async () => {
    const answer = { statusCode: 200, headers: {}, body: "" };
    const room = 6 * MB + 100 - JSON.stringify(answer).length;
    let body = "";
    const { raw, unforeseen } = await startTestGateway(async () => ({ ...answer, body }));
    body = "a".repeat(room);
    expect((await raw("GET", "/health")).status).toBe(200);
    for (const tooLong of ["a".repeat(room + 1), '"'.repeat(room / 2 + 1)]) {
      body = tooLong;
      expect(await raw("GET", "/health")).toMatchObject({
        status: 500,
        text: '{"message":"Internal Server Error"}',
      });
    }
    expect(unforeseen).toHaveLength(2);
  });

  test("uses the moved clock", async () => {
    const { url, raw } = await startTestGateway();
    const body = JSON.stringify({ advance_seconds: 86_400 });
    await fetch(`${url}/_local/clock`, { method: "POST", body });
    const { headers } = await raw("GET", "/health");
    expect(Date.parse(String(headers.date))).toBeGreaterThan(Date.now() + 86_000_000);
  });

  test("a failing function is a 500 and one that times out a 503, without its message", async () => {
    const failing = await startTestGateway(async () => {
      throw new FunctionError("TypeError: secret words");
    });
    const slow = await startTestGateway(async () => {
      throw new FunctionError("The function timed out.", true);
    });
    const [failed, timedOut] = [
      await failing.raw("GET", "/health"),
      await slow.raw("GET", "/health"),
    ];
    expect(failed).toMatchObject({ status: 500, text: '{"message":"Internal Server Error"}' });
    expect(timedOut).toMatchObject({ status: 503, text: '{"message":"Service Unavailable"}' });
    expect(failing.unforeseen).toHaveLength(1);
  });

  test("a caller that disconnects while sending is not an error", async () => {
    const { url, unforeseen, invoked } = await startTestGateway();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const head = `POST ${decide} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    await new Promise((resolve) => socket.once("close", resolve).destroy());
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(unforeseen).toEqual([]);
    expect(invoked.map(({ id }) => id)).toEqual(["getHealth"]);
  });
});

describe("the response of a function", () => {
  test("arrives with its bytes, status and headers; 204 without a body", async () => {
    const bytes = Buffer.from([0, 255, 10]);
    const answers = [
      {
        statusCode: 201,
        headers: { "content-type": "application/zip" },
        body: bytes.toString("base64"),
        isBase64Encoded: true,
      },
      { statusCode: 204, headers: { "x-request-id": "1" }, body: "" },
    ];
    const { url } = await startTestGateway(async () => answers.shift());
    const first = await fetch(`${url}/health`);
    expect(first.status).toBe(201);
    expect(first.headers.get("content-type")).toBe("application/zip");
    expect(Buffer.from(await first.arrayBuffer())).toEqual(bytes);
    const second = await fetch(`${url}/health`);
    expect([second.status, await second.text()]).toEqual([204, ""]);
    expect(second.headers.has("content-length")).toBe(false);
  });
});

describe("CORS", () => {
  test("is answered for the configured console origin and for no other", async () => {
    const origin = "https://console.example";
    const system = await startTestSystem({ settings: { CONSOLE_ORIGIN: origin } });
    try {
      const allowed = async (method: string, path: string, from: string) => {
        const { headers } = await system.api()(method, path, undefined, {
          origin: from,
          "access-control-request-method": "POST",
        });
        return headers.get("access-control-allow-origin");
      };
      for (const [method, path] of [
        ["OPTIONS", "/admin/rule-reviews"],
        ["GET", "/health"],
        ["GET", "/openapi.json"],
      ] as const) {
        expect(await allowed(method, path, origin)).toBe(origin);
        expect(await allowed(method, path, "https://evil.example")).toBeNull();
        expect(await allowed(method, path, `${origin}.evil.example`)).toBeNull();
      }
    } finally {
      await system.close();
    }
  });
});
