import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  clickSteady,
  fillForm,
  openReview,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";

const suite = browserSuite();
/** The size of the largest document, in bytes. */
const LARGEST = 4_194_304;
const pdf = (bytes: number) => ({
  name: "opinion.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes - 9, 0x20)]),
});

describe("the draft", () => {
  test("survives leaving the page, and is gone once the decision is recorded; it belongs to its request, so that another link in the same tab starts empty", async () => {
    const { page, review, close } = await suite.visit();
    const key = JSON.stringify(`countersign.draft.${review.review.id}`);
    await openReview(page);
    await clickSteady(page.locator("#form").getByRole("radio", { name: "Request changes" }));
    await page.locator("#comment").fill("Half a thought\n");
    await page.goto((await requestReview(suite.system, review)).link);
    await openReview(page);
    expect(await page.locator("#form input:checked").count()).toBe(0);
    expect(await page.locator("#comment").inputValue()).toBe("");
    await page.goto(review.link);
    await openReview(page);
    expect(
      await page.locator("#form").getByRole("radio", { name: "Request changes" }).isChecked(),
    ).toBe(true);
    expect(await page.locator("#comment").inputValue()).toBe("Half a thought\n");
    await page.getByText("Your earlier draft is back").waitFor();
    expect(await page.evaluate(`localStorage.getItem(${key})`)).not.toBeNull();
    await fillForm(page, "Request changes", "A whole thought");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(await page.evaluate(`localStorage.getItem(${key})`)).toBeNull();
    await close();
  });
});

test("a second tab neither overwrites what the first one keeps, nor brings back what counsel removed there", async () => {
  const { page, review, close } = await suite.visit({ mayDelegate: true });
  await openReview(page);
  const second = await page.context().newPage();
  await second.goto(review.link);
  await openReview(second);
  const kept = () =>
    page.evaluate<{ draft: object } | null>(
      `JSON.parse(localStorage.getItem("countersign.draft.${review.review.id}"))`,
    );
  const choose = (name: string) =>
    clickSteady(second.locator("#form").getByRole("radio", { name, exact: true }));
  await page.locator("#comment").fill("Half a thought");
  await choose("Reject");
  expect(await kept()).toMatchObject({
    draft: { comment: "Half a thought", decision: "rejected" },
  });
  for (const [place, tab] of [second, page].entries()) {
    await clickSteady(tab.locator("#rules article").nth(place).locator(".choices label").last());
    await tab.locator(`#remark-${place}`).fill(`Remark ${place}`);
    await tab.locator("#pass-on").click();
  }
  await page.locator("#to-display_name").fill("Dana");
  await second.locator("#to-reason").fill("On leave.");
  expect(await kept()).toMatchObject({
    draft: {
      verdicts: expect.arrayContaining([
        expect.objectContaining({ text: "Remark 0" }),
        expect.objectContaining({ text: "Remark 1" }),
      ]),
      delegation: { display_name: "Dana", reason: "On leave." },
    },
  });
  for (const tab of [page, second]) await tab.locator("#keep-it").click();
  await page.locator("#forget").click();
  await choose("Request changes");
  expect(await kept()).toBeNull();
  // The second tab says so, and keeps its own draft as long as it is open.
  await second.locator("#forgotten").waitFor();
  await second.reload();
  await openReview(second);
  expect(
    await second.locator("#form").getByRole("radio", { name: "Request changes" }).isChecked(),
  ).toBe(true);
  await second.close();
  await close();
});

