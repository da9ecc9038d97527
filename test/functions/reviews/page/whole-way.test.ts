import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { consoleSuite } from "#test/support/console.ts";
import {
  atStep,
  axeViolations,
  type CounselPage,
  clickSteady,
  openCounselPage,
  openReview,
  overflow,
  sign,
} from "#test/support/counsel-page.ts";
import { setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { takePictures } from "#test/support/pictures.ts";
import {
  appoint,
  expectStatus,
  newRuleBook,
  type RuleBook,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { enter, openEvidence } from "#test/support/room-page.ts";
import { signedWithTestKey } from "#test/support/test-key-signature.ts";
import { giveDevice } from "#test/support/virtual-authenticator.ts";

/*
 * A law firm's whole way through a review (reviews-that-run, section 7): two counsel of a panel, one on
 * a phone, one at a desk with a passkey, and the admin at the desk. After each step the served verifier
 * judges the bundle.
 */

const suite = consoleSuite(async () => ({
  WORKER_INVOKE_ENABLED: "false",
  MAIL_REPLY_TO: "reviews@acme.example",
}));
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(suite.system);
});
afterAll(() => auditor.close());

const DAY = 86_400;
const PHONE = { viewport: { width: 390, height: 844 } };
const NOTE =
  "You approve the wording shown. Your suggested words are not approved by this signature; if they are taken over, you will be asked again.";
const READERS =
  "In the requesting organisation everyone with access to its compliance system and its logs, and whoever it gives the file to; regulators’ rooms, unless it keeps your words back; nobody through the public log.";
const rules = [1, 2, 3].map((n) =>
  ruleText(`rule.${n}`, {
    title: `Label ${n} on generated pictures`,
    citations: [{ label: `Article 50(${n})`, url: `https://law.example/50/${n}` }],
  }),
);

const run = (job: string) =>
  expectStatus(suite.system.api()("POST", `/_local/schedules/${job}/run`), 200);
const get = async (path: string) => (await expectStatus(suite.system.admin("GET", path), 200)).body;

/** Has the served verifier judge a file: everything that it can be asked passes. */
async function expectGenuine(file: string | Buffer, ...more: string[]): Promise<void> {
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(file, [...auditor.options, ...more]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
}

/** Judges the bundle after each step in the bench, and otherwise at the end. */
const afterStep = sized(expectGenuineBundle, async () => {
  await run("sequence-log");
});

async function expectGenuineBundle(...paths: string[]): Promise<void> {
  await run("sequence-log");
  for (const path of paths) await expectGenuine(JSON.stringify(await get(`${path}/bundle`)));
}

/** The newest mail to somebody: what it says, and the address in it. */
async function mailTo(email: string): Promise<{ text: string; link: string; subject: string }> {
  await run("courier");
  const { items } = (await suite.system.api()("GET", "/_local/outbox")).body;
  const mail = items.find(({ to }: { to: string[] }) => to[0] === email.toLowerCase());
  return { ...mail, link: /https?:\S+\/counsel\/review\/\S+/.exec(mail?.text ?? "")?.[0] ?? "" };
}

/** The file that a press on a button saves. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(button).click(),
  ]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The text that a PDF prints, with its white space as single spaces. */
const printed = async (file: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(file), { mergePages: true })).text.replaceAll(/\s+/g, " ");

/**
 * Checks that nothing is too wide at 320 CSS pixels, and that axe, which access.test.ts runs too, finds
 * nothing there.
 */
async function expectSound(page: Page): Promise<void> {
  const before = page.viewportSize() ?? PHONE.viewport;
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await sized(axeViolations, async () => [])(page)).toEqual([]);
  await page.setViewportSize(before);
}

const toCheck = (page: Page) => page.locator("#form button[type=submit]").click();
const said = async (page: Page, step: string) =>
  (await page.locator(`section[data-on~="${step}"]`).allInnerTexts()).join(" ");
