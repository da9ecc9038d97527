import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify } from "node:crypto";
import { dsse } from "@sigstore/core";
import canonicalize from "canonicalize";
import { beforeAll, expect, test } from "vitest";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { itemsUnder, rewriteItem, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystem();
let framework_id: string;
beforeAll(async () => {
  const { frameworkId, token } = await commission(system);
  framework_id = frameworkId;
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
});

const sha256 = (value: unknown) =>
  createHash("sha256")
    .update(canonicalize(value) ?? "")
    .digest("hex");
const ask = (use_case_ids: string[]) =>
  system.admin("POST", "/clearance?statement=true", { framework_id, use_case_ids });
const setup = (what: string) => system.admin("POST", `/admin/setup/clearance-key/${what}-key`);
const keys = async (): Promise<(JsonWebKey & { kid: string; retired_at?: string })[]> =>
  (await expectStatus(system.api()("GET", "/clearance/keys"), 200)).body.keys;

/** Verifies without any of the service's code: sigstore's encoding, Node's Ed25519. */
async function isSigned(statement: {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
}): Promise<boolean> {
  const [{ keyid, sig }] = statement.signatures as [{ keyid: string; sig: string }];
  const jwk = (await keys()).find(({ kid }) => kid === keyid);
  if (jwk === undefined) return false;
  const bytes = dsse.preAuthEncoding(
    statement.payloadType,
    Buffer.from(statement.payload, "base64"),
  );
  const { kty = "", crv = "", x = "" } = jwk;
  const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  return verify(null, bytes, key, Buffer.from(sig, "base64"));
}

test("without a key no statement is signed, and a key is provisioned only once and shown in the checklist", async () => {
  const refused = await ask(["rule.a"]);
  expect([refused.status, refused.body.code]).toEqual([503, "clearance_key_not_provisioned"]);
  expect(await keys()).toEqual([]);
  expect((await setup("rotate")).body.code).toBe("secret_not_provisioned");
  const answers = await Promise.all([setup("provision"), setup("provision"), setup("provision")]);
  expect(answers.map(({ body }) => body.status).sort()).toEqual([
    "already_provisioned",
    "already_provisioned",
    "provisioned",
  ]);
  expect(new Set(answers.map(({ body }) => body.kid)).size).toBe(1);
  const { rows } = (await system.admin("GET", "/admin/setup/checklist")).body;
  expect(rows.at(-1)).toMatchObject({
    position: 15,
    id: "clearance_statement_key",
    status: "provisioned",
    actions: [{ method: "POST", path: "/admin/setup/clearance-key/rotate-key" }],
  });
});

test("the statement of a green and of a red answer verifies; an altered one does not", async () => {
  for (const [ids, result, level] of [
    [["rule.a", "rule.b"], "PASSED", "COUNTERSIGN_RULES_CLEARED"],
    [["rule.a", "rule.x"], "FAILED", "FAILED"],
  ] as const) {
    const { body, headers } = await expectStatus(ask([...ids]), 200);
    const { statement, evidence: _, ...answer } = body;
    expect(await isSigned(statement)).toBe(true);
    const payload = JSON.parse(Buffer.from(statement.payload, "base64").toString());
    expect(payload).toEqual({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "rules", digest: { sha256: answer.rules_hash } }],
      predicateType: "https://slsa.dev/verification_summary/v1",
      predicate: {
        verifier: { id: system.baseUrl, version: { countersign: expect.any(String) } },
        timeVerified: expect.stringMatching(/Z$/),
        resourceUri: expect.stringContaining(framework_id),
        policy: {
          uri: `${system.baseUrl}/clearance`,
          digest: {
            sha256: sha256({
              framework_id,
              on: null,
              rules: null,
              use_case_ids: [...ids].sort(),
              max_age_days: null,
              panel_required: false,
              in_force_only: false,
            }),
          },
        },
        inputAttestations: [{ uri: expect.any(String), digest: { sha256: sha256(answer) } }],
        verificationResult: result,
        verifiedLevels: [level],
      },
    });
    const text = Buffer.from(statement.payload, "base64").toString();
    const altered = Buffer.from(text.replace(result, result === "PASSED" ? "FAILED" : "PASSED"));
    expect(await isSigned({ ...statement, payload: altered.toString("base64") })).toBe(false);
    const plain = await system.admin("POST", "/clearance", { framework_id, use_case_ids: ids });
    expect([plain.body, plain.headers.get("etag")]).toEqual([answer, headers.get("etag")]);
  }
});

test("no statement says that a panel approved if only the table says so", async () => {
  const items = await itemsUnder(system, `STANDING#${framework_id}`);
  const kept = items.find((one) => "said#rule.a" in one);
  await rewriteItem(system, kept as never, (one) => {
    one["said#rule.a"].newest[0].panel_id = randomUUID();
  });
  const asked = { framework_id, use_case_ids: ["rule.a"], panel_required: true };
  const { status, body } = await system.admin("POST", "/clearance?statement=true", asked);
  await takeBack(system);
  expect([status, body.code]).toEqual([503, "state_differs"]);
});

test("the statement about the largest question fits into what the key service signs at once", async () => {
  const rules = Array.from({ length: 500 }, (_, i) => ruleText(`rule.of.some.length.${i}`));
  const { body } = await expectStatus(
    system.admin("POST", "/clearance?statement=true", { framework_id, rules }),
    200,
  );
  expect(Buffer.from(body.statement.payload, "base64").length).toBeLessThan(4000);
  expect(await isSigned(body.statement)).toBe(true);
});

test("after a rotation the retired key stays published, and what it signed verifies", async () => {
  const before = (await ask(["rule.a"])).body.statement;
  const [old] = await keys();
  const { body } = await expectStatus(setup("rotate"), 200);
  expect(body).toMatchObject({ status: "rotated", old_kid: old?.kid });
  const [current, retired] = await keys();
  expect([current?.kid, retired?.kid]).toEqual([body.new_kid, old?.kid]);
  expect(current?.retired_at).toBeUndefined();
  expect(retired?.retired_at).toMatch(/Z$/);
  await system.advance(31);
  const after = (await ask(["rule.a"])).body.statement;
  expect(after.signatures[0].keyid).toBe(body.new_kid);
  expect(await isSigned(before)).toBe(true);
  expect(await isSigned(after)).toBe(true);
});

test("a retired key stays published for seven years, and then only until the next rotation", async () => {
  const [current, retired] = await keys();
  const afterYears = async (years: number) => {
    await system.advance(Math.ceil(years * 365.25 * 86_400));
    await expectStatus(setup("rotate"), 200);
    return (await keys()).map(({ kid }) => kid);
  };
  const soon = await afterYears(6.9);
  expect([soon.includes(current?.kid ?? ""), soon.includes(retired?.kid ?? "")]).toEqual([
    true,
    true,
  ]);
  const later = await afterYears(0.2);
  expect([later.includes(current?.kid ?? ""), later.includes(retired?.kid ?? "")]).toEqual([
    true,
    false,
  ]);
});
