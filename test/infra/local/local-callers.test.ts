import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEngine } from "#infra/local/aws/dynamodb/engine.ts";
import { startTestGateway } from "#test/support/gateway.ts";
import { startTestSystem } from "#test/support/system.ts";

/** One path of each thing that the gateway serves: API, pages, tools of the local run, sign-in. */
const API = ["/health", "/admin/console", "/counsel/review/x", "/_other"];
const TOOLS = ["/_local/token", "/_local/clock", "/_local/schedules/expire-reviews/run"];
const SIGN_IN = ["/_local/sign-in/auth", "//_local/sign-in/token", "/x/../_local/sign-in/me"];
const OWN = "https://review.example";

/** Calls a gateway with these headers. Returns the distinct outcomes and what was invoked. */
async function asked(paths: readonly string[], given: Record<string, string>, method = "POST") {
  const { url, raw, invoked } = await startTestGateway(undefined, undefined, [OWN]);
  const { port, host } = new URL(url);
  const headers = Object.fromEntries(
    Object.entries({ host, ...given }).map(([name, value]) => [
      name,
      value.replace("<port>", port),
    ]),
  );
  const answers = [];
  for (const path of paths) {
    const { status, text } = await raw(method, path, headers);
    const { code } = status === 403 ? JSON.parse(text) : { code: null };
    answers.push(code ?? (text === "provider" ? text : "served"));
  }
  return { answers: [...new Set(answers)], invoked };
}

describe("a web page of another site", () => {
  test.each([
    "evil.example",
    "evil.example:<port>",
    "localhost.evil.example:<port>",
    "127.0.0.1.x:1",
  ])(
    "that resolves its own name, %s, to this machine reaches nothing that the local run serves",
    async (host) => {
      const all = [...API, ...TOOLS, ...SIGN_IN];
      const { answers, invoked } = await asked(all, { host, "sec-fetch-site": "same-origin" });
      expect([answers, invoked]).toEqual([["forbidden"], []]);
    },
  );

  test("is told so in a problem document like every other", async () => {
    const { raw } = await startTestGateway();
    const { headers, text } = await raw("POST", "/_local/clock", { host: "evil.example" });
    expect(headers["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(text)).toEqual({
      type: "urn:countersign:problem:forbidden",
      title: "You are not allowed to do this",
      status: 403,
      code: "forbidden",
      detail: "Only programs and pages of this machine may ask this.",
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: "Only programs and pages of this machine may ask this.",
    });
  });

  test("reaches none of a running system's endpoints under such a name, including the sign-in's thread", async () => {
    const system = await startTestSystem();
    onTestFinished(() => system.close());
    const { base_url, table_name: _, region: __, ...services } = system.endpoints;
    const paths = ["/health", "/_local/sign-in/.well-known/openid-configuration"];
    const urls = [...Object.values(services), ...paths.map((path) => `${base_url}${path}`)];
    expect(Object.keys(services).length).toBeGreaterThan(2);
    for (const url of urls) {
      const { port } = new URL(url);
      expect([url, await statusUnder(url, `evil.example:${port}`)]).toEqual([url, 403]);
      expect([url, await statusUnder(url, `localhost:${port}`)]).not.toEqual([url, 403]);
    }
  });

  test.each([
    ["on another port of this machine", { host: "localhost:1" }],
    ["across sites", { "sec-fetch-site": "cross-site" }],
    ["from another port of this machine", { "sec-fetch-site": "same-site" }],
    ["from another origin", { origin: "https://evil.example" }],
    ["from a page without an origin", { origin: "null" }],
  ])("%s, does nothing with the local run's own tools", async (_, given) => {
    expect((await asked(TOOLS, given)).answers).toEqual(["forbidden"]);
  });

  test.each([
    ["across sites", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }],
    ["across sites by a form", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
    ["from another origin", { origin: "https://evil.example" }],
    ["from a page without an origin", { origin: "null" }],
    ["under the run's public name, which others reach too", { host: "review.example" }],
  ])("%s, gets nothing from the sign-in", async (_, given: Record<string, string>) => {
    expect((await asked(SIGN_IN, given)).answers).toEqual(["forbidden"]);
  });
});

describe("on this machine", () => {
  test.each(["localhost", "127.0.0.1", "[::1]"])("everything is served as %s", async (name) => {
    const host = `${name}:<port>`;
    const page = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    for (const headers of [{ host }, page]) {
      expect((await asked([...API, ...TOOLS], headers)).answers).toEqual(["served"]);
      expect((await asked(SIGN_IN, headers)).answers).toEqual(["provider"]);
    }
  });

  test("the API answers under the name that its operator gave it, and its pages there may sign people in", async () => {
    expect((await asked(API, { host: "review.example" })).answers).toEqual(["served"]);
    const page = { origin: OWN, "sec-fetch-site": "cross-site" };
    expect((await asked(SIGN_IN, page)).answers).toEqual(["provider"]);
  });

  test("a link from any site leads to the sign-in", async () => {
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await asked(SIGN_IN, link, "GET")).answers).toEqual(["provider"]);
  });

  test("the database, which answers under any name, listens at an address that no page can guess (on Linux)", async () => {
    const { child, endpoint } = await startEngine([]);
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    const quiet = process.platform === "linux" ? /^127(\.[1-9]\d*){3}$/ : /^127\.0\.0\.1$/;
    expect(new URL(endpoint).hostname).toMatch(quiet);
  });
});

const statusUnder = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once("error", reject).end();
  });
