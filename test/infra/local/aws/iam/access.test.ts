import { afterEach, describe, expect, test } from "vitest";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { createAccess } from "#infra/local/aws/iam/access.ts";
import { secretRequests } from "#infra/local/aws/secrets-manager/requests.ts";
import type { Needs } from "#shared/routes/contract/route.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

/** The functions as the tables define them, except for one entry's needs. */
const withNeeds = (id: string, change: (needs: Needs) => Needs): FunctionUnit[] =>
  functionUnits.map((unit) => (unit.id === id ? { ...unit, needs: change(unit.needs) } : unit));

const framework = { display_name: "EU AI Act" };

describe("a grant that is missing", () => {
  test("fails the test that needs it, naming function and action", async () => {
    const units = withNeeds("putFramework", () => ({ table: "read", rows: "write" }));
    system = await startTestSystem({ units });
    await expect(system.admin("PUT", "/admin/frameworks/eu_ai_act", framework)).rejects.toThrow(
      /putFramework may not dynamodb:\w+ on .*table\/countersign/,
    );
  });

  test("is refused as AWS refuses it: the caller sees a 500 without details, and the log names the grant", async () => {
    const units = withNeeds("listFrameworks", () => ({}));
    system = await startTestSystem({ units });
    const token = await system.token({ is_platform_admin: true });
    const answer = await fetch(`${system.baseUrl}/admin/frameworks`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/dynamodb|arn:/);
    expect(system.lines).toContainEqual(
      expect.objectContaining({
        event: "access_denied",
        function: "listFrameworks",
        action: "dynamodb:Query",
      }),
    );
  });

  test("affects no other function", async () => {
    const units = withNeeds("listFrameworks", () => ({}));
    system = await startTestSystem({ units });
    const { status } = await system.admin("PUT", "/admin/frameworks/eu_ai_act", framework);
    expect(status).toBe(200);
  });
});

describe("secrets", () => {
  const prefix = "arn:aws:secretsmanager:us-east-1:000000000000:secret:";
  const access = createAccess(
    {
      tableArn: "arn:table",
      secretArnPrefix: prefix,
      busArnPrefix: "arn:aws:events:us-east-1:000000000000:event-bus/",
      keyArnPrefix: "arn:aws:kms:us-east-1:000000000000:key/",
      logKeyTag: "local",
      anchorsArn: "arn:aws:s3:::anchors",
      mail: null,
      apiArn: "arn:aws:execute-api:us-east-1:000000000000:api/$default",
      tableKeyArn: null,
      secretsKeyArn: null,
      region: "us-east-1",
      account: "000000000000",
      stage: "test",
    },
    () => {},
    withNeeds("getHealth", () => ({ readSecrets: ["counsel-review-hmac-secret"] })).map((unit) =>
      unit.id === "getOpenapi"
        ? { ...unit, needs: { writeSecrets: ["counsel-review-hmac-secret"] } }
        : unit,
    ),
  );
  const call = (caller: string, action: string, input: Record<string, unknown>) => () =>
    access.check(caller, secretRequests({ action, input }, prefix));
  const named = { SecretId: "counsel-review-hmac-secret" };

  test("are read only by functions whose entry names them, by name or ARN", () => {
    expect(call("getHealth", "GetSecretValue", named)).not.toThrow();
    expect(
      call("getHealth", "GetSecretValue", { SecretId: `${prefix}${named.SecretId}-a1b2c3` }),
    ).not.toThrow();
    expect(call("preflight", "GetSecretValue", named)).toThrow(/preflight.*GetSecretValue/);
    expect(call("getHealth", "GetSecretValue", { SecretId: "idp-client-secret" })).toThrow();
  });

  test("are written only by functions whose entry says so, even if they cannot read them", () => {
    expect(call("getOpenapi", "PutSecretValue", named)).not.toThrow();
    expect(call("getOpenapi", "CreateSecret", { Name: named.SecretId })).not.toThrow();
    expect(call("getOpenapi", "GetSecretValue", named)).toThrow(/GetSecretValue/);
    expect(call("getHealth", "PutSecretValue", named)).toThrow(/PutSecretValue/);
  });

  test("can be deleted or listed by no function", () => {
    expect(call("getOpenapi", "DeleteSecret", named)).toThrow(/DeleteSecret/);
    expect(call("getOpenapi", "ListSecrets", {})).toThrow(/ListSecrets/);
  });
});