const ofRule = (page: Page, n: number) => page.locator(`[id="rule-rule.${n}"]`);
const judge = (page: Page, n: number, choice: number) =>
  clickSteady(ofRule(page, n).locator(".choices label").nth(choice));

/** Another browser, for somebody who opens a link. */
const browserOf = (link: string, options = {}) =>
  openCounselPage(suite.browser, link, { ...options, acceptDownloads: true });

/** What the first test leaves for the second: the book, and who may decide on its rules. */
const left: { book?: RuleBook; counselId?: string; signed?: string } = {};

test("a panel that is asked by mail asks back, gets answers and more time, signs with an exception and other words, and hears what became of them", async () => {
  const book = await newRuleBook(suite.system, rules);
  const appointed = async (email: string) => ({
    id: await appoint(suite.system, book.frameworkId, email),
    email,
  });
  const [phoneCounsel, deskCounsel] = [
    await appointed("phone@law.example"),
    await appointed("desk@law.example"),
  ];
  await setPolicy(suite.system, deskCounsel.id, "key_required");
  const invitation = `/admin/counsel/${deskCounsel.id}/key-invitation`;
  const { url } = (await expectStatus(suite.system.admin("POST", invitation), 201)).body;
  const desk = await browserOf(url, {});
  await giveDevice(desk.page);
  await desk.page.getByRole("button", { name: "Begin" }).click();
  await desk.page.getByRole("button", { name: "Make the passkey" }).click();
  await atStep(desk.page, "Your passkey is enrolled");

  // The panel is asked by mail.
  const { panel } = (
    await expectStatus(
      suite.system.admin("POST", "/admin/review-panels", {
        framework_id: book.frameworkId,
        rule_use_case_ids: book.ruleIds,
        counsel_ids: [phoneCounsel.id, deskCounsel.id],
        need: 2,
        on_reject: "outvoted",
        deliver: "mail",
        expiry_days: 3,
      }),
      201,
    )
  ).body;
  const ofPanel = `/admin/review-panels/${panel.id}`;
  const [own, others] = panel.members.map(
    ({ review_id }: { review_id: string }) => `/admin/rule-reviews/${review_id}`,
  ) as [string, string];
  Object.assign(left, { book, counselId: deskCounsel.id });
  const mail = await mailTo(phoneCounsel.email);
  await afterStep(own, ofPanel);
  const phone = await browserOf(mail.link, PHONE);
  const { page } = phone;
  await takePictures(page, "01-landing");
  await openReview(page);
  await takePictures(page, "02-reading");

  // Counsel asks a question.
  const ask = () => page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Ask before you decide").click();
  await ask();
  expect(await page.locator("#e-question").textContent()).toBe("Fill this in.");
  await page.getByLabel("About", { exact: true }).selectOption("rule.2");
  await page.getByLabel("Your question").fill("Which <b>customers</b>?\u202e");
  await ask();
  const asked = page.locator("#questions-asked li");
  await asked.getByText("Not answered yet.").waitFor();
  const waiting = (await asked.textContent()) ?? "";
  expect(waiting).toContain("Label 2 on generated pictures");
  expect(waiting).toContain("Which <b>customers</b>?");
  expect(waiting).not.toContain("\u202e");
  expect(await page.getByLabel("Your question").inputValue()).toBe("");
  await page.getByLabel("Your question").fill("Is there a deadline?");
  await ask();
  await asked.nth(1).waitFor();
  await expectSound(page);
  await takePictures(page, "03-asked");
  await afterStep(own);
  const { work } = await get("/admin/overview");
  expect(work.map(({ kind }: { kind: string }) => kind)).toContain("review_question");

  // The admin answers to all members.
  const admin = await suite.open(own.replace("/admin/rule-reviews", "/reviews"));
  await admin.page.getByText("Is there a deadline?").waitFor();
  await takePictures(admin.page, "04-admin-questions");
  await admin.page.getByRole("textbox", { name: "Your answer" }).first().fill("All of them.");
  expect(await admin.page.getByRole("checkbox").first().isChecked()).toBe(true);
  await admin.page.getByRole("button", { name: "Answer", exact: true }).first().click();
  await admin.page.getByText("All of them.").waitFor();
  await takePictures(admin.page, "05-admin-answered");
  await afterStep(own, others);

  // At the desk the answer is there, without who asked. Counsel suggests words and signs with the
  // passkey.
  await desk.page.goto((await mailTo(deskCounsel.email)).link);
  await openReview(desk.page);
  const told = desk.page.locator("#questions-asked li");
  await told.getByText("Answer to all: All of them.").waitFor();
  expect(await told.textContent()).not.toContain("Ada");
  await desk.page
    .getByText("Whoever holds the link can ask and take files; the decision needs your passkey.")
    .waitFor();
  await judge(desk.page, 3, 1);
  await desk.page.locator("#remark-2").fill("Shorter, please.");
  await ofRule(desk.page, 3).getByText("Propose other words").click();
  await ofRule(desk.page, 3).getByLabel("Suggested verdict").fill("Better so. 😀");
  await clickSteady(desk.page.locator("#d-approved_with_changes"));
  await takePictures(desk.page, "06-desk-reading");
  await toCheck(desk.page);
  await sign(desk.page);
  await atStep(desk.page, "Your decision is recorded");
  await takePictures(desk.page, "07-desk-receipt");
  await afterStep(others, ofPanel);

  expect((await get(others)).rule_verdicts[0].suggestions).toEqual([
    { field: "suggested_verdict_copy", text: "Better so. 😀" },
  ]);

  // A draft on the phone, with two verdicts and words edited in place. Then the tab is closed.
  await judge(page, 1, 0);
  expect(await ofRule(page, 2).locator(".propose").isVisible()).toBe(false);
  await judge(page, 2, 2);
  await page.locator("#remark-1").fill("This is not what the article says.");
  await ofRule(page, 2).getByText("Propose other words").click();
  const title = ofRule(page, 2).getByLabel("Title", { exact: true });
  expect(await title.inputValue()).toBe("Label 2 on generated pictures");
  await title.fill("Label 2 on pictures made by machines");
  const inserted = await ofRule(page, 2).locator(".difference ins").allTextContents();
  expect(inserted.join(" ")).toContain("machines");
  await expectSound(page);
  await takePictures(page, "08-suggested");
  const tab = await page.context().newPage();
  await page.close();

  // The admin gives more time, past the first end.
  await admin.page.getByRole("button", { name: "Give more time" }).click();
  await admin.page.getByLabel("Days from now").fill("20");
  await takePictures(admin.page, "09-admin-more-time");
  await admin.page.getByRole("dialog").getByRole("button", { name: "Give more time" }).click();
  await admin.page.getByText("More time given").waitFor();
  await admin.close();
  const more = await mailTo(phoneCounsel.email);
  expect([more.subject, more.link]).toEqual([expect.stringMatching(/^More time: /), mail.link]);
  await afterStep(own, ofPanel);
  await suite.system.advance(4 * DAY);
  const answered = await mailTo(phoneCounsel.email);
  expect([answered.subject, answered.link]).toEqual([
    expect.stringMatching(/^Your question is answered: /),
    mail.link,
  ]);
  expect(answered.text).not.toContain("All of them.");
  await tab.goto(more.link);
  await openReview(tab);
  const found = ofRule(tab, 2).getByLabel("Title", { exact: true });
  expect(await found.isVisible()).toBe(true);
  expect(await found.inputValue()).toBe("Label 2 on pictures made by machines");
  expect(await tab.locator("#remark-1").inputValue()).toBe("This is not what the article says.");
  await takePictures(tab, "10-draft-found");

  // The check names the exception and what is signed.
  await judge(tab, 3, 0);
  await clickSteady(tab.locator("#d-approved_with_changes"));
  await tab.locator("#comment").fill("Except for the second label.");
  await tab.locator("#form summary").click();
  await tab.locator("#own-reference").fill("Lex 4711");
  await toCheck(tab);
  await atStep(tab, "Check before you sign");
  const { body: view } = await suite.system.api()("GET", new URL(more.link).pathname);
  const hashes: string[] = view.rule_hashes.map(
    ({ content_hash }: { content_hash: string }) => content_hash,
  );
  const [issued] = (await get(`${own}/audit`)).items;
  expect(issued.context.content_hashes).toEqual(hashes);
  const both = [
    ...[...hashes, "Dr. Ada Lex", "Lex LLP · DE · RAK 123", "English", READERS, "Lex 4711"],
    ...["This is not what the article says.", "Except for the second label."],
    ...["2 questions asked.\n1 has no answer.\n– Is there a deadline?", NOTE],
    ...["2 approved, 1 sent back: Art. 50(2)", "except Art. 50(2)"],
    "Label 2 on pictures made by machines",
  ];
  const before = await said(tab, "check");
  for (const part of [...both, "What you sign", "Who will see your words"]) {
    expect(before).toContain(part);
  }
  await expectSound(tab);
  await takePictures(tab, "11-check");
  await tab.locator("#something-wrong").click();
  expect(await tab.evaluate("document.activeElement.id")).toBe("question-text");
  await toCheck(tab);
  await sign(tab);
  await atStep(tab, "Your decision is recorded");
  const after = await said(tab, "receipt");
  for (const part of [...both, "What you signed", "Who can see your words"]) {
    expect(after).toContain(part);
  }
  await tab.emulateMedia({ media: "print" });
  const paper = await tab.locator("main").innerText();
  for (const part of both) expect(paper).toContain(part);
  await tab.emulateMedia({ media: null });
  await takePictures(tab, "12-receipt");
  expect((await get(ofPanel)).status).toBe("approved_with_changes");
  await afterStep(own, others, ofPanel);

  // Counsel downloads files, and hands in the firm's own signature.
  const request = await printed(await saved(tab, "#get-request"));
  for (const part of ["Is there a deadline?", "All of them.", "https://law.example/50/2"]) {
    expect(request).toContain(part);
  }
  const certificate = await saved(tab, "#get-certificate");
  await run("sequence-log");
  await expectGenuine(certificate);
  const paperOf = await printed(certificate);
  for (const part of [
    "2 questions asked; not answered: Is there a deadline?",
    "except Art. 50(2)",
    "Label 2 on pictures made by machines",
    NOTE,
    "Lex 4711",
  ]) {
    expect(paperOf).toContain(part);
  }
  await tab.getByText("Your firm’s own signature").click();
  const handIn = async (buffer: Buffer) => {
    const file = { name: "signed.pdf", mimeType: "application/pdf", buffer };
    await tab.locator("#signed-file").setInputFiles(file);
    await tab.locator("#hand-in").click();
  };
  await handIn(certificate);
  await tab.getByText("This is not the certificate with a signature appended.").waitFor();
  const signed = signedWithTestKey(certificate);
  left.signed = createHash("sha256").update(signed).digest("hex");
  await handIn(signed);
  await tab.getByText("Kept beside the decision.").waitFor();
  await takePictures(tab, "13-signed-certificate");
  await tab.reload();
  await tab.locator("#open").click();
  await atStep(tab, "This review is decided");
  await tab.locator("#receipt .of-questions").getByText("2 questions asked.").waitFor();
  await expectGenuine(await saved(tab, "#download-proof"), "--receipt");
  await afterStep(own);

  // The admin takes the words over, and asks again.
  const again = await suite.open(own.replace("/admin/rule-reviews", "/reviews"));
  await again.page.getByText("Take over into the editor").waitFor();
  await takePictures(again.page, "14-admin-suggested");
  await again.page.getByRole("button", { name: "Take over into the editor" }).click();
  const edited = again.page.getByLabel("Title", { exact: true });
  await edited.waitFor();
  expect(await edited.inputValue()).toBe("Label 2 on pictures made by machines");
  await takePictures(again.page, "15-admin-editor");
  await again.page.getByRole("button", { name: "Check and preview" }).click();
  await takePictures(again.page, "16-admin-checked");
  await again.page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = again.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await again.page.getByText("1 picked").waitFor();
  await takePictures(again.page, "17-admin-again");
  await again.page.getByRole("button", { name: "Request the review" }).click();
  await atStep(again.page, "Forward this link");
  await takePictures(again.page, "18-admin-link");
  const { items } = await get(
    `/admin/rule-reviews?framework_id=${book.frameworkId}&status=pending`,
  );
  const next = `/admin/rule-reviews/${items[0].id}`;
  await expectGenuineBundle(next);

  // Counsel hears what became of the words. Later, the first link still tells what was decided.
  const { magic_link_url } = (await get(`${next}/audit`)).items[0].context;
  await tab.goto(magic_link_url);
  await openReview(tab);
  await ofRule(tab, 2).getByText("Taken over.").waitFor();
  await takePictures(tab, "19-what-became");
  await suite.system.advance(17 * DAY);
  await tab.goto(mail.link);
  await tab.locator("#open").click();
  await tab.getByText("Your link has lapsed").waitFor();
  const lapsed = await said(tab, "lapsed");
  for (const part of both) expect(lapsed).toContain(part);
  const late = await suite.system.api()(
    "PUT",
    `${new URL(mail.link).pathname}/signed-certificate`,
    signed,
    { "content-type": "application/pdf" },
  );
  expect([late.status, late.body.code]).toEqual([410, "review_expired"]);
  await takePictures(tab, "20-lapsed");
  await expectGenuineBundle(own, others, ofPanel);
  // The browsers complain only about the refusal of the file and about the lapsed link.
  expect(phone.faults.filter((fault) => !/\b4(?:22|10)\b/.test(fault))).toEqual([]);
  expect([...desk.faults, ...admin.faults, ...again.faults]).toEqual([]);
  for (const one of [phone, desk, again]) await one.close();
}, 600_000);

