import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { startTestGateway } from "#test/support/gateway.ts";

async function start() {
  const { url } = await startTestGateway();
  return async (path: string, given?: unknown, method = "POST") => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(given === undefined
        ? {}
        : { body: typeof given === "string" ? given : JSON.stringify(given) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const body = (await response.json()) as any;
    return { status: response.status, type: response.headers.get("content-type"), body };
  };
}

describe("POST /_local/token", () => {
  test("issues a token with the requested claims, or for a plain user if none are requested", async () => {
    const post = await start();
    const sub = "6f7ac2ac-9e0e-4c6c-8f39-95a5b9a0d4fb";
    const asked = { sub, email: "a@b.example", is_platform_admin: true, tenant_id: "t" };
    const { status, body } = await post("/_local/token", { ...asked, org_role: "member" });
    expect([status, body.expires_in]).toEqual([200, 28_800]);
    expect(decodeJwt(body.access_token)).toMatchObject({ ...asked, org_role: "member" });
    const plain = await post("/_local/token");
    expect(decodeJwt(plain.body.access_token)).not.toHaveProperty("is_platform_admin");
  });

  test.each([
    ["{", "malformed_json"],
    ["null", "validation_failed"],
    ["[]", "validation_failed"],
    [{ sub: "somebody" }, [{ path: "sub", message: "must be a UUID" }]],
    [
      { is_platform_admin: "true" },
      [{ path: "is_platform_admin", message: "must be true or false" }],
    ],
    [{ org_role: "owner" }, [{ path: "org_role", message: "must be admin or member" }]],
    [{ admin: true }, [{ path: "admin", message: expect.stringMatching(/not known/) }]],
    [{ tenant_id: 7 }, [{ path: "tenant_id", message: "must be text" }]],
  ])("%j is a 400 problem that says why", async (body, errors) => {
    const post = await start();
    const answer = await post("/_local/token", body);
    expect(answer.status).toBe(400);
    expect(answer.type).toBe("application/problem+json");
    const code = typeof errors === "string" ? errors : "validation_failed";
    expect(answer.body).toMatchObject({ code, status: 400, request_id: expect.any(String) });
    if (typeof errors !== "string") expect(answer.body.errors).toEqual(errors);
    expect(JSON.stringify(answer.body)).not.toMatch(/\\n|✖|Invalid input/);
  });
});

describe("POST /_local/clock", () => {
  test("moves the time forward and returns it", async () => {
    const post = await start();
    const { body: before } = await post("/_local/clock", { advance_seconds: 0 });
    const { body: after } = await post("/_local/clock", { advance_seconds: 86_400 });
    const moved = Date.parse(after.now) - Date.parse(before.now);
    expect(moved).toBeGreaterThanOrEqual(86_400_000);
    expect(after.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test.each([
    {},
    { advance_seconds: -1 },
    { advance_seconds: "60" },
    { advance_seconds: null },
    { advance_seconds: 1e308 },
    { advance_seconds: 60, more: 1 },
  ])("%j is 400 and moves nothing", async (body) => {
    const post = await start();
    const { body: before } = await post("/_local/clock", { advance_seconds: 0 });
    expect((await post("/_local/clock", body)).status).toBe(400);
    const { body: after } = await post("/_local/clock", { advance_seconds: 0 });
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(86_400_000);
  });

  test("never leaves the years with four digits, however often it is moved", async () => {
    const post = await start();
    const century = { advance_seconds: 3_155_760_000 };
    const answers = [];
    for (let i = 0; i < 90; i += 1) answers.push(await post("/_local/clock", century));
    expect(answers.at(0)?.status).toBe(200);
    expect(answers.at(-1)?.status).toBe(400);
    const { body } = await post("/_local/clock", { advance_seconds: 0 });
    expect(body.now).toMatch(/^9\d{3}-/);
  });
});

describe("/_local", () => {
  test("runs a schedule by its name; an unknown one is a 404 that lists them", async () => {
    const post = await start();
    expect(await post("/_local/schedules/expire-reviews/run")).toMatchObject({
      status: 200,
      body: { expired: 0 },
    });
    const { status, body } = await post("/_local/schedules/Nothing/run");
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(body.detail).toBe("There is no schedule of that name, only expire-reviews.");
    for (const path of ["/_local/schedules/run", "/_local/x", "/_local/toString"]) {
      expect(await post(path)).toMatchObject({ status: 404, type: "application/problem+json" });
    }
  });

  test("refuses a body larger than the gateway takes in the form of every other refusal", async () => {
    const post = await start();
    expect(await post("/_local/token", " ".repeat(10 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      type: "application/problem+json",
      body: { code: "payload_too_large" },
    });
  });

  test.each(["GET", "PUT", "DELETE"])("%s is 404", async (method) => {
    const call = await start();
    expect(await call("/_local/token", undefined, method)).toMatchObject({
      status: 404,
      body: { code: "not_found", detail: expect.stringContaining("POST /_local/token") },
    });
  });
});
