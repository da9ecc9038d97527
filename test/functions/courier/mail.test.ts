import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { beforeAll, describe, expect, test } from "vitest";
import {
  appoint,
  askAgain,
  commission,
  expectStatus,
  newRuleBook,
  type RuleBook,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { startTestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";

const APP_URL = "https://app.example";
const system = suiteSystem({
  functions: "deployed",
  settings: { WORKER_INVOKE_ENABLED: "false", APP_URL: `${APP_URL}/` },
});

const run = async () =>
  (await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200)).body;

const mails = async (to: string) =>
  (await system.api()("GET", "/_local/outbox")).body.items.filter(
    (mail: { to: string[] }) => mail.to[0] === to,
  );

const actionsOf = async (id: string): Promise<string[]> =>
  (await system.admin("GET", `/admin/rule-reviews/${id}/audit`)).body.items.map(
    ({ action }: { action: string }) => action.replace("rule_review.", ""),
  );

const reviewOf = async (id: string) =>
  (await system.admin("GET", `/admin/rule-reviews/${id}`)).body;

let book: RuleBook;
beforeAll(async () => {
  book = await newRuleBook(system);
});

/** Requests a review by mail, from a counsel with an address of the test's choice. */
async function mailed(
  email = `${randomUUID().slice(0, 8)}@law.example`,
  { frameworkId, ruleIds } = book,
) {
  const counselId = await appoint(system, frameworkId, email);
  const first = { frameworkId, ruleIds, counselId, email };
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: first.frameworkId,
      rule_use_case_ids: first.ruleIds,
      counsel_id: first.counselId,
      deliver: "mail",
    }),
    201,
  );
  return { ...first, review: body, link: body.magic_link_url as string };
}

/** The local SES reports at once what became of a mail, but separately from the call. */
const settled = (id: string, status: string) =>
  expect.poll(async () => (await reviewOf(id)).mail?.status).toBe(status);

const event = (message: string, to: string, more: Record<string, unknown> = {}) => ({
  event_bus_name: "default",
  account: "000000000000",
  source: "aws.ses",
  "detail-type": "Email Bounced",
  detail: {
    mail: { messageId: "0100-sent", tags: { message: [message] }, destination: [to] },
    bounce: { bounceType: "Permanent" },
  },
  ...more,
});

/* These tests come first; otherwise the time they let pass makes other requests' reminders due too. */
describe("reminders", () => {
  test("go out when due; of two due at once only the later one goes out, and none after the decision", async () => {
    const { review, email, link } = await mailed();
    await run();
    const subjects = async () =>
      (await mails(email)).map(({ headers }: { headers: { name: string; value: string }[] }) =>
        headers.find(({ name }) => name === "X-Message-Key")?.value.slice(37),
      );
    await system.advance(7 * 86_400 + 60);
    await run();
    expect(await subjects()).toEqual(["reminder_1", "link_1"]);
    await system.advance(6 * 86_400 + 3600);
    await run();
    expect(await subjects()).toEqual(["reminder_3", "reminder_1", "link_1"]);
    const rows = (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items;
    const reminded = rows.filter(({ action }: { action: string }) => action.endsWith("reminded"));
    expect(reminded.map((row: { context: { number: number } }) => row.context.number)).toEqual([
      1, 3,
    ]);
    const next = await mailed();
    await run();
    const token = next.link.split("/").at(-1);
    await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
    await system.advance(8 * 86_400);
    await run();
    expect(await mails(next.email)).toHaveLength(1);
    expect(link).not.toBe(next.link);
  });

  test("stop when counsel asks for it, which is recorded once; opening the page changes nothing", async () => {
    const { review, counselId } = await mailed();
    await run();
    // Counsel's address is corrected, and the reminder goes to the new one.
    const email = `${randomUUID().slice(0, 8)}@law.example`;
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { email }), 200);
    await system.advance(7 * 86_400 + 60);
    await run();
    const [mail] = await mails(email);
    const [address] = mail.text.match(/http\S+\/counsel\/reminders\/\S+/);
    expect(address).toMatch(/^https:\/\/app\.example\/counsel\/reminders\/[0-9a-f]{64}\?lang=en$/);
    const path = new URL(address).pathname;
    // What the mail provider reports about the mail must be written first.
    await expect.poll(() => actionsOf(review.id)).toHaveLength(5);
    const before = await scanTable(system);
    const page = await system.api()("GET", path, undefined, { accept: "text/html" });
    expect(page.text).not.toMatch(/<form/);
    expect((await scanTable(system)).length).toBe(before.length);
    for (const _ of [1, 2]) await expectStatus(system.api()("POST", path, { stop: true }), 200);
    const unknown = await system.api()("POST", `${path.slice(0, -1)}x`, { stop: true });
    expect([unknown.status, unknown.body.code]).toEqual([403, "invalid_token"]);
    const trail = (await system.admin("GET", `/admin/counsel/${counselId}/audit`)).body.items;
    expect(
      trail.filter(({ action }: { action: string }) => action === "counsel.reminders_stopped"),
    ).toHaveLength(1);
    await system.advance(6 * 86_400 + 3600);
    await run();
    expect(await mails(email)).toHaveLength(1);
    expect((await reviewOf(review.id)).status).toBe("pending");
  });
});

