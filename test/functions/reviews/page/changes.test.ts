import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { openReview } from "#test/support/counsel-page.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

const before = [
  ruleText("rule.a", {
    citations: [{ label: "Article 1" }],
    suggested_verdict_copy: "Keep this. Remove this part. Keep that.",
  }),
  ruleText("rule.b"),
];
const after = [
  ruleText("rule.a", {
    citations: [{ label: "Article 1" }, { label: "Article 2", url: "https://example.com/2" }],
    suggested_verdict_copy: "Keep this. Write this instead. Keep that.",
  }),
  ruleText("rule.b"),
  ruleText("rule.c"),
];

async function reReview(decision: string) {
  const first = await commission(suite.system, { rules: before });
  const path = `/counsel/review/${first.token}/decide`;
  await expectStatus(suite.system.api()("POST", path, { decision }), 200);
  const book = `/admin/frameworks/${first.frameworkId}/rules`;
  await expectStatus(suite.system.admin("PUT", book, { rules: after }), 200);
  return requestReview(suite.system, { ...first, ruleIds: after.map((rule) => rule.use_case_id) });
}

describe("changes since the last approval", () => {
  test("the response contains the approved text of exactly the changed rules", async () => {
    const { token } = await reReview("approved_with_changes");
    const { body } = await suite.system.api()("GET", `/counsel/review/${token}`);
    expect(body.changed_since_last_approval).toEqual(["rule.a"]);
    expect(body.previously_approved).toEqual({ "rule.a": before[0] });
  });

  test("a rule that was rejected before is not shown as changed", async () => {
    const { token } = await reReview("rejected");
    const { body } = await suite.system.api()("GET", `/counsel/review/${token}`);
    expect(body.changed_since_last_approval).toEqual([]);
    expect(body.previously_approved).toEqual({});
  });

  test("the page marks the rule, and shows each changed field then and now; it says when an approved text is omitted, and warns against deciding when its text does not match the pinned hash", async () => {
    const { token } = await reReview("approved");
    const { page, faults, close } = await suite.open(token);
    await openReview(page);
    await page
      .getByRole("heading", { name: "1 rule has changed since the last approval" })
      .waitFor();
    expect(await page.locator("#contents .tag.changed").count()).toBe(1);
    const changes = page.locator('[id="rule-rule.a"] .changes');
    expect(await changes.locator("dt").allTextContents()).toEqual([
      "Citations: approved before",
      "Citations: now",
    ]);
    expect(await changes.locator("dd").allTextContents()).toEqual([
      "Article 1",
      "Article 1\nArticle 2 (https://example.com/2)",
    ]);
    const wording = page.locator('[id="rule-rule.a"] [data-slot="verdict"]');
    expect(await wording.locator("del").allTextContents()).toEqual(["Remove", "part."]);
    expect(await wording.locator("ins").allTextContents()).toEqual(["Write", "instead."]);
    expect(await wording.textContent()).toBe(
      "Keep this. RemoveWrite this part.instead. Keep that.",
    );
    expect(await page.locator(".changes").count()).toBe(1);
    expect(faults).toEqual([]);

    // Answers with an approved text that does not fit, and with rules that do not match the hash.
    await page.route("**/counsel/review/*", async (route) => {
      if (route.request().headers().accept !== "application/json") return route.continue();
      const answer = await (await route.fetch()).json();
      answer.rules[1].title += "!";
      return route.fulfill({ json: { ...answer, previously_approved: {} } });
    });
    await page.reload();
    await openReview(page);
    await page.getByText("The approved text is too long to be shown beside this one.").waitFor();
    await page.getByText("does not match this hash. Please do not decide").waitFor();
    await close();
  });

  test("the page says from when a rule applies, what amended it, and how that differs from what was approved", async () => {
    const amended_by = { label: "Regulation (EU) 2026/1744", url: "https://example.com/1744" };
    const first = await commission(suite.system, {
      rules: [
        ruleText("rule.a", { applies_from: "2020-08-02" }),
        ruleText("rule.b"),
        ruleText("rule.c", { applies_until: "2020-12-31" }),
      ],
    });
    const path = `/counsel/review/${first.token}/decide`;
    await expectStatus(suite.system.api()("POST", path, { decision: "approved" }), 200);
    const book = `/admin/frameworks/${first.frameworkId}/rules`;
    const moved = ruleText("rule.a", { applies_from: "2999-12-02", amended_by });
    await expectStatus(suite.system.admin("PUT", book, { rules: [moved] }), 200);
    const { token } = await requestReview(suite.system, first);
    const { page, faults, close } = await suite.open(token);
    await openReview(page);
    const rule = (id: string) => page.locator(`[id="rule-${id}"]`);
    await rule("rule.a").getByText("Applies from 2 December 2999. Amended by").waitFor();
    const act = rule("rule.a").getByRole("link", { name: /^Regulation \(EU\) 2026\/1744/ });
    expect(await act.getAttribute("href")).toBe(amended_by.url);
    expect(await rule("rule.a").locator(".host").first().textContent()).toBe("example.com");
    expect(
      await rule("rule.b")
        .getByText(/Applies|Amended/)
        .count(),
    ).toBe(0);
    await rule("rule.c").getByText("Applies until 31 December 2020.").waitFor();
    expect(await rule("rule.a").locator(".changes dt").allTextContents()).toEqual([
      "Applies from: approved before",
      "Applies from: now",
      "Amended by: approved before",
      "Amended by: now",
    ]);
    expect(await rule("rule.a").locator(".changes dd").allTextContents()).toEqual([
      "2 August 2020",
      "2 December 2999",
      "nothing",
      "Regulation (EU) 2026/1744 (https://example.com/1744)",
    ]);
    await page.getByText("it matches the text on this page").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
