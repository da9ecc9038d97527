import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, fillForm, openReview, shown, sign } from "#test/support/counsel-page.ts";
import { commission } from "#test/support/review-fixture.ts";

const suite = browserSuite();
const pdf = (bytes: number) => ({
  name: "opinion.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes - 9, 0x20)]),
});

describe("the draft", () => {
  test("survives a reload, and is gone once the decision is recorded", async () => {
    const { page, review, close } = await suite.visit();
    const key = JSON.stringify(`countersign.draft.${review.review.id}`);
    await openReview(page);
    await page.locator("#form").getByRole("radio", { name: "Request changes" }).check();
    await page.locator("#comment").fill("Half a thought\n");
    await page.reload();
    await openReview(page);
    expect(
      await page.locator("#form").getByRole("radio", { name: "Request changes" }).isChecked(),
    ).toBe(true);
    expect(await page.locator("#comment").inputValue()).toBe("Half a thought\n");
    await page.getByText("Your draft from earlier in this tab is back.").waitFor();
    expect(await page.evaluate(`sessionStorage.getItem(${key})`)).not.toBeNull();
    await fillForm(page, "Request changes", "A whole thought");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(await page.evaluate(`sessionStorage.getItem(${key})`)).toBeNull();
    await close();
  });

  test("belongs to its request: another link in the same tab starts empty", async () => {
    const first = await suite.visit();
    await openReview(first.page);
    await first.page.locator("#comment").fill("Of the first one");
    await first.page.goto((await commission(suite.system)).link);
    await openReview(first.page);
    expect(await first.page.locator("#comment").inputValue()).toBe("");
    await first.close();
  });

  test("a browser that stores nothing can still complete the review", async () => {
    const { page, faults, close } = await suite.visit();
    await page.addInitScript(
      'Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied") } })',
    );
    await page.reload();
    await openReview(page);
    await fillForm(page, "Approve", "Without storage");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(faults).toEqual([]);
    await close();
  });
});

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
  globalThis.isRead = new Promise((done) => { globalThis.reading = done; });
  globalThis.finish = () => Promise.all(held.splice(0).map((one) => one())).then(() => null);`;

describe("the document", () => {
  test("that replaced another while that was still being read is the one that is sent", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await page.evaluate(holdFirst);
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

  test("that was removed while it was still being read is neither checked nor sent", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await page.evaluate(holdFirst);
    await page.locator("#form").getByRole("radio", { name: "Approve", exact: true }).check();
    await page.locator("#file").setInputFiles({ ...pdf(40), name: "first.pdf" });
    await page.evaluate("isRead");
    await page.locator("#form button[type=submit]").click();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.evaluate("finish()");
    expect(await page.locator("h1").textContent()).toMatch(/^Review of/);
    expect(await page.locator("#chosen").textContent()).toBe("");
    await fillForm(page, "Approve");
    expect(await shown(page, "file")).toBe("None");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.supplementary_pdf_kv_secret).toBeNull();
    await close();
  });

  test("that cannot be read is said to be so, and is not sent", async () => {
    const { page, faults, close } = await suite.visit();
    await openReview(page);
    await page.locator("#file").setInputFiles(pdf(40));
    await page.getByText("It is sent only when you sign.").waitFor();
    await page.evaluate(
      "Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))",
    );
    await page.locator("#form").getByRole("radio", { name: "Approve", exact: true }).check();
    await page.locator("#form button[type=submit]").click();
    await page.locator("#errors").getByText("It cannot be read").waitFor();
    expect(await page.locator("#chosen").textContent()).toContain("It cannot be read");
    expect(faults).toEqual([]);
    await close();
  });

  test("is shown with size and type before it is sent, and arrives unchanged", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    const file = pdf(4_194_304);
    await page.locator("#file").setInputFiles(file);
    await page.getByText("opinion.pdf: 4.0 MiB, PDF. It is sent only when you sign.").waitFor();
    await fillForm(page, "Approve");
    const sha256 = createHash("sha256").update(file.buffer).digest("hex");
    expect(await shown(page, "file")).toBe(`opinion.pdf, 4.0 MiB, PDF; SHA-256 ${sha256}`);
    await sign(page);
    await atStep(page, "Your decision is recorded");
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.supplementary_pdf_kv_secret).toBe(`placeholder:sha256:${sha256}`);
    expect(await shown(page, "file")).toContain(sha256);
    await close();
  });

  test("that is too large or not a PDF is refused before anything is sent", async () => {
    const { page, close } = await suite.visit();
    await openReview(page);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.locator("#form").getByRole("radio", { name: "Reject" }).check();
    await page.locator("#file").setInputFiles(pdf(4_194_305));
    await page
      .locator("#chosen")
      .getByText("opinion.pdf: 4.0 MiB. A document can be at most 4 MiB.")
      .waitFor();
    await page.locator("#form button[type=submit]").click();
    await page.locator("#errors").waitFor();
    await page.locator("#file").setInputFiles({ ...pdf(20), buffer: Buffer.from("MZ not a pdf") });
    await page.locator("#chosen").getByText("This is not a PDF.").waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await page.locator("#form button[type=submit]").click();
    await atStep(page, "Check before you sign");
    expect(await shown(page, "file")).toBe("None");
    expect(sent).toEqual([]);
    await close();
  });
});