describe("a request by mail", () => {
  test("mails the link once, with who asks, framework, number of rules, end and what comes next", async () => {
    const { review, link, email } = await mailed();
    expect(review.mail).toEqual({ status: "queued", at: review.created_at });
    expect(await run()).toMatchObject({ sent: 1 });
    expect(await run()).toMatchObject({ sent: 0 });
    const [mail, ...more] = await mails(email);
    expect(more).toEqual([]);
    const read = await PostalMime.parse(mail.raw);
    expect(read.subject).toBe("Review of compliance rules: A framework");
    const header = (name: string) => read.headers.find(({ key }) => key === name)?.value;
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("x-message-key")).toBe(`${review.id}_link_1`);
    expect(header("list-unsubscribe")).toBeUndefined();
    expect(mail.tags).toEqual([{ name: "message", value: `${review.id}_link_1` }]);
    for (const said of [link, "3 rules of A framework", "UTC", "Dr. Ada Lex", "app.example"]) {
      expect(read.text).toContain(said);
      expect(read.html).toContain(said);
    }
    expect(mail.raw).not.toContain("What the customer reads");
    await settled(review.id, "delivered");
    expect((await actionsOf(review.id)).toSorted()).toEqual(
      ["link_mailed", "mail_delivered", "requested"].toSorted(),
    );
    expect(system.rawLines.join("\n")).not.toContain(link);
  });

  test.each([
    ["visit https://evil.example/now now", "visit httpsevil. examplenow now"],
    ["evil.example", "evil. example"],
    ["<b>Ada</b> & Söhne @home 24/7", "bAdab Söhne home"],
    ["Avv. Luca D’Agostino-Bò, J.R. O'Neil", "Avv. Luca D’Agostino-Bò, J.R. O'Neil"],
    ["Nguyễn Thị Ánh", "Nguyễn Thị Ánh"],
    ["أحمد 山田", "أحمد 山田"],
  ])(
    "greets %j, whom a link's holder named, as %j, and keeps the name in the record",
    async (name, shown) => {
      const { frameworkId, ruleIds } = book;
      const counselId = await appoint(
        system,
        frameworkId,
        `${randomUUID().slice(0, 8)}@law.example`,
      );
      const { body } = await expectStatus(
        system.admin("POST", "/admin/rule-reviews", {
          framework_id: frameworkId,
          rule_use_case_ids: ruleIds,
          counsel_id: counselId,
          deliver: "mail",
          may_delegate: true,
        }),
        201,
      );
      const email = `${randomUUID().slice(0, 8)}@law.example`;
      const to = { display_name: name, email, reason: "I am away." };
      const token = body.magic_link_url.split("/").at(-1);
      await expectStatus(system.api()("POST", `/counsel/review/${token}/delegate`, to), 201);
      await run();
      const [mail] = await mails(email);
      expect(mail.text.split("\n", 1)).toEqual([`Dear ${shown},`]);
      expect(mail.html).toContain(`<p>Dear ${shown.replace("'", "&#39;")},</p>`);
      const { items } = (await system.admin("GET", `/admin/counsel?email=${email}`)).body;
      expect(items[0].display_name).toBe(name);
    },
  );

  test("greets nobody whose name has no letter", async () => {
    const email = `${randomUUID().slice(0, 8)}@law.example`;
    const { counselId } = await mailed(email);
    await system.admin("PATCH", `/admin/counsel/${counselId}`, { display_name: "24/7 :)" });
    await run();
    const [mail] = await mails(email);
    expect(mail.text).toMatch(/^\S+ asks you to review /);
    expect(mail.text).not.toContain("Dear");
  });

  test("every link to counsel begins with APP_URL: in answers, rows, mails and log lines", async () => {
    const begins = (path: string) =>
      expect.stringMatching(new RegExp(`^${APP_URL}/counsel/${path}/[\\w-]{43}(?:\\?lang=en)?$`));
    const { review, link, token, counselId } = await askAgain(system);
    expect(link).toBe(`${APP_URL}/counsel/review/${token}`);
    expect(system.lines).toContainEqual(
      expect.objectContaining({
        event: "rule_review.link_issued",
        review_id: review.id,
        magic_link_url: link,
      }),
    );
    const path = `/admin/rule-reviews/${review.id}`;
    const renewed = (await expectStatus(system.admin("POST", `${path}/link`), 200)).body;
    expect(renewed).toEqual({ magic_link_url: begins("review") });
    const rows = (await system.admin("GET", `${path}/audit`)).body.items;
    expect(
      rows.map(({ context }: { context: Record<string, unknown> }) => context.magic_link_url),
    ).toEqual([link, renewed.magic_link_url]);
    const byMail = await mailed();
    await run();
    const [mail] = await mails(byMail.email);
    expect(mail.text.match(/https?:\S+/g)).toContainEqual(begins("review"));
    expect(`${mail.text} ${mail.html}`).not.toContain(system.baseUrl);
    const invitation = `/admin/counsel/${counselId}/key-invitation`;
    const invited = (await expectStatus(system.admin("POST", invitation), 201)).body;
    expect(invited.url).toEqual(begins("key"));
  });

  test("puts no link into the outbox's rows", async () => {
    const { review, link } = await mailed();
    const token = link.split("/").at(-1) as string;
    const rows = (await scanTable(system)).filter(({ pk }) => String(pk).startsWith("OUTBOX#"));
    const own = rows.filter(({ message }) => message.to === review.id);
    expect(own.map(({ message }) => message.kind).toSorted()).toEqual([
      "review_link",
      "review_reminder",
      "review_reminder",
      "review_reminder",
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("stands in the outbox, which answers a program page by page and refuses what it does not know", async () => {
    const { email } = await mailed();
    await mailed();
    await run();
    await expect.poll(async () => (await mails(email)).length).toBe(1);
    const page = (query: string) => system.api()("GET", `/_local/outbox${query}`);
    const { items: all } = (await page("")).body;
    expect(Object.keys(all[0]).join()).toBe(
      "id,to,from,subject,sent_at,headers,text,html,raw,tags",
    );
    const first = (await page("?limit=1")).body;
    const second = (await page(`?limit=1&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 2));
    for (const query of ["?limit=0", "?limit=201", "?cursor=none", "?limits=1"]) {
      const { status, body } = await page(query);
      expect([query, status, body.code]).toEqual([query, 400, "validation_failed"]);
    }
  });

  test("reaches no address that bounced, no matter who is registered with it and when", async () => {
    const address = "complaint@simulator.amazonses.com";
    const other = await newRuleBook(system);
    const { review } = await mailed(address);
    const waiting = await mailed(address, other);
    const soon = await mailed("elsewhere@law.example");
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${soon.counselId}`, { email: address }),
      200,
    );
    // Only the first of the three is sent before the provider reports the bounce.
    const told = event(`${review.id}_link_1`, address);
    await expectStatus(system.api()("POST", "/_local/events", told), 200);
    await settled(review.id, "bounced");
    await run();
    expect(await mails(address)).toEqual([]);
    const anew = await appoint(system, book.frameworkId, address);
    for (const [counsel_id, { frameworkId, ruleIds }] of [
      [anew, book],
      [waiting.counselId, other],
      [soon.counselId, book],
    ] as const) {
      const refused = await system.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_id,
        deliver: "mail",
      });
      expect([refused.status, refused.body.code]).toEqual([422, "counsel_mail_stopped"]);
    }
  });

  test("is refused for an address that bounced, until it is corrected", async () => {
    const { review, counselId, frameworkId, ruleIds } = await mailed(
      "bounce@simulator.amazonses.com",
    );
    await run();
    await settled(review.id, "bounced");
    const { body } = await system.admin("GET", "/admin/rule-reviews?status=pending&mail=bounced");
    expect(body.items.map(({ id }: { id: string }) => id)).toContain(review.id);
    const order = {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
      deliver: "mail",
    };
    const refused = await system.admin("POST", "/admin/rule-reviews", order);
    expect([refused.status, refused.body.code]).toEqual([422, "counsel_mail_stopped"]);
    await system.admin("PATCH", `/admin/counsel/${counselId}`, { email: "right@law.example" });
    const renewed = await system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {
      deliver: "mail",
    });
    expect(renewed.status).toBe(200);
    await run();
    await settled(review.id, "delivered");
    expect(await mails("right@law.example")).toHaveLength(1);
    expect((await system.admin("POST", "/admin/rule-reviews", order)).status).toBe(201);
  });

  test("without a sender is refused, and nothing is written", async () => {
    const silent = await startTestSystem({ settings: { MAIL_FROM: "" } });
    try {
      const { frameworkId, ruleIds, counselId } = await commission(silent);
      const answer = await silent.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_id: counselId,
        deliver: "mail",
      });
      expect([answer.status, answer.body.code]).toEqual([422, "mail_not_configured"]);
      const { body } = await silent.admin("GET", "/admin/setup/checklist");
      expect(body.rows[13]).toMatchObject({ position: 14, id: "mail_sender", status: "not_set" });
    } finally {
      await silent.close();
    }
  });
});