test("signing in a tab under a link that was renewed keeps the draft for the new link, and says that there may be one", async () => {
  const { page, review, close } = await suite.visit();
  await openReview(page);
  await clickSteady(page.locator("#rules .choices label").nth(2));
  await page.locator("#remark-0").fill("Half a thought");
  await fillForm(page, "Request changes", "A whole thought");
  const renewed = suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/link`);
  const { magic_link_url: link } = (await expectStatus(renewed, 200)).body;
  await sign(page);
  await atStep(page, "This link is not valid");
  await page
    .getByText("Nothing was recorded under it. If you have a newer link, open it")
    .waitFor();
  expect(await page.locator("#unsent").isVisible()).toBe(true);
  const unsent = await page.locator("[data-slot=unsent]").textContent();
  expect(unsent).toMatch(
    /^Request changes\n\nA whole thought\n\n.+: Request changes\n\nHalf a thought$/,
  );
  await page.goto(link);
  await openReview(page);
  expect(await page.locator("#remark-0").inputValue()).toBe("Half a thought");
  expect(await page.locator("#comment").inputValue()).toBe("A whole thought");
  await close();
});

test("closing a tab loses nothing of the draft, until counsel removes it from the device; drafts of ended requests are swept away", async () => {
  // The suite's own tab stays open, because the next test takes it over.
  const { page, review, close } = await suite.visit();
  const newTab = async () => {
    const tab = await page.context().newPage();
    await tab.goto(review.link);
    await openReview(tab);
    return tab;
  };
  const first = await newTab();
  await first.locator("#comment").fill("Half a thought");
  // The device does not learn of more time, and with more time a request is open for 180 days.
  const name = "countersign.draft.";
  for (const [id, days] of Object.entries({ over: 181, open: 170 })) {
    const until = `new Date(Date.now() - ${days} * 86_400_000).toISOString()`;
    await first.evaluate(
      `localStorage.setItem("${name}${id}", JSON.stringify({ until: ${until}, draft: {} }))`,
    );
  }
  const drafts =
    'Object.keys(localStorage).filter((name) => name.startsWith("countersign.draft.")).sort()';
  const reopened = async (closed: Page) => {
    await closed.close();
    return newTab();
  };
  const second = await reopened(first);
  expect(await second.locator("#comment").inputValue()).toBe("Half a thought");
  expect(await second.evaluate(drafts)).toEqual([`${name}${review.review.id}`, `${name}open`]);
  await second.evaluate(`localStorage.removeItem("${name}open")`);
  await second.locator("#forget").click();
  await second.locator("#comment").fill("A secret thought");
  expect(await second.evaluate(drafts)).toEqual([]);
  // In this tab the draft stays, as before.
  await second.reload();
  await openReview(second);
  expect(await second.locator("#comment").inputValue()).toBe("A secret thought");
  const third = await reopened(second);
  expect(await third.locator("#comment").inputValue()).toBe("");
  await third.locator("#comment").fill("A last thought");
  await expectStatus(
    suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`),
    200,
  );
  await fillForm(third, "Reject", "A last thought");
  await sign(third);
  await atStep(third, "This review request was withdrawn");
  expect(await third.evaluate(drafts)).toEqual([]);
  expect(await third.locator("[data-slot=unsent]").textContent()).toBe("Reject\n\nA last thought");
  await third.close();
  await close();
});

test("a draft leaves the device when counsel opens the link again after the request has ended, and its comment is shown once", async () => {
  const { page, review, close } = await suite.visit({ expiryDays: 1 });
  const ended = await suite.visit({ expiryDays: 1 });
  const reopen = async (link: string) => {
    const tab = await page.context().newPage();
    await tab.goto(link);
    await tab.locator("#open").click();
    return tab;
  };
  const typed = async (link: string) => {
    const tab = await reopen(link);
    await atStep(tab, /^Review of/);
    await tab.locator("#comment").fill("Half a thought");
    await tab.close();
  };
  const gone = async (link: string, heading: string | RegExp) => {
    const tab = await reopen(link);
    await atStep(tab, heading);
    expect(await tab.evaluate("Object.keys(localStorage)")).toEqual([]);
    expect(await tab.locator("[data-slot=unsent]").textContent()).toBe("Half a thought");
    expect(await tab.locator("#unsent").isVisible()).toBe(true);
    await tab.close();
  };
  await typed(review.link);
  const { id } = review.review;
  await expectStatus(suite.system.admin("POST", `/admin/rule-reviews/${id}/cancel`), 200);
  await gone(review.link, "This review request was withdrawn");

  // Counsel decides on another device, and the link lapses.
  const { token, link } = ended.review;
  await typed(link);
  const decide = suite.system.api()("POST", `/counsel/review/${token}/decide`, {
    decision: "approved",
  });
  await expectStatus(decide, 200);
  await suite.system.advance(86_401);
  await gone(link, /^You approved/);
  await ended.close();
  await close();
});

