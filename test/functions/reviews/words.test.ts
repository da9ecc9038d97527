import { createHash } from "node:crypto";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemsUnder, putItem } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;

beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());

const comment = "Nicht so – „Ziffer 3“ streichen. 😀";
const remark = "Say who is meant.";
const salts = { decision_comment: "a1".repeat(16), "rule_verdicts.0.text": "b2".repeat(16) };
const said = {
  decision: "approved_with_changes",
  comment,
  rule_verdicts: [{ use_case_id: "rule.a", verdict: "changes_requested", text: remark }],
};

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

const commitment = (text: string, salt: string) => ({
  sha256: createHash("sha256").update(Buffer.from(salt, "hex")).update(text, "utf8").digest("hex"),
  length: [...text].length,
});

const decide = (token: string, body: object) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const get = async (path: string) => (await expectStatus(system.admin("GET", path), 200)).body;

async function decided(more: object = { salts }) {
  const asked = await askAgain(system);
  await expectStatus(system.api()("GET", `/counsel/review/${asked.token}`), 200);
  const receipt = (await expectStatus(decide(asked.token, { ...said, ...more }), 200)).body;
  return { ...asked, id: asked.review.id as string, receipt };
}

describe("counsel's words are kept beside what is signed", () => {
  test("row, receipt and bundle have salted hashes in place of the words, and answers have the words themselves", async () => {
    const { id, receipt } = await decided();
    const comments = commitment(comment, salts.decision_comment);
    const remarks = commitment(remark, salts["rule_verdicts.0.text"]);
    expect(receipt.receipt.row.context.decision_comment).toEqual(comments);
    expect(receipt.rule_verdicts).toEqual(said.rule_verdicts);
    const review = await get(`/admin/rule-reviews/${id}`);
    expect([review.decision_comment, review.rule_verdicts]).toEqual([comment, said.rule_verdicts]);
    const bundle = await get(`/admin/rule-reviews/${id}/bundle`);
    expect(bundle.request.decision_comment).toEqual(comments);
    expect(bundle.request.rule_verdicts[0].text).toEqual(remarks);
    const row_hash = receipt.row_hash;
    expect(bundle.disclosures).toEqual([
      { row_hash, path: "decision_comment", salt: salts.decision_comment, text: comment },
      { row_hash, path: "rule_verdicts.0.text", salt: salts["rule_verdicts.0.text"], text: remark },
    ]);
    const { disclosures: _, ...rest } = bundle;
    expect(JSON.stringify(rest)).not.toContain(remark);
    for (const path of [`/admin/rule-reviews/${id}/audit`, `/admin/audit?resource_id=${id}`]) {
      const row = (await get(path)).items.at(-1);
      expect([row.context.decision_comment, row.salts]).toEqual([comment, salts]);
    }
  });

  test("a separate item beside the row has text and salt, and the row has neither", async () => {
    const { id } = await decided();
    const items = await itemsUnder(system, `AUDIT#rule_review_request#${id}`);
    const [row] = items.filter((item) => item.row?.context.decision_comment);
    const words = items.find(({ sk }) => sk === `WORDS#${row?.sk}`);
    expect(words?.texts).toHaveLength(2);
    expect(JSON.stringify(row)).not.toContain(remark);
    expect(JSON.stringify(row)).not.toContain(salts.decision_comment);
  });

  test("a repeat of a decision compares texts, not salts", async () => {
    const { token, receipt } = await decided();
    for (const more of [
      {},
      { salts },
      { salts: { ...salts, decision_comment: "c3".repeat(16) } },
    ]) {
      const again = await decide(token, { ...said, ...more });
      expect([again.status, again.body.decision_signature]).toEqual([
        200,
        receipt.decision_signature,
      ]);
    }
    const other = await decide(token, { ...said, comment: `${comment}!`, salts });
    expect([other.status, other.body.code]).toEqual([409, "already_decided"]);
  });

  test("if none are sent, the service draws the salts, never the same twice", async () => {
    const [one, two] = [await decided({}), await decided({})];
    const comments = [one, two].map(({ receipt }) => receipt.receipt.row.context.decision_comment);
    expect(comments[0].length).toBe([...comment].length);
    expect(comments[0].sha256).not.toBe(comments[1].sha256);
  });

  test.each<[string, Record<string, string>, string]>([
    ["a text without one", { decision_comment: "a1".repeat(16) }, "salts.rule_verdicts.0.text"],
    [
      "one without a text",
      { ...salts, "rule_verdicts.1.text": "a1".repeat(16) },
      "salts.rule_verdicts.1.text",
    ],
    ["one of 15 bytes", { ...salts, decision_comment: "a1".repeat(15) }, "salts.decision_comment"],
    [
      "one in upper case",
      { ...salts, decision_comment: "A1".repeat(16) },
      "salts.decision_comment",
    ],
  ])("salts that do not fit are 400 at their place: %s", async (_, sent, path) => {
    const { token } = await askAgain(system);
    const { status, body } = await decide(token, { ...said, salts: sent });
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });
});

