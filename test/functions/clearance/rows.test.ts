import { generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dsse } from "@sigstore/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loggedHash } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  itemsUnder,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
  takeBack,
} from "#test/support/table-attack.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { testWriter } from "#test/support/test-writer.ts";

/*
 * A statement is signed only about what the decisions' signed rows say (evidence-attacks.md, N1 and
 * N2). The attacker here can write any item of the table. The tests show what the service and the
 * offline verifier say.
 */

const system = suiteSystemWithLog();
let auditor: Auditor;
let framework_id = "";
let review_id = "";
let keys: string[] = [];

// biome-ignore lint/suspicious/noExplicitAny: answers are altered in every place here
type Answer = any;

const ask = (use_case_ids: string[], path = "/clearance?statement=true") =>
  system.admin("POST", path, { framework_id, use_case_ids });
const decide = (token: string, decision: object) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const judge = async (answer: Answer, options = [...keys, ...auditor.options]) => {
  const { status, stdout } = await auditor.run(JSON.stringify(answer), options);
  return [status, stdout] as const;
};
const said = (text: string) => expect.stringContaining(text);

/** Changes what the table keeps about a rule's decisions. */
async function rewriteKept(useCaseId: string, change: (kept: Answer) => void): Promise<void> {
  const name = `said#${useCaseId}`;
  const items = await itemsUnder(system, `STANDING#${framework_id}`);
  const { pk, sk } = items.find((item) => name in item) as { pk: string; sk: string };
  await rewriteItem(system, { pk, sk }, (item) => change(item[name]));
}

beforeAll(async () => {
  await system.admin("POST", "/admin/setup/clearance-key/provision-key");
  const rules = ["yes", "no", "except"].map((name) => ruleText(`rule.${name}`));
  const given = await commission(system, { rules });
  framework_id = given.frameworkId;
  review_id = given.review.id;
  await decide(given.token, {
    decision: "approved_with_changes",
    rule_verdicts: [
      { use_case_id: "rule.except", verdict: "changes_requested", text: "Not like this." },
      { use_case_id: "rule.no", verdict: "rejected", text: "Never." },
    ],
  });
  await sequence();
  auditor = await auditorOf(system);
  await auditor.copyLog();
  const file = join(auditor.folder, "keys.json");
  writeFileSync(file, JSON.stringify((await system.api()("GET", "/clearance/keys")).body));
  keys = ["--key", file];
});
afterAll(() => {
  auditor.close();
});

describe("N1: the kept answer of a rule", () => {
  const altered: readonly [string, string, (kept: Answer) => void, string][] = [
    [
      "renamed from no to yes",
      "rule.no",
      ({ newest }) => {
        newest[0].outcome = "approved";
      },
      "counsel's row says rejected of it.",
    ],
    [
      "renamed where an approval leaves the rule out",
      "rule.except",
      ({ newest }) => {
        newest[0].outcome = "approved_with_changes";
      },
      "counsel's row says changes_requested of it.",
    ],
    [
      "dated later",
      "rule.yes",
      ({ newest }) => {
        newest[0].decided_at = newest[0].decided_at.replace(/^\d{4}/, "2025");
      },
      "the row says that it was approved at",
    ],
  ];
  test.each(altered)(
    "%s: no statement, the rule is named, an alarm; the unsigned answer stays",
    async (_, id, change, fault) => {
      await rewriteKept(id, change);
      system.lines.length = 0;
      const { status, body } = await ask([id]);
      expect([status, body.code]).toEqual([503, "state_differs"]);
      expect(body.detail).toContain(`${id}: ${fault}`);
      const alarms = system.lines.filter(({ event }) => event === "evidence.state_differs");
      expect(alarms).toMatchObject([{ level: "error", framework_id, use_case_id: id }]);
      expect((await ask([id], "/clearance")).body).toMatchObject({ cleared: true });
      await takeBack(system);
      expect((await ask([id])).status).toBe(200);
    },
  );

  test("gets no statement when it points at another review, about another wording", async () => {
    const amended = { rules: [ruleText("rule.yes", { title: "Amended" })] };
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${framework_id}/rules`, amended),
      200,
    );
    const content_hash = (await ask(["rule.yes"], "/clearance")).body.blockers[0].content_hash;
    await rewriteKept("rule.yes", ({ newest }) => {
      newest[0].content_hash = content_hash;
    });
    const { status, body } = await ask(["rule.yes"]);
    expect([status, body.detail]).toEqual([
      503,
      said("rule.yes: counsel's row is about another wording."),
    ]);
    await takeBack(system);
    const before = { rules: [ruleText("rule.yes")] };
    await expectStatus(system.admin("PUT", `/admin/frameworks/${framework_id}/rules`, before), 200);
  });

  test("gets no statement when the decision's row is rewritten as well, because nobody signed that row", async () => {
    await rewriteKept("rule.no", ({ newest }) => {
      newest[0].outcome = "approved";
    });
    const rows = await itemsUnder(system, `AUDIT#rule_review_request#${review_id}`);
    const decision = rows.find(({ row }) => row.action === "rule_review.approved_with_changes");
    const { pk, sk } = decision as { pk: string; sk: string };
    await rewriteItem(system, { pk, sk }, ({ row }) => {
      row.context.rule_verdicts = [row.context.rule_verdicts[0]];
      row.row_hash = loggedHash(row);
    });
    const { status, body } = await ask(["rule.no"]);
    expect([status, body.code, body.detail]).toEqual([503, "state_differs", said("row_unsigned")]);
    await takeBack(system);
  });

  test("gets no answer at all, signed or not, once the record of its approval is gone: nothing says who approved", async () => {
    await removeItem(system, { pk: `REVIEW#${review_id}`, sk: "META" });
    for (const path of ["/clearance", "/clearance?statement=true"]) {
      system.lines.length = 0;
      const { status, body } = await ask(["rule.no", "rule.yes"], path);
      expect([status, body.code, body.detail]).toEqual([503, "state_differs", said("rule.yes")]);
      const alarms = system.lines.filter(({ event }) => event === "evidence.state_differs");
      expect(alarms).toMatchObject([{ level: "error", framework_id, use_case_id: "rule.yes" }]);
    }
    const { body } = await expectStatus(ask(["rule.no"], "/clearance"), 200);
    expect(body).toMatchObject({ cleared: false, blockers: [{ reason: "rejected", review_id }] });
    await takeBack(system);
    expect((await ask(["rule.yes"])).body.approvals).toHaveLength(1);
  });
});

