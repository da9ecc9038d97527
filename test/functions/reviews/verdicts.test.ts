import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { withCommitments } from "#shared/domain/reviews/words.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import {
  askAgain,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(async () => {
  auditor.close();
});

type Said = { use_case_id: string; verdict: string; text?: string | null };
const says = (rule: string, verdict: string, text?: string | null): Said => ({
  use_case_id: `rule.${rule}`,
  verdict,
  ...(text === undefined ? {} : { text }),
});

const send = (token: string, body: unknown) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const decide = async (token: string, decision: string, rule_verdicts?: Said[]) =>
  (
    await expectStatus(
      send(token, { decision, ...(rule_verdicts === undefined ? {} : { rule_verdicts }) }),
      200,
    )
  ).body;
const open = async (token: string) =>
  (await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200)).body;
const get = async (path: string) => (await expectStatus(system.admin("GET", path), 200)).body;
const reviewOf = (id: string) => get(`/admin/rule-reviews/${id}`);
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
/** Moves the clock, so that instants differ. */
const later = () => system.advance(60);

interface Row {
  use_case_id: string;
  status: string;
  review_id: string | null;
  objection: { review_id: string; verdict: string; decided_at: string } | null;
}
const coverage = async (frameworkId: string, asOf?: string): Promise<Map<string, Row>> => {
  const query = asOf === undefined ? "" : `?as_of=${encodeURIComponent(asOf)}`;
  const { rules } = await get(`/admin/frameworks/${frameworkId}/coverage${query}`);
  return new Map(rules.map((row: Row) => [row.use_case_id, row]));
};
const statusOf = (rows: Map<string, Row>) =>
  [...rows.values()].map(({ status, objection }) =>
    objection === null ? status : `${status}, ${objection.verdict}`,
  );