const run = (file: object) =>
  auditor.run(JSON.stringify(file), auditor.options, DEVELOPMENT_SECRET);

describe("the offline verifier and counsel's words", () => {
  test("it prints a text that its row commits to, and accepts one that is kept back", async () => {
    const { id } = await decided();
    await sequence();
    await auditor.copyLog();
    const bundle = await get(`/admin/rule-reviews/${id}/bundle`);
    const whole = await run(bundle);
    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining(remark)]);
    const withheld = await run({ ...bundle, disclosures: [] });
    expect(withheld.status).toBe(0);
    expect(withheld.stdout).not.toContain(remark);
    expect(withheld.stdout).toMatch(/kept back \(17 characters, sha256 [0-9a-f]{64}\)/);
  });

  test("a text, salt, path or row that does not match ends with 1, and the text is not printed", async () => {
    const { id } = await decided();
    await sequence();
    await auditor.copyLog();
    const bundle = await get(`/admin/rule-reviews/${id}/bundle`);
    const [first, second] = bundle.disclosures;
    const wrong = [
      { ...second, text: "Say nothing at all." },
      { ...second, salt: "00".repeat(16) },
      { ...second, path: "rule_verdicts.1.text" },
      { ...second, row_hash: bundle.audit[0].row_hash },
    ];
    for (const one of wrong) {
      const { status, stdout } = await run({ ...bundle, disclosures: [first, one] });
      expect([status, stdout]).toEqual([1, expect.stringMatching(/CHANGED +words/)]);
      expect(stdout).not.toContain(`"${one.text}"`);
    }
  });

  test("a text altered in the table fails evidence, and answers do not show it as counsel's", async () => {
    const { id } = await decided();
    await sequence();
    const items = await itemsUnder(system, `AUDIT#rule_review_request#${id}`);
    const words = items.find(({ texts }) => texts !== undefined) as Item;
    const texts = words.texts.map((one: Item) => ({ ...one, text: "As it is." }));
    await putItem(system, { ...words, texts });
    const evidence = await get(`/admin/rule-reviews/${id}/evidence`);
    const check = evidence.checks.find((one: Item) => one.id === "words");
    expect(check.result).toBe("fail");
    expect(JSON.stringify(evidence.audit)).not.toContain("As it is.");
  });
});

