import { afterAll, beforeAll, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

/*
 * A deployed stage: its functions read credentials from the secret store when they need them.
 * Nothing is restarted between a rotation and its effect; only time passes.
 */

const PREFIX = "countersign/prod/";
const ENTRY = `${PREFIX}settings/HOSTED_LLM_API_KEY`;

let upstream: Upstream;
let system: TestSystem;
let store: SecretStore;
let isDown = false;
beforeAll(async () => {
  upstream = await startUpstream();
  const settings = {
    STAGE: "prod",
    SECRET_PREFIX: PREFIX,
    HOSTED_LLM_BASE_URL: `${upstream.url}/good`,
    // The local run puts this value into the store, and does not pass it to the functions.
    TENANT_CLOUD_LLM_API_KEY: "key-of-the-run",
  };
  const onSecretCall = ({ accessKeyId }: { accessKeyId: string | null }) => {
    if (isDown && accessKeyId !== "operator") throw new AwsError("AccessDeniedException", "down");
  };
  system = await startTestSystem({ settings, onSecretCall });
  store = secretStoreOf(system);
});
afterAll(() => Promise.all([system.close(), upstream.close()]));

const probe = () =>
  system.admin("POST", "/admin/extractors/test-preset", { preset: "hosted_llm_default" });
const keysSent = () => upstream.seen.splice(0).map(({ headers }) => headers["x-api-key"]);
const row = async (id: string) =>
  (await system.admin("GET", "/admin/setup/checklist")).body.rows.find(
    (entry: { id: string }) => entry.id === id,
  );

test("a credential is set, rotated and removed without a deployment; the checklist follows", async () => {
  expect(await probe()).toMatchObject({ status: 409, body: { code: "preset_not_configured" } });
  expect(await row("hosted_llm")).toMatchObject({
    status: "not_set",
    detail: expect.stringContaining("HOSTED_LLM_API_KEY"),
    updated_at: null,
  });

  await store.create(ENTRY, "sk-first");
  expect(await row("hosted_llm")).toMatchObject({
    status: "provisioned",
    detail: expect.stringContaining("not read here"),
    updated_at: expect.any(String),
  });
  await system.advance(30);
  expect((await probe()).body.ok).toBe(true);
  expect(keysSent()).toEqual(["sk-first"]);

  await store.put(ENTRY, "sk-second");
  await system.advance(30);
  expect((await probe()).body.ok).toBe(true);
  expect(keysSent()).toEqual(["sk-second"]);
});

test("when the store fails, the last value serves for five minutes, then a 503 says what is missing", async () => {
  await probe();
  isDown = true;
  keysSent();
  await system.advance(60);
  expect((await probe()).body.ok).toBe(true);
  expect(keysSent()).toEqual(["sk-second"]);
  await system.advance(300);
  const refused = await probe();
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: "dependency_unavailable",
      detail: expect.stringContaining("HOSTED_LLM_API_KEY"),
    },
  });
  expect(refused.headers.get("retry-after")).toBe("5");
  isDown = false;
  expect((await probe()).body.ok).toBe(true);
});

test("the cursor key is in the store too: a list goes on after one change, and starts over after two", async () => {
  for (const id of ["book_a", "book_b"]) {
    await system.admin("PUT", `/admin/frameworks/${id}`, { display_name: id, jurisdiction: "EU" });
  }
  const list = (cursor: string) => system.admin("GET", `/admin/frameworks?limit=1${cursor}`);
  const { next_cursor } = (await list("")).body;
  const next = `&cursor=${next_cursor}`;
  expect((await list(next)).body.items[0].id).toBe("book_b");
  await store.put(`${PREFIX}cursor-key`, "another");
  await system.advance(30);
  expect((await list(next)).body.items[0].id).toBe("book_b");
  await store.put(`${PREFIX}cursor-key`, "a third");
  await system.advance(30);
  expect(await list(next)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect((await list("")).status).toBe(200);
});

test("a new export link key ends every download link, and no list starts over", async () => {
  const { org } = await newTenant(system);
  const { headers } = await org("GET", "/artifacts/export?format=cyclonedx&link=true");
  const link = headers.get("location") ?? "";
  const { next_cursor } = (await system.admin("GET", "/admin/frameworks?limit=1")).body;
  expect((await system.api()("GET", link)).status).toBe(200);
  await store.put(`${PREFIX}export-link-key`, "another");
  await system.advance(30);
  expect((await system.api()("GET", link)).status).toBe(404);
  const next = await system.admin("GET", `/admin/frameworks?limit=1&cursor=${next_cursor}`);
  expect(next.status).toBe(200);
});

test("credentials given to the local run are in the store, not in an environment, and in no log line", async () => {
  expect(await store.value(`${PREFIX}settings/TENANT_CLOUD_LLM_API_KEY`)).toBe("key-of-the-run");
  expect(await row("tenant_cloud_llm")).toMatchObject({
    detail: expect.not.stringContaining("TENANT_CLOUD_LLM_API_KEY"),
  });
  expect(system.rawLines.join("\n")).not.toMatch(/sk-(first|second)|key-of-the-run/);
});