/** What counsel wrote in the first test, and what was answered. */
const words = [
  ...["This is not what the article says.", "Except for the second label.", "Shorter, please."],
  ...["Better so.", "customers</b>", "Is there a deadline?", "All of them.", "Away until March."],
];

test("a room that withholds counsel's words has none of them anywhere, while a room beside it has them; the files of both end with 0", async () => {
  const { book, counselId, signed } = left as Required<typeof left>;
  // Somebody passes a request on, and says why.
  const asked = { frameworkId: book.frameworkId, counselId, ruleIds: ["rule.1"], email: "" };
  await setPolicy(suite.system, counselId, "link");
  const passing = await requestReview(suite.system, asked, { may_delegate: true });
  const eva = { display_name: "Eva Recht", email: "eva@law.example", reason: "Away until March." };
  const link = `/counsel/review/${passing.token}`;
  await expectStatus(suite.system.api()("POST", `${link}/delegate`, eva), 201);
  const pending = `/admin/rule-reviews?framework_id=${book.frameworkId}&status=pending`;
  const next = (await get(pending)).items.find(
    (one: { delegated_from: string | null }) => one.delegated_from !== null,
  );
  const { magic_link_url } = (await get(`/admin/rule-reviews/${next.id}/audit`)).items[0].context;
  const decide = `${new URL(magic_link_url).pathname}/decide`;
  await expectStatus(suite.system.api()("POST", decide, { decision: "approved" }), 200);
  await run("sequence-log");

  let visitor: CounselPage | undefined;
  for (const kind of ["full", "withheld"]) {
    const order = { framework_ids: [book.frameworkId], words: kind, may_ask: true };
    const room = await openRoom(suite.system, order);
    const reviews = (await expectStatus(room.visit("/reviews"), 200)).body.items;
    const ids: string[] = reviews.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(3);
    const query: Record<string, string[]> = {
      listRoomRules: ["", "?search=deadline"],
      getRoomRule: ["", `?on=${(await suite.system.advance(0)).slice(0, 10)}`],
      getRoomCoverage: [`?framework_id=${book.frameworkId}`],
    };
    const paths = Object.values(roomLinkRoutes)
      .filter(({ method }) => method === "GET")
      .flatMap(({ id, path }) => {
        const below = path.replace("/room/{token}", "").replace("{framework_id}", book.frameworkId);
        // One certificate's pages are like another's, so one is enough; a room that keeps words back
        // shows all of them here.
        const isDrawn = path.endsWith(".pdf") && kind === "full";
        const some = sized(ids, isDrawn ? ids.slice(0, 1) : ids);
        const things = below.includes("{id}") ? some : book.ruleIds;
        const whole = /\{(?:id|use_case_id)\}/.test(below)
          ? things.map((thing) => below.replace(/\{\w+\}/, thing))
          : [below];
        return whole.flatMap((one) => (query[id] ?? [""]).map((more) => `${one}${more}`));
      });
    const said = new Map<string, string[]>();
    let hashed = 0;
    for (const path of paths) {
      const answer = await fetch(`${suite.system.baseUrl}/room/${room.token}${path}`, {
        headers: { accept: path.endsWith(".pdf") ? "application/pdf" : "application/json" },
      });
      const file = Buffer.from(await answer.arrayBuffer());
      expect([path, answer.status]).toEqual([path, 200]);
      const pages = path.endsWith(".pdf") ? await printed(file) : "";
      const text = `${file.toString("utf8")} ${pages}`;
      if (path.endsWith("/evidence")) hashed += Number(text.includes(signed));
      const found = words.filter((one) => text.includes(one));
      if (found.length > 0) said.set(path.replace(/\/reviews\/[^/]+/, "/reviews"), found);
      if (path.endsWith("/bundle")) {
        await expectGenuine(file);
        const { disclosures } = JSON.parse(file.toString("utf8"));
        expect([kind, disclosures.length > 0]).toEqual([kind, kind === "full"]);
      }
      if (path.endsWith(".pdf")) {
        await run("sequence-log");
        await expectGenuine(file);
      }
    }
    // Of the certificate with a signature, a room shows that there is one, and its hash.
    expect(hashed).toBeGreaterThan(0);
    if (kind === "withheld") expect([...said]).toEqual([]);
    else {
      expect([...said.keys()]).toEqual(
        expect.arrayContaining([
          ...["/reviews", "/reviews/evidence", "/reviews/bundle", "/reviews/certificate.pdf"],
          ...["/export", `/coverage?framework_id=${book.frameworkId}`],
        ]),
      );
      expect(new Set([...said.values()].flat())).toEqual(new Set(words));
    }
    if (visitor === undefined) visitor = await browserOf(room.url);
    else await visitor.page.goto(room.url);
    await enter(visitor.page);
    expect(await openEvidence(visitor.page)).toBe("0");
    await takePictures(visitor.page, `21-room-${kind}`);
    const page = await visitor.page.locator("body").innerText();
    const shown = words.filter((one) => page.includes(one));
    expect([kind, shown.length > 0]).toEqual([kind, kind === "full"]);
    expect(visitor.faults).toEqual([]);
  }
  await visitor?.close();
  // The log lines have none of them either.
  const lines = suite.system.rawLines.join("\n");
  expect(words.filter((one) => lines.includes(one))).toEqual([]);
}, 600_000);
