import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { allValuesOf } from "#test/support/secret-store.ts";
import { type ApiAnswer, startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";

const CLIENT_SECRET = "the-legacy-client-secret-of-this-test";
const ENTRIES = [
  "oidc-issuer-private-key-pem",
  "oidc-issuer-private-key-pem-previous",
  "sourcehost-webhook-secret",
  "cloudb-eventbus-webhook-secret",
  "counsel-review-hmac-secret",
];

let system: TestSystem;
let idp: FakeIdp;
const answers: ApiAnswer[] = [];

/** Calls every operation of the setup area, with failures too, and keeps every answer. */
beforeAll(async () => {
  idp = await startFakeIdp();
  system = await startTestSystem({
    settings: {
      IDP_CLIENT_ID: "client",
      IDP_APP_OBJECT_ID: "object",
      IDP_CLIENT_SECRET: CLIENT_SECRET,
      IDP_TOKEN_URL: idp.tokenUrl,
    },
  });
  const call = async (method: string, path: string, body?: unknown) => {
    answers.push(await system.admin(method, path, body));
  };
  const setup = (path: string, body?: unknown) => call("POST", `/admin/setup/${path}`, body);
  await setup("idp-fic/test-exchange");
  for (const name of ENTRIES.slice(2)) {
    await setup(`${name}/provision-secret`);
    await setup(`${name}/rotate-secret`);
    await setup(`${name}/provision-secret`);
  }
  await setup("oidc-issuer/provision-keypair");
  await setup("oidc-issuer/rotate-keypair");
  await setup("oidc-issuer/rotate-keypair");
  await setup("oidc-issuer/rotate-keypair", { emergency: true });
  await setup("idp-fic/enable");
  idp.register({
    clientId: "client",
    clientSecret: "other",
    issuer: `${system.baseUrl}/oidc`,
    subject: "object",
    audience: "api://AzureADTokenExchange",
  });
  await setup("idp-fic/test-exchange");
  // A provider whose refusal echoes what it was sent.
  idp.answers.push({ status: 401, body: { error: "x", error_description: CLIENT_SECRET } });
  await setup("idp-fic/test-exchange");
  const echoed = idp.calls.at(-1)?.form.client_assertion;
  idp.answers.push({ status: 401, body: { error: echoed, error_description: echoed } });
  await setup("idp-fic/test-exchange");
  await setup("idp-fic/disable");
  await setup("idp-fic/test-exchange");
  for (const path of [
    "/admin/setup/checklist",
    "/admin/audit",
    "/oidc/jwks",
    "/oidc/.well-known/openid-configuration",
  ]) {
    await call("GET", path);
  }
});
afterAll(async () => {
  await system.close();
  await idp.close();
});

/** Everything that must not leak, in pieces, so that a partial leak is found as well. */
async function treasures(): Promise<string[]> {
  const values = ENTRIES.flatMap((entry) => allValuesOf(system, entry));
  const pieces = values.flatMap((value) => {
    if (value.startsWith("{")) {
      const ring = JSON.parse(value) as {
        current: { secret: string };
        retired: { secret: string }[];
      };
      return [ring.current, ...ring.retired].map(({ secret }) => secret);
    }
    if (!value.startsWith("-----BEGIN")) return [value];
    const body = value.replace(/-----[A-Z ]+-----/g, "").trim();
    return [...body.split("\n"), body.replaceAll("\n", ""), JSON.stringify(body).slice(1, -1)];
  });
  const assertions = idp.calls.flatMap(({ form }) => form.client_assertion ?? []);
  const signatures = assertions.map((token) => token.split(".")[2] as string);
  return [
    ...new Set([...pieces, ...assertions, ...signatures, CLIENT_SECRET, "an-access-token"]),
  ].filter((piece) => piece.length >= 12);
}

const leaked = (secrets: readonly string[], text: string) =>
  secrets.filter((secret) => text.includes(secret));

describe("key material", () => {
  test("was present and could leak: keys, secrets, assertions and a token", async () => {
    const secrets = await treasures();
    expect(secrets.filter((piece) => /^[0-9a-f]{64}$/.test(piece)).length).toBeGreaterThanOrEqual(
      6,
    );
    expect(secrets.filter((piece) => piece.startsWith("eyJ")).length).toBeGreaterThanOrEqual(3);
    expect(secrets.length).toBeGreaterThan(80);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  test("is in no response", async () => {
    const secrets = await treasures();
    const text = answers.map((answer) => `${[...answer.headers]} ${answer.text}`).join("\n");
    expect(leaked(secrets, text)).toEqual([]);
  });

  test("is in no log line", async () => {
    expect(leaked(await treasures(), system.rawLines.join("\n"))).toEqual([]);
  });

  test("is in no item of the table, audit rows among them", async () => {
    const items = await scanTable(system);
    expect(items.filter(({ pk }) => String(pk).startsWith("AUDIT#")).length).toBeGreaterThan(8);
    expect(leaked(await treasures(), JSON.stringify(items))).toEqual([]);
  });
});