describe("erasing counsel's words", () => {
  const erase = (id: string, reason = "Counsel asked for it.") =>
    system.admin("POST", `/admin/rule-reviews/${id}/erase-words`, { reason });

  test("leaves no text or salt anywhere, and a proof that ends with 0", async () => {
    const { id } = await decided();
    await sequence();
    const { body } = await expectStatus(erase(id), 200);
    expect(body.decision_comment).toEqual(commitment(comment, salts.decision_comment));
    await sequence();
    await auditor.copyLog();
    for (const pk of [`AUDIT#rule_review_request#${id}`, `REVIEW#${id}`, "LINK#", "OUTBOX#"]) {
      const items = JSON.stringify(await itemsUnder(system, pk));
      if (pk !== "LINK#") expect(items).not.toContain(salts.decision_comment);
      if (pk.endsWith(id)) expect(items).not.toContain(remark);
    }
    const link = (await itemsUnder(system, "LINK#")).find((item) => item.review?.id === id);
    expect(JSON.stringify(link)).not.toContain(remark);
    for (const path of ["", "/audit", "/evidence", "/bundle"]) {
      expect(JSON.stringify(await get(`/admin/rule-reviews/${id}${path}`))).not.toContain(remark);
    }
    const evidence = await get(`/admin/rule-reviews/${id}/evidence`);
    const failed = evidence.checks.filter(({ result }: Item) => result === "fail");
    expect([failed, evidence.audit.at(-1).context]).toEqual([
      [],
      expect.objectContaining({ reason: "Counsel asked for it.", texts: 2 }),
    ]);
    const { status, stdout } = await run(await get(`/admin/rule-reviews/${id}/bundle`));
    expect([status, stdout]).toEqual([0, expect.stringContaining("2 texts kept back or erased")]);
  });

  test("when repeated writes no further row; a repeat of the decision is then 409 already_decided", async () => {
    const { id, token } = await decided();
    await expectStatus(erase(id), 200);
    await expectStatus(erase(id, "Once more."), 200);
    const { items } = await get(`/admin/rule-reviews/${id}/audit`);
    const actions = items.map(({ action }: Item) => action);
    expect(actions.filter((one: string) => one === "rule_review.words_erased")).toHaveLength(1);
    const again = await decide(token, { ...said, salts });
    expect([again.status, again.body.code]).toEqual([409, "already_decided"]);
    const opened = await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    expect(opened.text).not.toContain(remark);
  });

  test("removes what counsel wrote on passing it on from both requests, and nothing else of the delegate's", async () => {
    const reason = "I am away until March.";
    const { review, token } = await askAgain(system, { mayDelegate: true });
    const to = { display_name: "Eva Recht", email: "eva@recht.example", reason };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/delegate`, to), 201);
    const own = (await get(`/admin/rule-reviews/${review.id}/audit`)).items;
    const next = own.at(-1).context.delegated_to.request_id;
    expect(own.at(-1).context.delegation_reason).toBe(reason);
    expect((await get(`/admin/rule-reviews/${next}/evidence`)).delegation.reason).toBe(reason);
    const link = (await get(`/admin/rule-reviews/${next}/audit`)).items[0].context.magic_link_url;
    const path = new URL(link).pathname;
    await expectStatus(
      system.api()("POST", `${path}/decide`, { decision: "rejected", comment }),
      200,
    );
    await expectStatus(erase(review.id), 200);
    for (const id of [review.id, next]) {
      for (const part of ["audit", "evidence", "bundle"]) {
        const answer = await get(`/admin/rule-reviews/${id}/${part}`);
        expect(JSON.stringify(answer)).not.toContain(reason);
      }
    }
    expect((await get(`/admin/rule-reviews/${next}`)).decision_comment).toBe(comment);
  });

  test("needs a reason, and only an admin of the platform may do it", async () => {
    const { id } = await decided();
    const { status, body } = await erase(id, " ");
    expect([status, body.errors[0].path]).toEqual([400, "reason"]);
  });
});

describe("a room that keeps counsel's words back", () => {
  test("has a certificate of its own that prints the lengths and hashes of the words, and it ends with 0", async () => {
    const { id, review } = await decided();
    await sequence();
    const framework_ids = [review.framework_id];
    const { url } = await openRoom(system, { framework_ids, words: "withheld" });
    const { pathname } = new URL(url);
    const answer = await fetch(`${system.baseUrl}${pathname}/reviews/${id}/certificate.pdf`);
    const file = Buffer.from(await answer.arrayBuffer());
    const { text } = await extractText(new Uint8Array(file), { mergePages: true });
    const printed = text.replaceAll(/\s/g, "");
    for (const word of [comment, remark]) {
      expect(printed).not.toContain(word.replaceAll(/\s/g, ""));
      expect(file.includes(word)).toBe(false);
      expect(printed).toContain(`keptback(${[...word].length}characters,sha256`);
    }
    await sequence();
    await auditor.copyLog();
    expect((await auditor.run(file, auditor.options)).status).toBe(0);
  });
});
