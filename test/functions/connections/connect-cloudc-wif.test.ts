import { ListSecretsCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeAll, describe, expect, test } from "vitest";
import { suiteSystem } from "#test/support/suite-system.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({
  settings: {
    CLOUDC_IAM_HOST: "iam.cloudc.example",
    CLOUDC_SA_EMAIL_SUFFIX: ".iam.cloudc.example",
  },
});
let acme: TestTenant;
let globex: TestTenant;
beforeAll(async () => {
  acme = await newTenant(system, "Acme");
  globex = await newTenant(system, "Globex");
});

const path = "/connections/cloudc/wif/connect";
const request = (account = "discovery-reader") => ({
  wif_audience:
    "//iam.cloudc.example/projects/123456789/locations/global/workloadIdentityPools/countersign/providers/main-oidc",
  service_account_email: `${account}@my-project.iam.cloudc.example`,
  project_ids: "my-project\n other-project \n\nmy-project",
});

describe("connecting cloud-c by workload identity federation", () => {
  test("any user of the tenant can connect, and the connection is active and contains no secret", async () => {
    const { status, body } = await acme.member("POST", path, request());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      tenant_id: acme.id,
      provider: "cloudc",
      subtype: "wif",
      status: "active",
      secret_ref: "",
      wif_audience: request().wif_audience,
      wif_service_account_email: request().service_account_email,
      scopes_granted: ["project:my-project", "project:other-project"],
    });
    expect((await acme.member("GET", `/connections/${body.id}`)).body).toEqual(body);
    const { body: trail } = await system.admin(
      "GET",
      `/admin/audit?resource_type=connection&resource_id=${body.id}`,
    );
    expect(trail.items).toMatchObject([
      { action: "connection.created", tenant_id: acme.id, actor_type: "user" },
    ]);
    const secrets = new SecretsManagerClient({
      endpoint: system.endpoints.secretsmanager as string,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
    });
    const { SecretList: kept = [] } = await secrets.send(new ListSecretsCommand({}));
    expect(kept.filter(({ Name }) => Name?.includes("cloudc"))).toEqual([]);
  });

  test("connecting the same audience and account again gives 409, even to two concurrent callers", async () => {
    const twice = await Promise.all(
      [1, 2].map(() => acme.member("POST", path, request("another-reader"))),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(twice.find(({ status }) => status === 409)?.body.code).toBe("connection_exists");
    expect((await globex.member("POST", path, request("another-reader"))).status).toBe(201);
  });

  test("all faults are reported at once, unknown fields included", async () => {
    const { status, body } = await acme.member("POST", path, {
      wif_audience: "https://iam.cloudc.example/projects/1",
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: ["Bad", "good-project", 7],
      scope: "all",
    });
    expect(status).toBe(400);
    expect(body.code).toBe("validation_failed");
    expect(body.errors.map((fault: { path: string }) => fault.path).toSorted()).toEqual([
      "project_ids.0",
      "project_ids.2",
      "scope",
      "service_account_email",
      "wif_audience",
    ]);
  });

  test.each([[undefined], [[]], ["text"], [null], [{}]])(
    "the body %j is refused as invalid, not as a failure of ours",
    async (body) => {
      const answer = await acme.member("POST", path, body === "text" ? '"text"' : body);
      expect(answer.status).toBe(400);
    },
  );

  test("another tenant cannot see it, and a caller without a tenant cannot connect", async () => {
    const { body } = await acme.member("POST", path, request("isolated-reader"));
    expect((await globex.member("GET", `/connections/${body.id}`)).status).toBe(404);
    expect((await globex.member("GET", "/connections")).text).not.toContain("isolated-reader");
    expect((await system.admin("POST", path, request())).status).toBe(403);
    expect((await system.api()("POST", path, request())).status).toBe(401);
  });
});
