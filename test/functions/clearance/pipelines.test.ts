import { createHmac, generateKeyPairSync } from "node:crypto";
import { exportJWK, exportSPKI, importJWK, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

let system: TestSystem;
let ci: CiIssuer;
let other: CiIssuer;
let frameworkId: string;
let clock = Date.now();
beforeAll(async () => {
  ci = await startCiIssuer(() => clock);
  other = await startCiIssuer(() => clock);
  system = await startTestSystem({
    settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: `${ci.host}, ${other.host}` },
  });
  const { token, frameworkId: id } = await commission(system);
  frameworkId = id;
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  await expectStatus(put("release", {}), 200);
});
afterAll(async () => {
  await Promise.all([system.close(), ci.close(), other.close()]);
});
beforeEach(() => {
  ci.answer = null;
});

const content = (more: object) => ({
  display_name: "Release",
  issuer: ci.url,
  audience: "countersign",
  claims: { repository_id: "1001", ref: "refs/heads/main" },
  framework_ids: [frameworkId],
  ...more,
});
const put = (id: string, more: object) =>
  system.admin("PUT", `/admin/clearance/pipelines/${id}`, content(more));
const ask = (token: string | undefined, framework_id = frameworkId) =>
  system.api(token)("POST", "/clearance/pipeline", { framework_id, use_case_ids: ["rule.a"] });