describe("a decision with verdicts on single rules", () => {
  const verdicts = [
    says("b", "rejected", "Not lawful as it stands."),
    says("a", "approved", "Well put."),
  ];

  test("keeps them as sent, in order: in receipt, answers, row, evidence and bundle", async () => {
    const { token, review } = await askAgain(system);
    await open(token);
    const receipt = await decide(token, "approved_with_changes", verdicts);
    expect(receipt.rule_verdicts).toEqual(verdicts);
    const told = await get(`/admin/rule-reviews/${review.id}/audit`);
    const { context, salts } = told.items.at(-1);
    expect(context.rule_verdicts).toEqual(verdicts);
    expect(receipt.receipt.row.context).toEqual(withCommitments(context, salts));
    expect((await open(token)).decision.rule_verdicts).toEqual(verdicts);
    expect((await reviewOf(review.id)).rule_verdicts).toEqual(verdicts);
    await sequence();
    const evidence = await get(`/admin/rule-reviews/${review.id}/evidence`);
    const failed = evidence.checks.filter(({ result }: { result: string }) => result === "fail");
    expect([failed, evidence.request.rule_verdicts]).toEqual([[], verdicts]);
    await auditor.copyLog();
    const bundle = await get(`/admin/rule-reviews/${review.id}/bundle`);
    const run = (file: object) =>
      auditor.run(JSON.stringify(file), auditor.options, DEVELOPMENT_SECRET);
    expect((await run(bundle)).status).toBe(0);
    const turned = structuredClone(bundle);
    turned.request.rule_verdicts[0].verdict = "approved";
    const { status, stdout } = await run(turned);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/CHANGED +record_seal/)]);
    expect(stdout).toContain("rule_verdicts");
    const { rule_verdicts: _, ...silent } = bundle.request;
    expect((await run({ ...bundle, request: silent })).status).toBe(1);
  });

  test("without verdicts, no row, answer or bundle has such a member; an empty list counts as none", async () => {
    const sent = [{ decision: "approved" }, { decision: "approved", rule_verdicts: [] }];
    for (const body of sent) {
      const { token, review } = await askAgain(system);
      await open(token);
      const answers = [
        (await expectStatus(send(token, body), 200)).text,
        JSON.stringify(await open(token)),
        JSON.stringify(await reviewOf(review.id)),
        JSON.stringify(await get(`/admin/rule-reviews/${review.id}/audit`)),
        JSON.stringify(await get(`/admin/rule-reviews/${review.id}/bundle`)),
      ];
      for (const answer of answers) expect(answer).not.toContain("rule_verdicts");
    }
  });

  test("is the same decision when sent again, and another decision if any verdict is changed", async () => {
    const { token } = await askAgain(system);
    const first = await decide(token, "approved_with_changes", verdicts);
    const again = await decide(token, "approved_with_changes", verdicts);
    expect(again.decision_signature).toBe(first.decision_signature);
    for (const other of [undefined, verdicts.toReversed(), [says("b", "rejected", "Other.")]]) {
      const answer = await send(token, {
        decision: "approved_with_changes",
        ...(other === undefined ? {} : { rule_verdicts: other }),
      });
      expect([answer.status, answer.body.code]).toEqual([409, "already_decided"]);
    }
    // These would be refused for themselves, if nothing were decided yet.
    for (const other of [says("a", "rejected", "No."), says("unknown", "approved")]) {
      const answer = await send(token, { decision: "approved", rule_verdicts: [other] });
      expect([answer.status, answer.body.code]).toEqual([409, "already_decided"]);
    }
  });

  test("may also come as one multipart field of JSON text", async () => {
    const { token } = await askAgain(system);
    const sent = async (decision: string, rule_verdicts: string) => {
      const form = new FormData();
      form.set("decision", decision);
      form.set("rule_verdicts", rule_verdicts);
      return send(token, form);
    };
    const refused = await sent("approved", "[{");
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "rule_verdicts"]);
    const { status, body } = await sent("approved_with_changes", JSON.stringify(verdicts));
    expect([status, body.rule_verdicts]).toEqual([200, verdicts]);
  });

  test("is signed with counsel's key over the verdicts too, and over nothing else", async () => {
    const review = await commission(system);
    const key = await enrol(system, review.counselId);
    await setPolicy(system, review.counselId, "key_required");
    await later();
    const asked = await requestReview(system, review);
    const salts = {
      "rule_verdicts.0.text": "0b".repeat(16),
      "rule_verdicts.1.text": "1c".repeat(16),
    };
    const body = { decision: "approved_with_changes", rule_verdicts: verdicts, salts };
    const over = async (more: object) =>
      key.get(await challengeFor(system, asked, { decision: body.decision }, more));
    const bare = await send(asked.token, { ...body, assertion: await over({}) });
    expect([bare.status, bare.body.code]).toEqual([422, "assertion_invalid"]);
    expect(bare.body.errors.map(({ path }: { path: string }) => path)).toContain("challenge");
    const assertion = await over(withCommitments({ rule_verdicts: verdicts }, salts));
    await expectStatus(send(asked.token, { ...body, assertion }), 200);
    await sequence();
    const { checks } = await get(`/admin/rule-reviews/${asked.review.id}/evidence`);
    const check = checks.find(({ id }: { id: string }) => id === "counsel_key");
    expect(check.result).toBe("pass");
  });
});

