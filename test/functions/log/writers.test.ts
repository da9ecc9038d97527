import { afterEach, describe, expect, test } from "vitest";
import { type AwsCall, AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { isLogged } from "#shared/domain/audit/row.ts";
import {
  type Commissioned,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemAt, itemsUnder } from "#test/support/table-attack.ts";

/** The functions that called the key service to sign, and the fault that it answers with. */
const signed: string[] = [];
let fault: (() => void) | null = null;
/** The calls that the key service denies, as it may for minutes after it created a key. */
let isDenied: (call: AwsCall) => boolean = () => false;
let keysCreated = 0;
const system = suiteSystemWithLog({
  onKeyCall: (call) => {
    const { accessKeyId, action } = call;
    if (action === "CreateKey") keysCreated += 1;
    if (isDenied(call)) throw new AwsError("AccessDeniedException", "The tag does not count yet.");
    if (action !== "Sign" || accessKeyId === "sequenceLog") return;
    signed.push(String(accessKeyId));
    fault?.();
  },
});
afterEach(() => {
  fault = null;
  isDenied = () => false;
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
let first: Commissioned;

describe("the writer of a logged row", () => {
  test("signs it, with one call of the key service per instance, and stores its certificate once", async () => {
    const one = await commission(system);
    first = one;
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

  test("is certified for a link that leads somewhere, and for no other", async () => {
    const open = (token: string) =>
      system.api()("GET", `/counsel/review/${token}`, undefined, { accept: "application/json" });
    await expectStatus(open("x".repeat(43)), 403);
    const certified = () => signed.filter((caller) => caller === "openReview");
    // Nobody waited for a certificate, so one might still have been on its way.
    const { token } = await requestReview(system, first);
    expect(certified()).toEqual([]);
    await expectStatus(open(token), 200);
    await expectStatus(open(token), 200);
    expect(certified()).toEqual(["openReview"]);
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

describe("a new key that cannot be used yet", () => {
  const post = (path: string) => system.admin("POST", path);
  const sequence = () => expectStatus(post("/_local/schedules/sequence-log/run"), 200);

  test.each([
    ["clearance-key", 1],
    ["evidence-log-key", 2],
    ["evidence-rows-key", 1],
  ])("makes the rotation of the %s ask for patience, and the next try uses it", async (name, n) => {
    if (name === "clearance-key") await post("/admin/setup/clearance-key/provision-key");
    const rotate = () => post(`/admin/setup/${name}/rotate-key`);
    const before = keysCreated;
    isDenied = ({ action, accessKeyId }) =>
      action === "GetPublicKey" && String(accessKeyId).startsWith("rotate");
    for (const _ of ["first", "second"]) {
      const { status, body, headers } = await rotate();
      expect([status, body.code, headers.get("retry-after")]).toEqual([
        ...[503, "dependency_unavailable", "60"],
      ]);
    }
    isDenied = () => false;
    await expectStatus(rotate(), 200);
    expect(keysCreated - before).toBe(n);
    await sequence();
    await expectStatus(rotate(), 200);
    expect(keysCreated - before).toBe(2 * n);
    await sequence();
  });

  test("stops only those who need it: a link under the former key opens", async () => {
    const former = await commissionAnother(system, first);
    await expectStatus(post("/admin/setup/evidence-rows-key/rotate-key"), 200);
    await sequence();
    const { keys } = await itemAt(system, { pk: "LOG#KEYS", sk: "META" });
    const [{ key_arn }] = keys.rows;
    isDenied = ({ action, input, accessKeyId }) =>
      action === "GetPublicKey" && input.KeyId === key_arn && accessKeyId === "openReview";
    const open = ({ token }: Commissioned) => system.api()("GET", `/counsel/review/${token}`);
    await expectStatus(open(former), 200);
    await system.advance(7 * 3600);
    await system.advance(7 * 3600);
    const next = await commissionAnother(system, first);
    system.lines.length = 0;
    const { status, body } = await open(next);
    expect([status, body.code]).toEqual([503, "dependency_unavailable"]);
    const told = system.lines.filter(({ level }) => level === "error");
    expect(told.map(({ event }) => event)).toEqual(["request"]);
    isDenied = () => false;
    await expectStatus(open(next), 200);
  });
});