/** Moves every clock. */
const later = async (seconds: number) => {
  clock = Date.parse(await system.advance(seconds));
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** An unsigned or otherwise hand-made token. */
const handMade = (header: object, payload: object) => `${part(header)}.${part(payload)}.`;
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("a pipeline asks with its CI's own token", () => {
  test("the right job gets the answer, which names the approver only by id", async () => {
    const { body } = await expectStatus(ask(await ci.token()), 200);
    expect(body.cleared).toBe(true);
    expect(Object.keys(body.approvals[0].approved_by)).toEqual(["id"]);
  });

  const seconds = () => Math.floor(clock / 1000);
  const wrong: [string, string, () => string | undefined | Promise<string | undefined>][] = [
    ["no token", "issuer", () => undefined],
    ["a text that is no token", "issuer", () => "not.a-token"],
    ["another issuer, well signed", "issuer", () => other.token()],
    [
      "alg none",
      "signature",
      async () => handMade({ alg: "none", kid: "ci-1" }, payloadOf(await ci.token())),
    ],
    [
      "HS256 with the public key as its secret",
      "signature",
      async () => {
        const jwk = ci.jwks.keys[0] as JWK;
        const pem = await exportSPKI((await importJWK(jwk, "RS256")) as never).catch(() => "pem");
        const unsigned = handMade({ alg: "HS256", kid: "ci-1" }, payloadOf(await ci.token()));
        const input = unsigned.slice(0, -1);
        return `${input}.${createHmac("sha256", pem).update(input).digest("base64url")}`;
      },
    ],
    ["an unknown key id", "signature", () => ci.token({}, { kid: "ci-unknown" })],
    [
      "another key under the known id",
      "signature",
      async () => {
        const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
        return new SignJWT(payloadOf(await ci.token()))
          .setProtectedHeader({ alg: "RS256", kid: "ci-1" })
          .sign(privateKey);
      },
    ],
    [
      "an altered payload",
      "signature",
      async () => {
        const [header, , signature] = (await ci.token()).split(".");
        const payload = { ...payloadOf(await ci.token()), repository_id: "1" };
        return `${header}.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.${signature}`;
      },
    ],
    ["another audience", "audience", () => ci.token({ aud: "somebody-else" })],
    ["no audience", "audience", () => ci.token({ aud: undefined as never })],
    ["an expired one", "expiry", () => ci.token({ exp: seconds() - 1 })],
    ["one without an end", "expiry", () => ci.token({ exp: undefined as never })],
    ["one that has not begun", "expiry", () => ci.token({ nbf: seconds() + 120 })],
    ["one issued in the future", "expiry", () => ci.token({ iat: seconds() + 120 })],
    ["another repository", "claims", () => ci.token({ repository: "x/y", repository_id: "2002" })],
    ["the same name with another id", "claims", () => ci.token({ repository_id: "2002" })],
    ["another branch", "claims", () => ci.token({ ref: "refs/heads/topic" })],
    ["a number where the claim is a text", "claims", () => ci.token({ repository_id: 1001 })],
    ["no such claim", "claims", () => ci.token({ repository_id: undefined })],
  ];
  test.each(wrong)("%s is refused by name: %s", async (_, check, make) => {
    const token = await make();
    const { status, body, text, headers } = await ask(token);
    expect([status, body.code, body.check]).toEqual([401, "token_invalid", check]);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(body.detail).toContain(check);
    if (token !== undefined) expect(text).not.toContain(token);
  });

  test("two keys under one id are not trusted, as if there were none", async () => {
    const twice = (await startCiIssuer(() => clock)) as CiIssuer;
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = { ...(await exportJWK(publicKey)), kid: "ci-1", alg: "RS256", use: "sig" };
    other.jwks = { keys: [...other.jwks.keys, key] };
    await expectStatus(put("twice", { issuer: other.url }), 200);
    await later(31);
    expect((await ask(await other.token())).body.check).toBe("signature");
    await twice.close();
  });

  test("a framework that is not granted is refused, and the grants of several pipelines add up", async () => {
    const second = await commission(system);
    const token = await ci.token();
    expect((await ask(token, second.frameworkId)).body.code).toBe("framework_not_granted");
    await expectStatus(put("second", { framework_ids: [second.frameworkId] }), 200);
    await later(31);
    const fresh = await ci.token();
    expect((await ask(fresh, second.frameworkId)).status).toBe(200);
    expect((await ask(fresh)).status).toBe(200);
    await expectStatus(system.admin("DELETE", "/admin/clearance/pipelines/second"), 204);
    await later(31);
    expect((await ask(await ci.token(), second.frameworkId)).status).toBe(403);
  });

  test("an unknown key id makes us look at most once a minute, and new keys are found", async () => {
    await later(3600);
    await expectStatus(ask(await ci.token()), 200);
    const before = ci.calls.length;
    for (let call = 0; call < 5; call += 1) await ask(await ci.token({}, { kid: "new" }));
    expect(ci.calls.length).toBe(before);
    ci.jwks = { keys: [...ci.jwks.keys, { ...(ci.jwks.keys[0] as JWK), kid: "new" }] };
    await later(61);
    expect((await ask(await ci.token({}, { kid: "new" }))).status).toBe(200);
    expect(ci.calls.length).toBe(before + 2);
  });

  test("an issuer that is down is asked at most once a minute, whatever the tokens name", async () => {
    await later(3600);
    await expectStatus(ask(await ci.token()), 200);
    ci.answer = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    await later(61);
    const before = ci.calls.length;
    const codes: string[] = [];
    for (let call = 0; call < 4; call += 1) {
      codes.push((await ask(await ci.token({}, { kid: `made-up-${call}` }))).body.code);
    }
    expect(codes).toEqual(["issuer_unreachable", ...Array(3).fill("token_invalid")]);
    await later(600);
    // The keys that are known still count, for an hour.
    for (let call = 0; call < 3; call += 1) await expectStatus(ask(await ci.token()), 200);
    expect(ci.calls.length).toBe(before + 2);
  });

  test("all functions remember a failure for 30 s, and only one of them asks at a time", async () => {
    await later(2 * 3600);
    ci.answer = (_, response) => {
      setTimeout(() => response.writeHead(500).end(), 50);
      return true;
    };
    const token = await ci.token({ nonce: "any", exp: Math.floor(clock / 1000) + 3600 });
    const forged = `${token.split(".").slice(0, 2).join(".")}.AAAA`;
    const before = ci.calls.length;
    const codes = await Promise.all(
      Array.from({ length: 60 }, async () => (await ask(forged)).body.code),
    );
    expect(new Set(codes)).toEqual(new Set(["issuer_unreachable"]));
    expect(ci.calls.length).toBe(before + 1);
    await later(29);
    expect((await ask(forged)).headers.get("retry-after")).toMatch(/^[12]$/);
    expect(ci.calls.length).toBe(before + 1);
    await later(2);
    ci.answer = null;
    expect((await ask(token)).status).toBe(200);
    expect(ci.calls.length).toBe(before + 3);
  });

  test("while one function waits for a slow issuer, the others wait for that function", async () => {
    await later(2 * 3600);
    let open = 0;
    let most = 0;
    ci.answer = (request, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open -= 1;
        const document =
          request.url === "/jwks" ? ci.jwks : { issuer: ci.url, jwks_uri: `${ci.url}/jwks` };
        response.writeHead(200).end(JSON.stringify(document));
      }, 150);
      return true;
    };
    const before = ci.calls.length;
    const token = await ci.token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([most, ci.calls.length - before]).toEqual([1, 2]);
  });

  test("no issuer is asked for the keys of a token that is not signed", async () => {
    await later(2 * 3600);
    const before = ci.calls.length;
    for (const alg of ["none", "HS256", "RS1"]) {
      const { body } = await ask(handMade({ alg }, payloadOf(await ci.token())));
      expect(body.check).toBe("signature");
    }
    expect(ci.calls.length).toBe(before);
  });

  /** One text that can be read both as the discovery document and as the keys. */
  const bothDocuments = (url: string, keys: string) =>
    `{"issuer":"${url}","jwks_uri":"${url}/jwks","keys":${keys}}`;
  test.each<[string, string, (url: string) => [number, Record<string, string>, string]]>([
    ["answers 500", "issuer_unreachable", () => [500, {}, ""]],
    ["redirects", "issuer_unreachable", () => [302, { location: "http://169.254.169.254/" }, ""]],
    ["does not answer JSON", "issuer_unreachable", () => [200, {}, "<html>"]],
    ["answers without end", "issuer_unreachable", () => [200, {}, "x".repeat(2 * 1024 * 1024)]],
    [
      "names another issuer",
      "issuer_unreachable",
      (url) => [200, {}, JSON.stringify({ issuer: `${url}/`, jwks_uri: `${url}/jwks` })],
    ],
    [
      "sends us inside for its keys",
      "endpoint_blocked",
      (url) => [200, {}, JSON.stringify({ issuer: url, jwks_uri: "http://169.254.169.254/jwks" })],
    ],
    ["has a list for a key", "issuer_unreachable", (url) => [200, {}, bothDocuments(url, "[[]]")]],
    [
      "nests its keys without end",
      "issuer_unreachable",
      (url) => [200, {}, bothDocuments(url, `${"[".repeat(5000)}${"]".repeat(5000)}`)],
    ],
    [
      "has keys that fit into no item",
      "issuer_unreachable",
      (url) => [200, {}, bothDocuments(url, `[{"kid":"${"€".repeat(190_000)}"}]`)],
    ],
  ])("an issuer that %s is named: %s", async (_, code, answer) => {
    await later(2 * 3600);
    ci.answer = (request, response) => {
      const [status, headers, text] = answer(ci.url);
      response.writeHead(status, headers).end(text);
      return request.url !== undefined;
    };
    const refused = await ask(await ci.token());
    expect(refused.body.code).toBe(code);
    if (code === "issuer_unreachable") expect(refused.headers.get("retry-after")).not.toBeNull();
  });
});

