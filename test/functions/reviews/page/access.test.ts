import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  colourViolations,
  fillForm,
  isFocused,
  openReview,
  overflow,
  sign,
  tabTo,
} from "#test/support/counsel-page.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

/** Texts without a line-break opportunity; id and title are as long as the contract allows. */
const unbroken = ruleText(`a${"b".repeat(127)}`, {
  title: "T".repeat(400),
  citations: [{ label: "L".repeat(300), url: `https://example.com/${"p".repeat(300)}` }],
  customer_description_preview: "D".repeat(600),
});

/** A review with a changed rule and an unbreakable one: the longest path through the page. */
async function richReview() {
  const rules = [ruleText("rule.a"), unbroken, ruleText("rule.c", { citations: [] })];
  const first = await commission(suite.system, { rules });
  const path = `/counsel/review/${first.token}/decide`;
  await expectStatus(suite.system.api()("POST", path, { decision: "approved" }), 200);
  const changed = [{ ...rules[0], title: "Another title" }, ...rules.slice(1)];
  const book = `/admin/frameworks/${first.frameworkId}/rules`;
  await expectStatus(suite.system.admin("PUT", book, { rules: changed }), 200);
  return requestReview(suite.system, first);
}

/** Walks through every step of a decision and looks at each. */
async function walk(
  options: BrowserContextOptions | undefined,
  look: (page: Page, step: string) => Promise<void>,
) {
  const { page, close } = await suite.open((await richReview()).token, options);
  await look(page, "landing");
  await openReview(page);
  await look(page, "reading");
  await page.locator("#form button[type=submit]").click();
  await page.locator("#errors").waitFor();
  await look(page, "errors");
  await fillForm(page, "Approve with changes", "W".repeat(300));
  await look(page, "check");
  await page.route("**/decide", (route) => route.abort());
  await sign(page);
  await atStep(page, "No confirmation arrived");
  await look(page, "unconfirmed");
  await page.unroute("**/decide");
  await page.locator("#resend").click();
  await atStep(page, "Your decision is recorded");
  await look(page, "receipt");
  await page.reload();
  await page.locator("#open").click();
  await atStep(page, "This review is decided");
  await look(page, "decided");
  await close();
}

const steps = ["landing", "reading", "errors", "check", "unconfirmed", "receipt", "decided"];

/** What a check finds on each step of a walk. */
async function findings(
  options: BrowserContextOptions | undefined,
  check: (page: Page, step: string) => Promise<unknown>,
) {
  const found: [string, unknown][] = [];
  await walk(options, async (page, step) => {
    found.push([step, await check(page, step)]);
  });
  return found;
}

const onEvery = (value: unknown) => steps.map((step) => [step, value]);

/** The counts of the elements that a page must have exactly once. */
const landmarks = (page: Page): Promise<number[]> =>
  Promise.all(["h1", "main", "html[lang=en]"].map((one) => page.locator(one).count()));

/**
 * Windows in which nothing may be wider than the window. The second is 1280 px at 200 % zoom. A normal
 * test run tries the narrowest alone, which has the same elements as a wide one.
 */
const windows = sized(
  [
    { width: 1280, height: 900 },
    { width: 640, height: 450 },
    { width: 360, height: 740 },
    { width: 320, height: 640 },
  ],
  [{ width: 320, height: 640 }],
);

/** The steps that axe checks; in a normal test run, those that show all that the others do. */
const axed = sized<readonly string[]>(steps, ["errors", "decided"]);

/** The steps whose colours are checked in dark too; in a normal test run, one that shows them all. */
const darkSteps = sized<readonly string[]>(steps, ["errors"]);

async function darkViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await colourViolations(page);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** The widths of the windows in which axe runs. */
const widths = [1280, 320];

describe("for everyone who reads", () => {
  test("no step has an axe finding in light or dark, wide or narrow, a second h1 or horizontal scrolling", async () => {
    const found = await findings(undefined, async (page, step) => {
      const [axe, wider] = [[] as string[], [] as number[]];
      for (const window of windows) {
        if (page.viewportSize()?.width !== window.width) await page.setViewportSize(window);
        if ((await overflow(page)) > 0) wider.push(window.width);
        if (axed.includes(step) && widths.includes(window.width))
          axe.push(...(await axeViolations(page)));
      }
      // Goes to the next step in the first window.
      const [first] = windows;
      if (first !== undefined && windows.length > 1) await page.setViewportSize(first);
      const dark = darkSteps.includes(step) ? await darkViolations(page) : [];
      return { axe, dark, wider, landmarks: await landmarks(page) };
    });
    noteSweep("counsel's page: steps looked at with axe, wide and at 320 px", found.length);
    expect(found).toEqual(onEvery({ axe: [], dark: [], wider: [], landmarks: [1, 1, 1] }));
  });
});

test("without JavaScript, the page of a review, of a key and of reminders says so above its button", async () => {
  const { page, close } = await suite.open("none", { javaScriptEnabled: false });
  for (const name of ["review", "key", "reminders"]) {
    await page.goto(`${suite.system.baseUrl}/counsel/${name}/none`);
    const note = page.locator("noscript p");
    expect([name, await note.innerText()]).toEqual([
      name,
      expect.stringContaining("JavaScript is off."),
    ]);
    const said = await note.boundingBox();
    const button = await page.locator("main button.primary:visible").boundingBox();
    expect([name, (said?.y ?? 0) + (said?.height ?? 0) < (button?.y ?? 0)]).toEqual([name, true]);
  }
  await close();
});

describe("the form", () => {
  test("has no option preselected, explains every option, and lists every fault in a summary that takes the focus and links to the fields; the first key press offers to skip the header", async () => {
    const { page, close } = await suite.visit();
    await page.keyboard.press("Tab");
    expect(await isFocused(page, "a.skip")).toBe(true);
    await page.keyboard.press("Enter");
    expect(await isFocused(page, "main")).toBe(true);

    await openReview(page);
    // The page offers to pass the review on only if the request says so.
    expect(await page.locator("#pass-on").isVisible()).toBe(false);
    expect(await page.locator("input:checked").count()).toBe(0);
    for (const name of ["Approve", "Approve with changes", "Request changes", "Reject"]) {
      const radio = page.locator("#form").getByRole("radio", { name, exact: true });
      const described = await radio.getAttribute("aria-describedby");
      expect((await page.locator(`#${described}`).textContent())?.length).toBeGreaterThan(20);
    }
    await page.locator("#comment").fill("x".repeat(20_001));
    await page
      .locator("#file")
      .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("GIF89a") });
    await page.locator("#form button[type=submit]").click();
    await page.locator("#errors").waitFor();
    expect(await isFocused(page, "#errors")).toBe(true);
    expect(await page.locator("#errors li").allTextContents()).toEqual([
      "Choose one of the decisions.",
      "Shorten the comment by 1 character.",
      "a.pdf: 6 bytes. This is not a PDF.",
    ]);
    await tabTo(page, '#errors a[href="#comment"]');
    await page.keyboard.press("Enter");
    expect(await isFocused(page, "#comment")).toBe(true);
    expect(await page.locator("#comment").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#e-comment").isVisible()).toBe(true);
    await page.locator("#comment").fill("Shorter");
    expect(await page.locator("#e-comment").isVisible()).toBe(false);
    expect(await page.locator("#errors li").count()).toBe(2);
    await close();
  });
});