describe("verdicts that are not accepted record nothing", () => {
  /** An emoji is one character, though it takes two UTF-16 units. */
  const long = (length: number) => "🙂".repeat(length);
  let asked: Awaited<ReturnType<typeof commission>>;
  beforeAll(async () => {
    asked = await commission(system);
  });

  test.each<[string, Said[], string]>([
    ["a rule of another request", [says("a", "approved"), says("z", "approved")], "1"],
    ["a rule twice", [says("a", "approved"), says("a", "rejected", "No.")], "1"],
    ["an objection without a text", [says("a", "rejected")], "0"],
    ["a wish with null for its text", [says("a", "approved_with_changes", null)], "0"],
    ["an empty text", [says("a", "approved", "")], "0"],
    ["a text of 4,001 characters", [says("a", "approved", long(4001))], "0"],
  ])("%s is 400 at its place", async (_, rule_verdicts, index) => {
    const { token, review } = asked;
    const answer = await send(token, { decision: "approved_with_changes", rule_verdicts });
    expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain(
      `rule_verdicts.${index}`,
    );
    expect((await reviewOf(review.id)).status).toBe("pending");
  });

  test("unknown verdicts, further members and hidden control characters get a 400 that names a path below their place", async () => {
    const { token } = asked;
    for (const bad of [
      says("a", "maybe", "Hm."),
      { ...says("a", "approved"), colour: "red" },
      says("a", "rejected", "a\u0007b"),
    ]) {
      const { status, body } = await send(token, { decision: "rejected", rule_verdicts: [bad] });
      expect([status, body.errors[0].path]).toEqual([
        400,
        expect.stringMatching(/^rule_verdicts\.0/),
      ]);
    }
  });

  test("texts of more than 60,000 characters together get a 400 at the one that exceeds the limit", async () => {
    // Together each emoji counts as two, so that the record of a decision fits into an item.
    const lengths = [3000, ...Array<number>(6).fill(4000), 2000, 1, 1];
    const rules = lengths.map((_, i) => ruleText(`rule.n${i}`));
    const { token, review } = await commission(system, { rules });
    const title = { suggestions: [{ field: "title", text: long(1000) }] };
    const rule_verdicts = lengths.map((length, i) => ({
      ...says(`n${i}`, "rejected", long(length)),
      ...(i === 0 ? title : {}),
    }));
    const { status, body } = await send(token, { decision: "rejected", rule_verdicts });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ["rule_verdicts.8"],
    ]);
    // As much as counsel may write is kept as a whole.
    const most = { comment: long(20_000), rule_verdicts: rule_verdicts.slice(0, 8) };
    await expectStatus(send(token, { decision: "rejected", ...most }), 200);
    const kept = await reviewOf(review.id);
    expect([kept.decision_comment, kept.rule_verdicts]).toEqual([most.comment, most.rule_verdicts]);
  });

  test("an approval with another verdict contradicts itself; the other decisions accept any verdict", async () => {
    const { token, review } = asked;
    const mixed = [says("a", "approved"), says("b", "approved_with_changes", "Shorter.")];
    const answer = await send(token, { decision: "approved", rule_verdicts: mixed });
    expect([answer.status, answer.body.code]).toEqual([422, "verdicts_contradict_decision"]);
    expect(answer.body.errors[0].path).toBe("rule_verdicts.1");
    expect((await reviewOf(review.id)).status).toBe("pending");
    await decide(token, "changes_requested", mixed);
  });
});