describe("registering a pipeline", () => {
  test("can be read back as given, changes nothing when repeated, and writes a row for each change", async () => {
    const made = (await expectStatus(put("ci_a", {}), 200)).body;
    expect(made).toMatchObject({ id: "ci_a", ...content({}) });
    expect((await put("ci_a", {})).body).toEqual(made);
    await later(1);
    const renamed = (await put("ci_a", { display_name: "Renamed" })).body;
    expect((await system.admin("GET", "/admin/clearance/pipelines/ci_a")).body).toEqual(renamed);
    await expectStatus(system.admin("DELETE", "/admin/clearance/pipelines/ci_a"), 204);
    expect((await system.admin("DELETE", "/admin/clearance/pipelines/ci_a")).status).toBe(404);
    const { body } = await system.admin(
      "GET",
      "/admin/audit?resource_type=clearance_pipeline&resource_id=ci_a",
    );
    expect(body.items.map(({ action }: { action: string }) => action).sort()).toEqual([
      "clearance_pipeline.created",
      "clearance_pipeline.deleted",
      "clearance_pipeline.updated",
    ]);
  });

  test.each([
    ["a name alone", { claims: { repository: "acme/app" } }, 422, "claim_reusable"],
    ["no claim", { claims: {} }, 400, "validation_failed"],
    ["an unknown framework", { framework_ids: ["nothing_here"] }, 422, "unknown_framework"],
    ["an address in the clear", { issuer: "http://issuer.example" }, 422, "endpoint_blocked"],
    ["an inside address", { issuer: "https://10.0.0.1" }, 422, "endpoint_blocked"],
    ["an inside address as a number", { issuer: "https://2130706433" }, 422, "endpoint_blocked"],
    ["an inside address of IPv6", { issuer: "https://[::1]" }, 422, "endpoint_blocked"],
    ["an inside name", { issuer: "https://issuer.internal" }, 422, "endpoint_blocked"],
    ["an address with a user", { issuer: "https://a:b@issuer.example" }, 422, "endpoint_blocked"],
    ["hidden characters", { display_name: "a\u202eb" }, 400, "validation_failed"],
    [
      "an address with hidden characters",
      { issuer: "https://issuer.example/\u200b" },
      400,
      "validation_failed",
    ],
  ])("%s is refused", async (_, more, status, code) => {
    const answer = await put("faulty", more);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("a claim of a name that the table cannot hold is refused by its path", async () => {
    const { status, body } = await put("faulty", { claims: { sub: "x", constructor: "y" } });
    expect([status, body.errors]).toMatchObject([400, [{ path: "claims.constructor" }]]);
  });

  test("exempts no address outside the stages local and test", async () => {
    const deployed = await startTestSystem({
      settings: { STAGE: "prod", PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host },
    });
    const refused = await deployed.admin("PUT", "/admin/clearance/pipelines/a1", content({}));
    expect(refused.body.code).toBe("endpoint_blocked");
    await deployed.close();
  });
});