describe("events of the mail provider", () => {
  test("count once, in any order and even after the decision, and the bundle still verifies", async () => {
    const { review, email, link } = await mailed();
    await run();
    await settled(review.id, "delivered");
    const token = link.split("/").at(-1);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      200,
    );
    const told = event(`${review.id}_link_1`, email);
    await system.api()("POST", "/_local/events", told);
    await system.api()("POST", "/_local/events", told);
    await settled(review.id, "bounced");
    await system.api()("POST", "/_local/events", {
      ...told,
      "detail-type": "Email Delivered",
    });
    const actions = await actionsOf(review.id);
    expect(actions.filter((action) => action === "mail_bounced")).toHaveLength(1);
    expect(actions.indexOf("mail_bounced")).toBeGreaterThan(actions.indexOf("approved"));
    expect((await reviewOf(review.id)).mail.status).toBe("bounced");
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`);
    const results = Object.fromEntries(
      body.checks.map(({ id, result }: { id: string; result: string }) => [id, result]),
    );
    expect(results).toMatchObject({
      audit_chain: "pass",
      audit_sequence: "pass",
      view_before_decision: "pass",
    });
  });

  test("come after the row about the sent mail, even if they arrive before it is written", async () => {
    const { review, email } = await mailed();
    const told = event(`${review.id}_link_1`, email, { "detail-type": "Email Delivered" });
    await system.api()("POST", "/_local/events", told);
    await settled(review.id, "delivered");
    const inOrder = ["requested", "link_mailed", "mail_delivered"];
    expect(await actionsOf(review.id)).toEqual(inOrder);
    expect(await run()).toMatchObject({ sent: 1, again: 0 });
    expect(await run()).toMatchObject({ sent: 0 });
    expect(await actionsOf(review.id)).toEqual(inOrder);
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
    expect(body.items[1].context.message_id).toBe("0100-sent");
  });

  test("do not reopen a cancelled request in a report of the time between", async () => {
    const { review, email, frameworkId } = await mailed(undefined, await newRuleBook(system));
    await run();
    await settled(review.id, "delivered");
    const open = (await system.admin("GET", `/admin/rule-reviews?framework_id=${frameworkId}`))
      .body;
    for (const { id } of open.items) {
      await expectStatus(system.admin("POST", `/admin/rule-reviews/${id}/cancel`), 200);
    }
    const between = await system.advance(3600);
    await system.advance(3600);
    const report = `/admin/frameworks/${frameworkId}/coverage?as_of=${between}`;
    const before = await expectStatus(system.admin("GET", report), 200);
    await system.api()("POST", "/_local/events", event(`${review.id}_link_1`, email));
    await settled(review.id, "bounced");
    const after = await expectStatus(system.admin("GET", report), 200);
    expect([before.body.totals.pending, after.body]).toEqual([0, before.body]);
  });

  test("write nothing if they are of another account, of an unknown mail or of a request by hand", async () => {
    const byHand = await askAgain(system);
    const before = await scanTable(system);
    for (const given of [
      event(`${byHand.review.id}_link_1`, byHand.email),
      event(`${byHand.review.id}_link_1`, byHand.email, { account: "111122223333" }),
      event("no message of ours", byHand.email),
      event(`${byHand.review.id}_link_1`, byHand.email, { detail: { mail: null } }),
    ]) {
      await system.api()("POST", "/_local/events", given);
    }
    expect(await scanTable(system)).toEqual(before);
  });

  test("a transient bounce, or a report that the mail is no spam, stops nothing", async () => {
    const { review, email } = await mailed();
    await run();
    await settled(review.id, "delivered");
    const told = event(`${review.id}_link_1`, email);
    const complain = (complaint: object) =>
      system.api()("POST", "/_local/events", {
        ...told,
        "detail-type": "Email Complaint Received",
        detail: { mail: told.detail.mail, complaint },
      });
    await complain({ complaintFeedbackType: "not-spam" });
    await system.api()("POST", "/_local/events", {
      ...told,
      detail: { ...told.detail, bounce: { bounceType: "Transient" } },
    });
    await expect.poll(() => actionsOf(review.id)).toContain("mail_bounced");
    expect(await actionsOf(review.id)).not.toContain("mail_complained");
    const answer = await system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {
      deliver: "mail",
    });
    expect(answer.status).toBe(200);
    await complain({});
    await expect.poll(() => actionsOf(review.id)).toContain("mail_complained");
  });

  test("a permanent bounce after a transient one of the same mail is recorded once too, and stops mail to the address", async () => {
    const { review, email } = await mailed();
    await run();
    await settled(review.id, "delivered");
    const told = event(`${review.id}_link_1`, email);
    for (const bounceType of ["Transient", "Transient", "Permanent", "Permanent", "Transient"]) {
      const detail = { ...told.detail, bounce: { bounceType } };
      await system.api()("POST", "/_local/events", { ...told, detail });
    }
    await settled(review.id, "bounced");
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
    const kinds = body.items.map(({ context }: { context: { kind?: string } }) => context.kind);
    expect(kinds.filter(Boolean)).toEqual(["transient", "permanent"]);
    const link = `/admin/rule-reviews/${review.id}/link`;
    const answer = await system.admin("POST", link, { deliver: "mail" });
    expect([answer.status, answer.body.code]).toEqual([422, "counsel_mail_stopped"]);
  });
});

describe("a new link", () => {
  test("is made without a body, and mailed only if the body says so", async () => {
    const { review, email } = await mailed();
    await run();
    const { magic_link_url } = (
      await expectStatus(system.admin("POST", `/admin/rule-reviews/${review.id}/link`), 200)
    ).body;
    expect(magic_link_url).toMatch(/\/counsel\/review\/[\w-]{43}$/);
    await run();
    expect(await mails(email)).toHaveLength(1);
  });

  test("is mailed to counsel who was retired after the request, because they can still decide it", async () => {
    const { review, counselId, email } = await mailed();
    await run();
    await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
    const renewed = { deliver: "mail" };
    const { body } = await expectStatus(
      system.admin("POST", `/admin/rule-reviews/${review.id}/link`, renewed),
      200,
    );
    await run();
    const [mail] = await mails(email);
    expect(mail.text).toContain(body.magic_link_url);
    const path = new URL(body.magic_link_url).pathname;
    await expectStatus(system.api()("POST", `${path}/decide`, { decision: "approved" }), 200);
  });

  test("voids the old one and is in no log line", async () => {
    const { review, token } = await askAgain(system);
    const { body } = await expectStatus(
      system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {}),
      200,
    );
    const old = await system.api()("GET", `/counsel/review/${token}`);
    expect([old.status, old.body.code]).toEqual([403, "invalid_token"]);
    const path = new URL(body.magic_link_url).pathname;
    await expectStatus(system.api()("GET", path), 200);
    expect(system.rawLines.join("\n")).not.toContain(body.magic_link_url);
    await expectStatus(system.api()("POST", `${path}/decide`, { decision: "approved" }), 200);
    const late = await system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {});
    expect([late.status, late.body.code]).toEqual([409, "review_not_pending"]);
    expect((await reviewOf(review.id)).mail).toBeNull();
  });

  test("made while counsel decides: either the decision counts, or the old link is refused", async () => {
    const { review, token } = await askAgain(system);
    const [decided, renewed] = await Promise.all([
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {}),
    ]);
    const outcome = [decided.status, renewed.status];
    expect([
      [200, 409],
      [403, 200],
    ]).toContainEqual(outcome);
    expect((await reviewOf(review.id)).status).toBe(outcome[0] === 200 ? "approved" : "pending");
  });
});
