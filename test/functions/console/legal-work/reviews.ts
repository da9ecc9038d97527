import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { atStep, fillForm, openReview, sign } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { choose, press, reach, type } from "#test/support/keyboard.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { lookAgain, restTab, takeTab } from "#test/support/tab.ts";

export function workOnReviews(suite: ConsoleSuite): void {
  const decide = (token: string, decision: string, comment?: string) =>
    expectStatus(
      suite.system.api()("POST", `/counsel/review/${token}/decide`, {
        decision,
        ...(comment === undefined ? {} : { comment }),
      }),
      200,
    );

  /** A rule book whose two approved rules have changed since. */
  async function drifted(name: string) {
    const rules = [ruleText("rule.a"), ruleText("rule.b"), ruleText("rule.c")];
    const first = await commission(suite.system, { rules });
    await decide(first.token, "approved");
    const path = `/admin/frameworks/${first.frameworkId}`;
    await expectStatus(suite.system.admin("PUT", path, { display_name: name }), 200);
    const changed = rules.slice(0, 2).map((rule) => ({
      ...rule,
      suggested_verdict_copy: "What we suggest to say now.",
    }));
    await expectStatus(suite.system.admin("PUT", `${path}/rules`, { rules: changed }), 200);
    return first;
  }

  /** The keyboard reaches the draft, which is addressed to counsel and contains the exact link. */
  async function expectMailDraft(draft: Locator, email: string, link: string): Promise<void> {
    await reach(draft);
    const address = new URL((await draft.getAttribute("href")) ?? "");
    expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(["mailto:", email]);
    expect(address.searchParams.get("subject")).toContain("Omega book");
    const body = address.searchParams.get("body");
    expect(body?.split(/\s+/)).toContain(link);
    // In UTC, as counsel's page and the mails of the service.
    expect(body).toMatch(/here until \d+ \w+ 2\d{3}, \d\d:\d\d:\d\d UTC:/);
  }

  /** Counsel who has opened the link: on their page in the bench, otherwise by its requests. */
  const counselWith = sized(
    async (link: string) => {
      const tab = await takeTab(suite.browser);
      await tab.goTo(link);
      await openReview(tab.page);
      return {
        approves: async (comment: string) => {
          await fillForm(tab.page, "Approve", comment);
          await sign(tab.page);
          await atStep(tab.page, "Your decision is recorded");
        },
        leaves: async () => {
          expect(tab.faults).toEqual([]);
          await restTab(tab);
        },
      };
    },
    async (link: string) => {
      const token = link.split("/").at(-1) ?? "";
      await expectStatus(suite.system.api()("GET", new URL(link).pathname), 200);
      return {
        approves: async (comment: string) => {
          await decide(token, "approved", comment);
        },
        leaves: async () => {},
      };
    },
  );

  const go = async (page: Page, letter: string, heading: string) => {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await atStep(page, heading);
  };

  test("by keyboard alone: register counsel for a rule book", async () => {
    const { frameworkId } = await commission(suite.system);
    await expectStatus(
      suite.system.admin("PUT", `/admin/frameworks/${frameworkId}`, { display_name: "Zeta book" }),
      200,
    );
    const { page, faults } = await suite.visit("");
    await go(page, "c", "Counsel");
    await press(page.getByRole("link", { name: "Register counsel" }));
    await atStep(page, "Register counsel");
    await choose(page.getByLabel("Rule book"), "Zeta");
    await type(page.getByLabel("Name"), "Grace Barrister");
    await choose(page.getByLabel("Language"), "Deu");
    await type(page.getByLabel("E-mail"), "not an address");
    await press(page.getByRole("button", { name: "Register counsel" }));
    await page.getByRole("alert").getByText("Nothing was changed").waitFor();
    expect(await page.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Name").inputValue()).toBe("Grace Barrister");
    await type(page.getByLabel("E-mail"), "grace@law.example");
    await page.getByRole("link", { name: "Home", exact: true }).focus();
    await reach(page.getByRole("button", { name: "Register counsel" }), true);
    await page.keyboard.press("Enter");
    await atStep(page, "Grace Barrister");
    await page.getByText("grace@law.example").first().waitFor();
    await page.locator(".facts").getByText("Deutsch").waitFor();
    expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  });

  test("two people: an admin requests a review from drift and hands the link over, counsel decides, and the admin's screen shows the decision by itself", async () => {
    const { email } = await drifted("Omega book");
    const { page, faults } = await suite.visit("");
    await go(page, "r", "Reviews");
    await press(page.getByRole("link", { name: "Request a review" }));
    await choose(page.getByLabel("Rule book"), "Omega");
    await press(page.getByRole("button", { name: "Pick the 2 changed and not asked about" }));
    await page.getByText("2 picked").waitFor();
    await press(page.getByRole("button", { name: "Request the review" }));
    await atStep(page, "Forward this link");
    await expect.poll(() => page.evaluate("document.activeElement.localName")).toBe("h1");
    const link = await page.getByRole("textbox", { name: /Link for counsel/ }).inputValue();
    expect(link).toMatch(/\/counsel\/review\/[\w-]{43}$/);
    await press(page.getByRole("button", { name: /^Copy the link/ }));
    await page.getByRole("button", { name: /^Copied/ }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link);
    await expectMailDraft(page.getByRole("link", { name: "Write an e-mail" }), email, link);
    await page.getByRole("img", { name: "QR code of the link" }).waitFor();
    await press(page.getByRole("link", { name: "Home", exact: true }));
    const question = page.getByRole("dialog", { name: "Leave this page?" });
    await question.getByText("The link cannot be shown again").waitFor();
    // The focus is on the safe choice, so that pressing Enter loses nothing.
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Stay");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await press(question.getByRole("button", { name: "Stay" }));
    expect(await page.getByRole("textbox", { name: /Link for counsel/ }).inputValue()).toBe(link);
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await atStep(page, "Art. 5 · 2 rules · Omega book");
    await page.getByText("Waiting for counsel to open the link").waitFor();

    const counsel = await counselWith(link);
    await lookAgain(page);
    await page.getByText("Waiting for the decision").waitFor();
    await counsel.approves("Good.");
    await lookAgain(page);
    await page.getByText("Decided: approved", { exact: true }).waitFor();
    await page.getByText("Good.").waitFor();
    await page.getByText(/^All \d+ checks passed|^\d+ of \d+ checks passed/).waitFor();
    await page.getByText("The checks one by one").click();
    await page.locator("td", { hasText: "passed" }).nth(3).waitFor();
    await counsel.leaves();
    expect(faults).toEqual([]);
  });

  test("a new link to forward is shown until the admin has forwarded it or makes another, and leaving asks first", async () => {
    const { review } = await commission(suite.system);
    const { page, faults } = await suite.visit(`/reviews/${review.id}`);
    const shown = page.getByRole("textbox", { name: "Link for counsel" });
    const focused = () => page.evaluate("document.activeElement.textContent");
    /** Presses a button and the one in its dialog; the focus then returns to the first. */
    const act = async (label: string, inDialog = label) => {
      await press(page.getByRole("button", { name: label, exact: true }));
      await press(page.getByRole("dialog").getByRole("button", { name: inDialog, exact: true }));
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await focused()).toBe(label);
    };
    await press(page.getByRole("button", { name: "Give more time" }));
    await type(page.getByLabel("Days from now"), "1");
    await press(page.getByRole("dialog").getByRole("button", { name: "Give more time" }));
    const until = /The review is open until \d+ \w+ 2\d{3}, \d\d:\d\d already\. Choose more days\./;
    await page.getByRole("alert").getByText(until).waitFor();
    expect(await page.getByLabel("Days from now").getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Escape");
    await act("Give more time");
    await act("Make a new link", "Make a link to forward");
    await page.getByText("This is the only time the link is shown").waitFor();
    const link = await shown.inputValue();
    await press(page.getByRole("link", { name: "Home", exact: true }));
    const question = page.getByRole("dialog", { name: "Leave this page?" });
    await question.getByText("The link cannot be shown again").waitFor();
    await press(question.getByRole("button", { name: "Stay" }));
    expect(await shown.inputValue()).toBe(link);
    await act("Mail a new link");
    await shown.waitFor({ state: "detached" });
    await act("Make a new link", "Make a link to forward");
    expect(await shown.inputValue()).not.toBe(link);
    if (process.env.CONSOLE_SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${process.env.CONSOLE_SCREENSHOTS}/new-link.png` });
    }
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await shown.waitFor({ state: "detached" });
    expect(await focused()).toBe("Art. 5 · 3 rules · A framework");
    await press(page.getByRole("link", { name: "Home", exact: true }));
    await page.locator("#do-next").waitFor();
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  });

  test("all due rules can be requested at once, with one review and one link for each hundred", async () => {
    const rules = Array.from({ length: 101 }, (_, i) => ruleText(`rule.${100 + i}`));
    const id = "many_rules";
    await expectStatus(
      suite.system.admin("PUT", `/admin/frameworks/${id}`, { display_name: "Many rules" }),
      200,
    );
    await expectStatus(suite.system.admin("PUT", `/admin/frameworks/${id}/rules`, { rules }), 200);
    const counsel = { framework_id: id, display_name: "Dr. Ada Lex", email: "many@law.example" };
    await expectStatus(suite.system.admin("POST", "/admin/counsel", counsel), 201);
    const { page, faults } = await suite.visit(`/reviews/new?framework_id=${id}`);
    await press(page.getByRole("button", { name: "Pick the 101 never reviewed" }));
    await page.getByText("101 picked (2 reviews, each with its own link)").waitFor();
    await press(page.getByRole("button", { name: "Request the review" }));
    await atStep(page, "Forward these 2 links");
    const links = page.getByRole("textbox", { name: /^Link for counsel \d of 2/ });
    const urls = await Promise.all([0, 1].map((index) => links.nth(index).inputValue()));
    expect(new Set(urls).size).toBe(2);
    const draft = await page.getByRole("link", { name: "Write an e-mail" }).getAttribute("href");
    for (const url of urls) expect(decodeURIComponent(draft ?? "")).toContain(url);
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await page.waitForURL(/reviews\?status=pending/);
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews?framework_id=${id}`);
    const sizes = body.items.map(
      (one: { rule_use_case_ids: string[] }) => one.rule_use_case_ids.length,
    );
    expect(sizes.toSorted()).toEqual([1, 100]);
    expect(faults).toEqual([]);
  });

  test("by keyboard alone: cancel a review, and repeat it with the same rules", async () => {
    const { review } = await commission(suite.system);
    const { page, faults } = await suite.visit(`/reviews/${review.id}`);
    await press(page.getByRole("button", { name: "Cancel the review" }));
    const dialog = page.getByRole("dialog", { name: "Cancel the review by Dr. Ada Lex?" });
    await press(dialog.getByRole("button", { name: "Cancel the review" }));
    await page.getByText("the request was withdrawn").waitFor();
    expect(await page.getByRole("button", { name: "Cancel the review" }).count()).toBe(0);
    await press(page.getByRole("link", { name: "Request again" }));
    await page.getByText("3 picked").waitFor();
    await press(page.getByRole("button", { name: "Request the review" }));
    await atStep(page, "Forward this link");
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await page.getByText("is asked for a decision on 3 rules").waitFor();
    expect(faults).toEqual([]);
  });

  test("pinned and live text are shown side by side with their differences, and an e-mail change warns first", async () => {
    const { review, counselId } = await drifted("Sigma book");
    const { page, faults } = await suite.visit(`/reviews/${review.id}`);
    await page.getByText("2 of 3 rules have another wording now").waitFor();
    await page.locator(".compared ins", { hasText: "now" }).first().waitFor();
    await goTo(page, `/counsel/${counselId}`);
    await press(page.getByRole("button", { name: "Edit" }));
    await type(page.getByLabel("E-mail"), "moved@law.example");
    await press(page.getByRole("button", { name: "Save" }));
    const dialog = page.getByRole("dialog", { name: "Change the e-mail?" });
    await dialog.getByText("One signature was made for the present e-mail").waitFor();
    await press(dialog.getByRole("button", { name: "Change the e-mail" }));
    await page.locator(".facts").getByText("moved@law.example").waitFor();
    expect(faults).toEqual([]);
  });

  test("counsel's trail shows its oldest rows, and the next page those that follow", async () => {
    const { counselId } = await commission(suite.system);
    const { page, faults } = await suite.visit("");
    // One row fills a page, so that two make a long trail.
    await page.route(`**/${counselId}/audit?*`, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "1");
      return route.continue({ url: url.href });
    });
    await goTo(page, `/counsel/${counselId}`, "Counsel: created");
    const rows = page.getByRole("table", { name: "Trail" }).locator("tbody tr");
    expect(await rows.count()).toBe(1);
    await page.getByRole("button", { name: "Next page" }).click();
    await rows.getByText("Rule review: requested").waitFor();
    expect(await rows.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test("the queue shows counts by status, and can be searched by counsel", async () => {
    const first = await commission(suite.system, { email: "unique-counsel@law.example" });
    await requestReview(suite.system, first);
    const { page, faults } = await suite.visit("/reviews");
    await page.getByRole("button", { name: /^Waiting for counsel \d+/ }).waitFor();
    await page.locator("[data-entry]").first().waitFor();
    await type(page.getByRole("searchbox"), "unique-counsel");
    await page.waitForURL(/search=unique-counsel/);
    await expect.poll(() => page.locator("[data-entry]").count()).toBe(2);
    await press(page.locator("#main a[data-entry]").first());
    await atStep(page, "Art. 5 · 3 rules · A framework");
    expect(faults).toEqual([]);
  });

  test("a second request for the same rules is stopped with a link to the first, and made only if the admin insists", async () => {
    const { review, frameworkId, counselId, ruleIds } = await commission(suite.system);
    const address = new URLSearchParams({
      framework_id: frameworkId,
      counsel_id: counselId,
      rules: ruleIds.join(","),
    });
    const { page, faults } = await suite.visit(`/reviews/new?${address}`);
    await page.getByText("3 picked").waitFor();
    await press(page.getByRole("button", { name: "Request the review" }));
    const told = page.getByRole("alert").getByRole("link", { name: "Open the request that waits" });
    expect(await told.getAttribute("href")).toMatch(new RegExp(`/reviews/${review.id}$`));
    const { body } = await suite.system.admin(
      "GET",
      `/admin/rule-reviews?framework_id=${frameworkId}`,
    );
    expect(body.items).toHaveLength(1);
    await press(page.getByRole("button", { name: "Request it once more all the same" }));
    await page.getByRole("textbox", { name: /^Link for counsel/ }).waitFor();
    expect(faults.filter((fault) => !fault.includes("409"))).toEqual([]);
    await page.getByRole("button", { name: "I have forwarded it" }).click();
  });
}
