import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { apiHeaders, appJwt } from "#shared/domain/sourcehost/app-api.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import schemas from "#test/support/sourcehost-schemas.json" with { type: "json" };
import { type SourcehostServer, startSourcehost } from "#test/support/sourcehost-server.ts";

/*
 * Compares the fake source hosts that the tests use with the host's own OpenAPI
 * description (stored by `test/independent/sourcehost-schemas.ts` from npm's @octokit/openapi).
 */

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwt = await appJwt("7", privateKey, Math.floor(Date.now() / 1000));
let apps: SourcehostServer;
let host: RepositoryServer;
let token: string;
beforeAll(async () => {
  host = await startRepositories();
  host.repositories = [
    { id: 1, full_name: "acme/one", files: { "package.json": "{}", "src/app.py": "x" } },
    { id: 2, full_name: "acme/empty", files: null },
  ];
  apps = await startSourcehost({
    appId: "7",
    key: createPublicKey(privateKey),
    hook: () => ({ url: "http://127.0.0.1:1", secret: "none" }),
    now: () => Date.now(),
  });
  apps.installations.set("42", "active").set("43", "suspended");
  await apps.deliver("push", { installation: { id: 42 } });
});
afterAll(() => Promise.all([apps.close(), host.close()]));

const described = (method: string, path: string) => {
  const found = schemas.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new Error(`${method} ${path} is not described.`);
  return found as { query: string[]; answers: Record<string, object> };
};

/** Calls a fake host, and checks call and response against the host's description. */
async function ask(base: string, bearer: string, path: string, method: string, concrete: string) {
  const { query, answers } = described(method, path);
  const url = new URL(concrete, base);
  const response = await fetch(url, { method, headers: apiHeaders(bearer) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const body = (await response.json()) as any;
  const schema = answers[response.status];
  expect(schema, `${method} ${path} ${response.status}`).toBeDefined();
  const read = z.fromJSONSchema(schema as never, { defaultTarget: "openapi-3.0" });
  const { error } = read.safeParse(body);
  expect.soft(error?.issues ?? [], `${method} ${concrete}`).toEqual([]);
  expect([...url.searchParams.keys()].filter((name) => !query.includes(name))).toEqual([]);
  return { status: response.status, body };
}

const ACCESS = "/app/installations/{installation_id}/access_tokens";
const TREE = "/repos/{owner}/{repo}/git/trees/{tree_sha}";
const BLOB = "/repos/{owner}/{repo}/git/blobs/{file_sha}";
const LIST = "/installation/repositories";

test("installation tokens: issued, suspended, gone, and an invalid JWT", async () => {
  const made = (id: string, bearer = jwt) =>
    ask(apps.url, bearer, ACCESS, "POST", `/app/installations/${id}/access_tokens`);
  expect([await made("42"), await made("43"), await made("44"), await made("42", "none")]).toEqual(
    [201, 403, 404, 401].map((status) => expect.objectContaining({ status })),
  );
  const first = await ask(host.url, "any", ACCESS, "POST", "/app/installations/42/access_tokens");
  token = first.body.token;
  for (const state of ["suspended", "gone"] as const) {
    host.installation = state;
    await ask(host.url, "any", ACCESS, "POST", "/app/installations/42/access_tokens");
  }
  host.installation = "active";
});

test("repositories, trees and blobs", async () => {
  const page = await ask(host.url, token, LIST, "GET", `${LIST}?per_page=100&page=1`);
  expect(page.body.repositories).toHaveLength(2);
  await ask(host.url, "none", LIST, "GET", `${LIST}?per_page=100&page=1`);
  const whole = "/repos/acme/one/git/trees/main?recursive=1";
  const { body } = await ask(host.url, token, TREE, "GET", whole);
  const { sha } = body.tree.find(({ path }: { path: string }) => path === "package.json");
  await ask(host.url, token, TREE, "GET", "/repos/acme/one/git/trees/main");
  const empty = await ask(host.url, token, TREE, "GET", "/repos/acme/empty/git/trees/main");
  expect(empty.status).toBe(409);
  await ask(host.url, token, TREE, "GET", "/repos/acme/none/git/trees/main");
  await ask(host.url, token, BLOB, "GET", `/repos/acme/one/git/blobs/${sha}`);
});

test("deliveries of the app's webhook, and redelivering one", async () => {
  const list = "/app/hook/deliveries";
  const { body } = await ask(apps.url, jwt, list, "GET", `${list}?per_page=100`);
  expect(body).toHaveLength(1);
  const again = `${list}/${body[0].id}/attempts`;
  await ask(apps.url, jwt, `${list}/{delivery_id}/attempts`, "POST", again);
});