describe("what verdicts mean for a rule", () => {
  test("a rule objected to inside an approval is not green; the other rules are", async () => {
    const { token, frameworkId, review } = await commission(system);
    const { decided_at } = await decide(token, "approved_with_changes", [
      says("a", "approved"),
      says("b", "rejected", "No."),
    ]);
    const rows = await coverage(frameworkId);
    expect(statusOf(rows)).toEqual(["approved_live", "refused, rejected", "approved_live"]);
    expect(rows.get("rule.b")?.objection).toEqual({
      review_id: review.id,
      panel_id: null,
      verdict: "rejected",
      counsel: { id: review.counsel_id, display_name: "Dr. Ada Lex", firm: "Lex LLP" },
      text: "No.",
      decided_at,
      wording_changed_since: false,
    });
    const list = await get(`/admin/frameworks/${frameworkId}/rules`);
    expect(list.items.map(({ objection }: Row) => objection?.verdict ?? null)).toEqual([
      null,
      "rejected",
      null,
    ]);
    const wording = (rule: string) =>
      get(
        `/admin/frameworks/${frameworkId}/wording?use_case_id=rule.${rule}&on=${new Date().toISOString().slice(0, 10)}`,
      );
    const decisions = async (rule: string) =>
      (await wording(rule)).approvals.map(({ decision }: { decision: string }) => decision);
    const { blockers } = await get(
      `/clearance?framework_id=${frameworkId}&use_case_ids=rule.a,rule.b,rule.c`,
    );
    const reasons = blockers.map((one: { use_case_id: string; reason: string }) => [
      one.use_case_id,
      one.reason,
    ]);
    expect(reasons).toEqual([["rule.b", "rejected"]]);
    expect([await decisions("a"), await decisions("b"), await decisions("c")]).toEqual([
      ["approved"],
      [],
      ["approved_with_changes"],
    ]);
  });

  test("under a decision that is not an approval, no rule is approved, whatever its verdict", async () => {
    const { token, frameworkId } = await commission(system);
    await decide(token, "changes_requested", [
      says("a", "approved"),
      says("b", "rejected", "Never."),
    ]);
    expect(statusOf(await coverage(frameworkId))).toEqual([
      "refused, changes_requested",
      "refused, rejected",
      "refused, changes_requested",
    ]);
  });

  test("an objection ends an earlier approval until the wording is approved, whatever is open and however the rule is amended", async () => {
    const first = await commission(system);
    await decide(first.token, "approved");
    const approvedAt = await later();
    const second = await requestReview(system, first);
    await decide(second.token, "approved_with_changes", [
      says("b", "changes_requested", "Shorter, please."),
    ]);
    const objectedAt = await later();
    const due = await expectStatus(
      system.admin("POST", `/admin/frameworks/${first.frameworkId}/re-reviews`, {
        counsel_id: first.counselId,
      }),
      201,
    );
    expect(due.body.reviews[0].rule_use_case_ids).toEqual(["rule.b"]);
    expect(statusOf(await coverage(first.frameworkId))[1]).toBe("refused, changes_requested");
    const edited = ruleText("rule.b", { title: "Shorter" });
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${first.frameworkId}/rules`, { rules: [edited] }),
      200,
    );
    expect(statusOf(await coverage(first.frameworkId))[1]).toBe("refused, changes_requested");
    await later();
    const third = await requestReview(system, { ...first, ruleIds: ["rule.b"] });
    await decide(third.token, "approved");
    const settled = await later();
    expect(statusOf(await coverage(first.frameworkId))[1]).toBe("approved_live");
    const then = async (asOf: string) => statusOf(await coverage(first.frameworkId, asOf))[1];
    expect(await then(approvedAt)).toBe("approved_live");
    expect(await then(objectedAt)).toBe("refused, changes_requested");
    expect(await then(settled)).toBe("approved_live");
  });

  test("a later no to the whole request ends the approval of each of its rules, and an approval after it counts", async () => {
    const first = await commission(system);
    await decide(first.token, "approved");
    await later();
    await decide((await requestReview(system, first)).token, "rejected");
    expect(statusOf(await coverage(first.frameworkId))).toEqual(Array(3).fill("refused, rejected"));
    await later();
    await decide(
      (await requestReview(system, { ...first, ruleIds: ["rule.a"] })).token,
      "approved",
    );
    expect(statusOf(await coverage(first.frameworkId))).toEqual([
      "approved_live",
      "refused, rejected",
      "refused, rejected",
    ]);
  });
});

describe("what is still to be done", () => {
  const objections = async (query: string) => (await get(`/admin/objections?${query}`)).items;

  test("objections and wishes are listed, newest first, with what counsel wrote, until the rule is approved again", async () => {
    const first = await commission(system);
    const of = `framework_id=${first.frameworkId}`;
    await decide(first.token, "approved_with_changes", [
      says("a", "approved_with_changes", "Shorter."),
      says("b", "rejected", "Not lawful."),
      says("c", "approved", "Good."),
    ]);
    const told = (items: { use_case_id: string; kind: string }[]) =>
      items.map(({ use_case_id, kind }) => `${use_case_id} ${kind}`);
    const [newest, ...rest] = await objections(of);
    expect(newest).toEqual({
      framework_id: first.frameworkId,
      use_case_id: "rule.b",
      title: "Title of rule.b",
      kind: "objection",
      verdict: "rejected",
      text: "Not lawful.",
      review_id: first.review.id,
      panel_id: null,
      decided_at: expect.any(String),
      counsel: { id: first.counselId, display_name: "Dr. Ada Lex", firm: "Lex LLP" },
      amended: false,
      open_review_id: null,
      open_panel_id: null,
      open_holds_wording: null,
    });
    expect(told(rest)).toEqual(["rule.a wish"]);
    expect(told(await objections(`${of}&use_case_id=rule.a`))).toEqual(["rule.a wish"]);
    const page = await get(`/admin/objections?${of}&limit=1`);
    const next = await get(`/admin/objections?${of}&limit=1&cursor=${page.next_cursor}`);
    expect([told(page.items), told(next.items), next.next_cursor]).toEqual([
      ["rule.b objection"],
      ["rule.a wish"],
      null,
    ]);
    expect([page.total, next.total]).toEqual([2, 2]);
    await later();
    const second = await requestReview(system, { ...first, ruleIds: ["rule.a"] });
    await decide(second.token, "changes_requested", [
      says("a", "changes_requested", "Still long."),
    ]);
    expect(told(await objections(of))).toEqual(["rule.a objection", "rule.b objection"]);
    expect(told((await objections("")) as never)).toContain("rule.a objection");
    await later();
    const edited = ruleText("rule.b", { title: "Lawful" });
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${first.frameworkId}/rules`, { rules: [edited] }),
      200,
    );
    const third = await requestReview(system, { ...first, ruleIds: ["rule.a", "rule.b"] });
    const [, objection] = await objections(of);
    expect(objection).toMatchObject({ amended: true, open_review_id: third.review.id });
    await decide(third.token, "approved");
    expect(await objections(of)).toEqual([]);
  });

  test("a wish stays listed however many wordings of the rule were decided before", async () => {
    const first = await commission(system, { rules: [ruleText("rule.a")] });
    const path = `/admin/frameworks/${first.frameworkId}/rules`;
    const amend = async (title: string) => {
      await later();
      await expectStatus(
        system.admin("PUT", path, { rules: [ruleText("rule.a", { title })] }),
        200,
      );
    };
    await decide(first.token, "approved");
    for (const title of ["Second", "Third"]) {
      await amend(title);
      await decide((await requestReview(system, first)).token, "approved");
    }
    await amend("Fourth");
    const { review, token } = await requestReview(system, first);
    const wish = [says("a", "approved_with_changes", "Shorter.")];
    await decide(token, "approved_with_changes", wish);
    await amend("Fifth");
    const of = `framework_id=${first.frameworkId}`;
    expect(await objections(of)).toMatchObject([
      { kind: "wish", review_id: review.id, text: "Shorter.", amended: true },
    ]);
    const { work } = await get("/admin/overview");
    const wishes = work.filter(({ kind }: { kind: string }) => kind === "wish");
    expect(JSON.stringify(wishes)).toContain(first.frameworkId);
  });

  test("the next review of a rule shows counsel their own earlier remark, and what became of it", async () => {
    const first = await commission(system);
    expect(await open(first.token)).not.toHaveProperty("earlier_verdicts");
    const { decided_at } = await decide(first.token, "changes_requested", [
      says("a", "approved"),
      says("b", "rejected", "Not lawful."),
      says("c", "changes_requested", "Shorter."),
    ]);
    expect(await open(first.token)).not.toHaveProperty("earlier_verdicts");
    await later();
    const edited = ruleText("rule.b", { title: "Lawful", risk_level: "limited" });
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${first.frameworkId}/rules`, { rules: [edited] }),
      200,
    );
    const second = await requestReview(system, first);
    const remark = { review_id: first.review.id, decided_at };
    expect((await open(second.token)).earlier_verdicts).toEqual([
      {
        ...remark,
        use_case_id: "rule.b",
        verdict: "rejected",
        text: "Not lawful.",
        became: "amended",
        changed_fields: ["risk_level", "title"],
      },
      {
        ...remark,
        use_case_id: "rule.c",
        verdict: "changes_requested",
        text: "Shorter.",
        became: "unchanged",
        changed_fields: [],
      },
    ]);
    // Once counsel has approved the rules as a whole, their remarks are settled.
    await decide(second.token, "approved");
    await later();
    const third = await requestReview(system, first);
    expect(await open(third.token)).not.toHaveProperty("earlier_verdicts");
    const other = await expectStatus(
      system.admin("POST", "/admin/counsel", {
        framework_id: first.frameworkId,
        display_name: "Mag. Bo Jur",
        email: "bo@law.example",
      }),
      201,
    );
    const theirs = await requestReview(system, { ...first, counselId: other.body.id });
    expect(await open(theirs.token)).not.toHaveProperty("earlier_verdicts");
  });
});
