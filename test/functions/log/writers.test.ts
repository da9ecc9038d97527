import { afterEach, describe, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { isLogged } from "#shared/domain/audit/row.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemsUnder } from "#test/support/table-attack.ts";

/** The functions that called the key service to sign, and the fault that it answers with. */
const signed: string[] = [];
let fault: (() => void) | null = null;
const system = suiteSystemWithLog({
  onKeyCall: ({ accessKeyId, action }) => {
    if (action !== "Sign" || accessKeyId === "sequenceLog") return;
    signed.push(String(accessKeyId));
    fault?.();
  },
});
afterEach(() => {
  fault = null;
});

const rows = async () =>
  (await itemsUnder(system, "AUDIT#")).filter(({ row }) => isLogged(row)) as Item[];
const certificates = () => itemsUnder(system, "WRITER#");
const operationOf = ({ writer }: Item) => String(writer.certificate).split("\n")[2];
const create = () => system.admin("POST", "/admin/counsel", counselOf(frameworkId));
const counselOf = (framework_id: string) => ({
  framework_id,
  display_name: "Ada Lex",
  email: `${crypto.randomUUID().slice(0, 8)}@law.example`,
});
let frameworkId = "";

describe("the writer of a logged row", () => {
  test("signs it, with one call of the key service per instance, and stores its certificate once", async () => {
    const one = await commission(system);
    frameworkId = one.frameworkId;
    await requestReview(system, one);
    await requestReview(system, one);
    const all = await rows();
    expect(all.length).toBeGreaterThan(5);
    for (const { writer, writer_signature } of all) {
      expect(writer).toMatch(/^[0-9a-f]{64}$/);
      expect(writer_signature).toMatch(/^[A-Za-z0-9+/]{86}==$/);
    }
    const writers = new Map((await certificates()).map((item) => [item.pk, operationOf(item)]));
    const named = new Set(all.map(({ writer }) => `WRITER#${writer}`));
    expect([...named].filter((pk) => !writers.has(pk))).toEqual([]);
    expect(signed.filter((caller) => caller === "createReview")).toEqual(["createReview"]);
    expect([...writers.values()].filter((one) => one === "createReview")).toHaveLength(1);
  });

  test("is known from the table alone: lists have the row without its signature", async () => {
    const { body } = await system.admin("GET", "/admin/audit?limit=200");
    expect(JSON.stringify(body)).not.toContain("writer_signature");
    const [item] = await itemsUnder(system, "AUDIT#tenant#");
    expect(item?.writer).toBeUndefined();
  });

  test("answers 503 while the key service fails, after three tries and with nothing written", async () => {
    await system.advance(7 * 3600);
    await system.advance(7 * 3600);
    const before = await itemsUnder(system, "");
    signed.length = 0;
    fault = () => {
      throw new AwsError("KMSInternalException", "It fails.", 500);
    };
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([503, "dependency_unavailable"]);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(signed).toEqual(["createCounsel", "createCounsel", "createCounsel"]);
    expect(await itemsUnder(system, "")).toEqual(before);
    fault = null;
    await expectStatus(create(), 201);
  });

  test("goes on with its present certificate while it cannot get the next one", async () => {
    await expectStatus(create(), 201);
    const before = (await certificates()).length;
    await system.advance(6 * 3600);
    fault = () => {
      throw new AwsError("KMSInternalException", "It fails.", 500);
    };
    await expectStatus(create(), 201);
    expect(await certificates()).toHaveLength(before);
    fault = null;
    await system.advance(120);
    await expectStatus(create(), 201);
    expect(await certificates()).toHaveLength(before + 1);
  });

  test("numbers what it writes together, and names the rows' keys and nothing else", async () => {
    await expectStatus(system.admin("POST", "/admin/counsel", counselOf(frameworkId)), 201);
    const waiting = (await itemsUnder(system, "LOGOUT#")).filter(({ gsi1pk }) => gsi1pk);
    expect(waiting.length).toBeGreaterThan(0);
    for (const item of waiting) {
      expect(Object.keys(item).sort()).toEqual(["gsi1pk", "gsi1sk", "number", "pk", "sk"]);
      expect(item.number).toBeGreaterThan(0);
    }
  });
});
