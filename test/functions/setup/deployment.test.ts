import { beforeEach, describe, expect, test } from "vitest";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";

let system: TestSystem;
beforeEach(async () => {
  system = await startTestSystem({ settings: { IDP_APP_OBJECT_ID: "object" } });
  return () => system.close();
});
const post = (path: string, body?: unknown) => system.admin("POST", `/admin/setup/${path}`, body);
const jwksKids = async () =>
  (await system.api()("GET", "/oidc/jwks")).body.keys.map(({ kid }: { kid: string }) => kid);

describe("the deployment item", () => {
  test("changed concurrently loses no change; each increments the revision once", async () => {
    await post("oidc-issuer/provision-keypair");
    const answers = await Promise.all([
      post("sourcehost-webhook-secret/provision-secret"),
      post("cloudb-eventbus-webhook-secret/provision-secret"),
      post("counsel-review-hmac-secret/provision-secret"),
      post("idp-fic/enable"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body.revision).sort()).toEqual([2, 3, 4, 5]);
    const items = await scanTable(system);
    const { deployment } = items.find(({ pk }) => pk === "DEPLOYMENT") as Record<
      string,
      { revision: number; secrets: object; flags: Record<string, { value: boolean }> }
    >;
    expect(deployment?.revision).toBe(5);
    expect(Object.keys(deployment?.secrets ?? {}).sort()).toEqual([
      "cloudb-eventbus-webhook-secret",
      "counsel-review-hmac-secret",
      "oidc-issuer-private-key-pem",
      "sourcehost-webhook-secret",
    ]);
    expect(deployment?.flags.IDP_USE_FEDERATED_IDENTITY?.value).toBe(true);
  });

  test("is seen by a function that has it cached within 30 s, by the system's clock", async () => {
    const { body: first } = await post("oidc-issuer/provision-keypair");
    expect(await jwksKids()).toEqual([first.kid]);
    const { body: rotated } = await post("oidc-issuer/rotate-keypair");
    await system.advance(30);
    expect(await jwksKids()).toEqual([rotated.new_kid, first.kid]);
  });
});