describe("the rows of an answer", () => {
  test("occur once each, with their writers and proofs against one checkpoint, outside the tag, and support the answer", async () => {
    const { body, headers } = await expectStatus(ask(["rule.no", "rule.yes"]), 200);
    const { rows, writers, checkpoint } = body.evidence;
    expect(rows.map(({ row }: Answer) => row.action)).toEqual([
      "rule_review.approved_with_changes",
      "platform.clearance_key.provisioned",
    ]);
    expect(writers).toHaveLength(2);
    expect(checkpoint).toContain(body.evidence.origin);
    const plain = await ask(["rule.no", "rule.yes"], "/clearance");
    const { statement: _, evidence: __, ...answer } = body;
    expect(plain.body).toEqual(answer);
    expect(plain.headers.get("etag")).toBe(headers.get("etag"));
    expect(await judge(body)).toEqual([
      0,
      said("By the rows: outcome, wording, name and date of 1 rule"),
    ]);
  });

  test("go only to the platform: others get leaves, and the verifier ends with 3 and says why", async () => {
    const tenant = await newTenant(system);
    const question = { framework_id, use_case_ids: ["rule.yes"] };
    const { body } = await expectStatus(
      tenant.org("POST", "/clearance?statement=true", question),
      200,
    );
    expect(body.evidence).toBeUndefined();
    expect(body.approvals[0].leaf).not.toBeNull();
    expect(await judge(body)).toEqual([
      3,
      said("The decision rows were not disclosed to this caller"),
    ]);
  });

  test("that refuse a rule which the answer approves make the verifier end with 1, whoever signed it", async () => {
    const { body } = await expectStatus(ask(["rule.yes"]), 200);
    const { statement: _, evidence, ...answer } = body;
    answer.approvals[0].use_case_id = "rule.no";
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const forged = resigned(body, answer, privateKey);
    const own = publicKey.export({ format: "jwk" });
    const genuineKid = body.statement.signatures[0].keyid;
    const file = join(auditor.folder, "own.json");
    writeFileSync(file, JSON.stringify({ ...own, kid: genuineKid }));
    const options = ["--key", file, ...auditor.options];
    const [status, text] = await judge({ ...forged, evidence }, options);
    expect(status).toBe(1);
    expect(text).toMatch(/CHANGED +state_differs +"rule.no": counsel's row says rejected of it/);
  });

  test("N2: a planted key has no logged row of its own, whatever its id says", async () => {
    const { body } = await expectStatus(ask(["rule.yes"]), 200);
    const { statement: _, evidence, ...answer } = body;
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const jwk = publicKey.export({ format: "jwk" });
    const thumbprint = Buffer.from(
      canonicalHash({ crv: "Ed25519", kty: "OKP", x: jwk.x }),
      "hex",
    ).toString("base64url");
    const planted = {
      kid: thumbprint,
      x: jwk.x,
      retired_at: null,
      key_arn: "arn:x",
      created_at: "2026-01-01T00:00:00.000Z",
    };
    await rewriteItem(system, { pk: "CLEARANCE", sk: "KEYS" }, (item) => {
      item.keys.push(planted);
    });
    const file = join(auditor.folder, "planted.json");
    writeFileSync(file, JSON.stringify((await system.api()("GET", "/clearance/keys")).body));
    await takeBack(system);
    const options = ["--key", file, ...auditor.options];
    const forged = resigned(body, answer, privateKey, thumbprint);
    const [status, text] = await judge({ ...forged, evidence }, options);
    expect([status, text]).toEqual([
      1,
      expect.stringMatching(/CHANGED +key_unannounced +no logged row names the key/),
    ]);
    // Somebody else's key with a genuine id does not count either.
    const kid = body.statement.signatures[0].keyid;
    writeFileSync(file, JSON.stringify({ kid, ...jwk }));
    expect((await judge({ ...resigned(body, answer, privateKey), evidence }, options))[0]).toBe(1);
  });

  test("make the verifier end with 3 until the log has taken them in, and then with 0", async () => {
    const given = await commission(system);
    await decide(given.token, { decision: "approved" });
    const question = { framework_id: given.frameworkId, use_case_ids: given.ruleIds };
    const { body } = await expectStatus(
      system.admin("POST", "/clearance?statement=true", question),
      200,
    );
    expect(await judge(body)).toEqual([3, said("The log has not taken 1 of 2 rows yet.")]);
    await sequence();
    await auditor.copyLog();
    expect((await judge(body))[0]).toBe(0);
  });

  test("of more than 4 MB are refused with 422 too_many_rules, but fewer rules get their statement", async () => {
    const ids = Array.from({ length: 11 }, (_, i) => `rule.${i}`);
    const first = await commission(system, { rules: ids.map((id) => ruleText(id)) });
    const writer = await testWriter(system, "decideReview");
    for (const id of ids) {
      const one = await requestReview(system, { ...first, ruleIds: [id] });
      await decide(one.token, { decision: "approved" });
      const item = (await rowItems(system, "rule_review_request", one.review.id)).at(-1) as Item;
      // As large as an item may be, and signed as the function that decides would have signed it.
      const row = { ...item.row, context: { ...item.row.context, more: "x".repeat(385_000) } };
      row.row_hash = loggedHash(row);
      await putItem(system, writer.signed({ pk: item.pk, sk: item.sk, row }));
    }
    const asking = (use_case_ids: readonly string[]) =>
      system.admin("POST", "/clearance?statement=true", {
        ...{ framework_id: first.frameworkId, use_case_ids },
      });
    const { status, body } = await asking(ids);
    expect([status, body.code]).toEqual([422, "too_many_rules"]);
    const fewer = await expectStatus(asking(ids.slice(1)), 200);
    expect(fewer.body.evidence.rows).toHaveLength(ids.length);
  });
});

/** The answer as its forger wants it, signed anew. */
function resigned(
  { statement }: Answer,
  answer: Answer,
  key: Parameters<typeof sign>[2],
  keyid = statement.signatures[0].keyid,
): Answer {
  const said = JSON.parse(Buffer.from(statement.payload, "base64").toString());
  said.predicate.inputAttestations[0].digest.sha256 = canonicalHash(answer);
  const payload = Buffer.from(JSON.stringify(said));
  const signed = sign(null, dsse.preAuthEncoding(statement.payloadType, payload), key as never);
  const signatures = [{ keyid, sig: signed.toString("base64") }];
  return {
    ...answer,
    statement: { ...statement, payload: payload.toString("base64"), signatures },
  };
}

test("an approval through a panel rests on the rows of the panel and of each member, and the votes are counted again", async () => {
  const given = await commissionPanel(system, { members: 3, need: 2, on_reject: "outvoted" });
  const [first, second, third] = given.members;
  for (const [member, decision] of [
    [first, "approved"],
    [second, "rejected"],
    [third, "approved"],
  ] as const) {
    await expectStatus(vote(system, member as never, decision), 200);
  }
  await sequence();
  await auditor.copyLog();
  const question = { framework_id: given.frameworkId, use_case_ids: given.ruleIds };
  const { body } = await expectStatus(
    system.admin("POST", "/clearance?statement=true", question),
    200,
  );
  const actions = body.evidence.rows.map(({ row }: Answer) => row.action);
  expect(actions).toEqual([
    "review_panel.requested",
    "rule_review.approved",
    "rule_review.rejected",
    "rule_review.approved",
    "review_panel.approved",
    "platform.clearance_key.provisioned",
  ]);
  expect((await judge(body))[0]).toBe(0);
  for (const at of [0, 2, 4]) {
    const evidence = { ...body.evidence, rows: body.evidence.rows.toSpliced(at, 1) };
    expect([at, (await judge({ ...body, evidence }))[0]]).toEqual([at, 1]);
  }
});