/** Chooses a file on this machine; only its name goes to the browser. */
async function chooseOnDisk(page: Page, { name, buffer }: ReturnType<typeof pdf>) {
  const folder = mkdtempSync(join(tmpdir(), "document-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), buffer);
  await page.locator("#file").setInputFiles(join(folder, name));
}

/** `isRead` resolves once the reading of the next file that is held back has begun. */
const watchReading =
  "globalThis.isRead = new Promise((done) => { globalThis.reading = done; }); null";

/** Holds back the reading of the file `first.pdf`, until the page's `finish()`. */
const holdFirst = `
  const readAsDataURL = FileReader.prototype.readAsDataURL;
  const held = [];
  FileReader.prototype.readAsDataURL = function (file) {
    if (file.name !== "first.pdf") return readAsDataURL.call(this, file);
    held.push(() => new Promise((done) => {
      this.addEventListener("load", () => setTimeout(done));
      readAsDataURL.call(this, file);
    }));
    globalThis.reading?.();
  };
  ${watchReading}
  globalThis.finish = () => Promise.all(held.splice(0).map((one) => one())).then(() => null);`;

describe("the document", () => {
  test("removed or replaced while it was still being read is neither checked nor sent, but the one in its place is", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await page.evaluate(holdFirst);
    await clickSteady(page.locator("#form").getByRole("radio", { name: "Approve", exact: true }));
    await page.locator("#file").setInputFiles({ ...pdf(40), name: "first.pdf" });
    await page.evaluate("isRead");
    await page.locator("#form button[type=submit]").click();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.evaluate("finish()");
    expect(await page.locator("h1").textContent()).toMatch(/^Review of/);
    expect(await page.locator("#chosen").textContent()).toBe("");
    await fillForm(page, "Approve");
    expect(await shown(page, "file")).toBe("None");

    await page.goBack();
    await atStep(page, /^Review of/);
    await page.evaluate(watchReading);
    await page.locator("#file").setInputFiles({ ...pdf(40), name: "first.pdf" });
    await page.evaluate("isRead");
    const file = pdf(50);
    await page.locator("#file").setInputFiles(file);
    await fillForm(page, "Approve");
    await page.evaluate("finish()");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const sha256 = createHash("sha256").update(file.buffer).digest("hex");
    expect(await shown(page, "file")).toContain(sha256);
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.supplementary_pdf_kv_secret).toBe(`placeholder:sha256:${sha256}`);
    await close();
  });

  test("is shown with size and type before it is sent, and arrives unchanged, even from a browser that stores nothing", async () => {
    const review = await commission(suite.system);
    const { page, faults, close } = await suite.open(review.token, {});
    await page.addInitScript(
      'Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied") } })',
    );
    await page.reload();
    await openReview(page);
    // In the bench, as large as is allowed; what happens in between is the same for each size.
    const file = pdf(sized(LARGEST, 104_448));
    const size = sized("4.0 MiB", "102.0 KiB");
    await page.locator("#file").setInputFiles(file);
    await page.getByText(`opinion.pdf: ${size}, PDF. It is sent only when you sign.`).waitFor();
    await fillForm(page, "Approve");
    const sha256 = createHash("sha256").update(file.buffer).digest("hex");
    expect(await shown(page, "file")).toBe(`opinion.pdf, ${size}, PDF; SHA-256 ${sha256}`);
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.supplementary_pdf_kv_secret).toBe(`placeholder:sha256:${sha256}`);
    expect(await shown(page, "file")).toContain(sha256);
    expect(faults).toEqual([]);
    noteSweep("a document to counsel's decision: bytes that arrived", file.buffer.length);
    await close();
  });

  test("that is too large, is not a PDF or cannot be read is refused before anything is sent", async () => {
    const { page, faults, close } = await suite.visit();
    await openReview(page);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await clickSteady(page.locator("#form").getByRole("radio", { name: "Reject" }));
    await chooseOnDisk(page, pdf(LARGEST + 1));
    await page
      .locator("#chosen")
      .getByText("opinion.pdf: 4.0 MiB. A document can be at most 4 MiB.")
      .waitFor();
    await page.locator("#form button[type=submit]").click();
    await page.locator("#errors").waitFor();
    await chooseOnDisk(page, pdf(LARGEST));
    await page.getByText("opinion.pdf: 4.0 MiB, PDF. It is sent only when you sign.").waitFor();
    await page.locator("#file").setInputFiles({ ...pdf(20), buffer: Buffer.from("MZ not a pdf") });
    await page.locator("#chosen").getByText("This is not a PDF.").waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.locator("#form button[type=submit]").click();
    await atStep(page, "Check before you sign");
    expect(await shown(page, "file")).toBe("None");

    await page.goBack();
    await page.locator("#file").setInputFiles(pdf(40));
    await page.getByText("It is sent only when you sign.").waitFor();
    await page.evaluate(
      "Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))",
    );
    await page.locator("#form button[type=submit]").click();
    await page.locator("#errors").getByText("It cannot be read").waitFor();
    expect(await page.locator("#chosen").textContent()).toContain("It cannot be read");
    expect(sent).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
