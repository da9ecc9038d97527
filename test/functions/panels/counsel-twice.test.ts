import { describe, expect, test } from "vitest";
import { sized } from "#test/support/full-size.ts";
import { commissionPanel, panelNow, vote } from "#test/support/panel-fixture.ts";
import { appoint, expectStatus, newRuleBook } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

// No test here waits for a mail.
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

const isTwice = ({ status, body }: { status: number; body: { code?: string } }) =>
  expect([status, body.code]).toEqual([422, "counsel_twice"]);
const rename = (id: string | undefined, email: string | undefined, query = "") =>
  system.admin("PATCH", `/admin/counsel/${id}${query}`, { email });
const counselOf = async (id: string | undefined) =>
  (await expectStatus(system.admin("GET", `/admin/counsel/${id}`), 200)).body;

/** Makes a rule book and two counsel of it with these addresses. */
async function two(addresses: readonly [string, string]) {
  const { frameworkId, ruleIds } = await newRuleBook(system);
  const counsel_ids = [
    await appoint(system, frameworkId, `${addresses[0]}.${frameworkId}@law.example`),
    await appoint(system, frameworkId, `${addresses[1]}.${frameworkId}@law.example`),
  ];
  const ask = () =>
    system.admin("POST", "/admin/review-panels", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_ids,
      need: 2,
      on_reject: "ends",
    });
  const addressOf = (name: string) => `${name}.${frameworkId}@law.example`;
  return { frameworkId, counsel_ids, ask, addressOf };
}

describe("two records with one e-mail address", () => {
  test("cannot be asked in one panel, and nothing is written", async () => {
    const { frameworkId, ask } = await two(["ada", "ada"]);
    isTwice(await ask());
    const { body } = await system.admin("GET", `/admin/review-panels?framework_id=${frameworkId}`);
    expect(body.items).toEqual([]);
    const reviews = await system.admin("GET", `/admin/rule-reviews?framework_id=${frameworkId}`);
    expect(reviews.body.items).toEqual([]);
  });

  test("cannot get into one panel by passing a request on", async () => {
    const given = await commissionPanel(system, { may_delegate: true });
    const [first, second] = given.members;
    // A newer record with the second member's address: a delegation finds this one.
    await appoint(system, given.frameworkId, second?.email ?? "");
    const passOn = system.api()("POST", `/counsel/review/${first?.token}/delegate`, {
      display_name: "Dr. Second",
      email: second?.email,
      reason: "On leave.",
    });
    isTwice(await passOn);
    expect((await panelNow(system, given)).members[0]).toMatchObject({
      review_id: first?.review.id,
      status: "pending",
    });
  });

  test("cannot get into one panel by a later change of address, as a dry run or for real, until the panel ends", async () => {
    const given = await commissionPanel(system);
    const [first, second, third] = given.members;
    isTwice(await rename(first?.counselId, second?.email));
    isTwice(await rename(first?.counselId, second?.email?.toUpperCase(), "?dry_run=true"));
    expect((await counselOf(first?.counselId)).email).toBe(first?.email);
    await expectStatus(vote(system, second, "approved"), 200);
    isTwice(await rename(first?.counselId, second?.email));
    await expectStatus(vote(system, third, "approved"), 200);
    await expectStatus(rename(first?.counselId, second?.email), 200);
  });

  test("may be counsel of one book, and of one panel after the other", async () => {
    const given = await commissionPanel(system);
    const [first, second] = given.members;
    const stranger = await appoint(system, given.frameworkId, `x.${given.frameworkId}@law.example`);
    await expectStatus(rename(stranger, second?.email), 200);
    await expectStatus(rename(first?.counselId, `new.${given.frameworkId}@law.example`), 200);
    await expectStatus(rename(second?.counselId, first?.email), 200);
  });
});

describe("a panel and changes of address at once", () => {
  const times = Array.from({ length: sized(20, 4) }, (_, i) => i);

  test.each(times)("leave no two seats with one address (%i)", async (i) => {
    const { frameworkId, counsel_ids, ask, addressOf } = await two(["ada", "ben"]);
    const [ada, ben] = counsel_ids;
    const asked = () => ask();
    const renamed = () => rename(ada, addressOf("ben"));
    const both = () => rename(ben, addressOf(i % 2 === 0 ? "ada" : "ben"));
    const answers = await Promise.all(
      (i % 3 === 0 ? [renamed, asked, both] : [asked, both, renamed]).map((act) => act()),
    );
    for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    const { body } = await system.admin("GET", `/admin/review-panels?framework_id=${frameworkId}`);
    const addresses = new Set([(await counselOf(ada)).email, (await counselOf(ben)).email]);
    if (body.items.length > 0) expect(addresses.size).toBe(2);
  });

  test("two members who would get one address do not both get it", async () => {
    const given = await commissionPanel(system);
    const answers = await Promise.all(
      given.members.map(({ counselId }) =>
        rename(counselId, `one.${given.frameworkId}@law.example`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test("a delegate and a member who would get the delegate's address do not both get in", async () => {
    const given = await commissionPanel(system, { may_delegate: true });
    const [first, second] = given.members;
    const email = `eva.${given.frameworkId}@law.example`;
    const to = { display_name: "Dr. Eva", email, reason: "On leave." };
    const [passed, renamed] = await Promise.all([
      system.api()("POST", `/counsel/review/${first?.token}/delegate`, to),
      rename(second?.counselId, email),
    ]);
    expect([passed?.status, renamed?.status].sort()).toEqual([
      passed?.status === 201 ? 201 : 200,
      422,
    ]);
    const { members } = await panelNow(system, given);
    const addresses = await Promise.all(
      members.map(async (one: { counsel_id: string }) => (await counselOf(one.counsel_id)).email),
    );
    expect(new Set(addresses).size).toBe(3);
  });
});
