import { expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import {
  appointAnother,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";

/**
 * A request about an earlier wording reviews nothing that is live. Coverage, Clearance and the box with
 * counsel's objection used to take it for one that does, and no longer offered to request a review.
 */
export function earlierWording(suite: ConsoleSuite): void {
  test("an open request about an earlier wording says so, and each screen still offers to request a review; one about the live wording is awaited", async () => {
    const { admin, api } = suite.system;
    const ids = ["rule.approved", "rule.panel", "rule.refused"];
    const asked = await commission(suite.system, { rules: ids.map((id) => ruleText(id)) });
    const book = `/admin/frameworks/${asked.frameworkId}`;
    const amend = (title: string, rules: readonly string[]) => {
      const amended = rules.map((id) => ruleText(id, { title: `${id}, ${title}` }));
      return expectStatus(admin("PUT", `${book}/rules`, { rules: amended }), 200);
    };
    await expectStatus(
      api()("POST", `/counsel/review/${asked.token}/decide`, {
        decision: "approved_with_changes",
        rule_verdicts: ["rule.panel", "rule.refused"].map((use_case_id) => ({
          use_case_id,
          verdict: "changes_requested",
          text: "Say who tells them.",
        })),
      }),
      200,
    );
    await amend("second", [...ids, "rule.new"]);
    await requestReview(suite.system, {
      ...asked,
      ruleIds: ["rule.approved", "rule.new", "rule.refused"],
    });
    const another = await appointAnother(suite.system, asked);
    await expectStatus(
      admin("POST", "/admin/review-panels", {
        framework_id: asked.frameworkId,
        rule_use_case_ids: ["rule.panel"],
        counsel_ids: [asked.counselId, another.counselId],
        need: 1,
        on_reject: "ends",
      }),
      201,
    );
    await amend("third", ["rule.approved", "rule.new", "rule.refused"]);

    const EARLIER = "A request about an earlier wording is open";
    const { page, faults } = await suite.visit(`/coverage?framework_id=${asked.frameworkId}`);
    await page.getByRole("link", { name: "Request review of what changed" }).click();
    await page.getByText("1 picked").waitFor();

    await goTo(page, "/clearance");
    await page.getByLabel("Rule book").selectOption(asked.frameworkId);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const rows = page.getByRole("table", { name: "What blocks" }).locator("tbody tr");
    const row = rows.filter({ hasText: "rule.new" });
    await row.getByText(EARLIER).waitFor();
    await row.getByText("Request a review.").waitFor();
    expect(await page.getByRole("link", { name: "Request review of 2" }).count()).toBe(1);

    // Counsel is asked about the live wording, and not about one that is about to ship.
    await requestReview(suite.system, { ...asked, ruleIds: ["rule.new"] });
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await row.getByText("Wait for counsel’s decision.").waitFor();
    await page.getByLabel("About what").selectOption({ label: "A wording that is about to ship" });
    const shipping = JSON.stringify([ruleText("rule.new", { title: "Fourth" })]);
    await page.getByLabel("Or their JSON").fill(shipping);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await row.getByText("Never reviewed").waitFor();
    await row.getByText("Request a review.").waitFor();
    expect(await row.getByText("is open").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Request review", exact: true }).count()).toBe(1);

    const box = page.locator("#main .trouble");
    const again = box.getByRole("link", { name: "Request again" });
    await goTo(page, `/rule-books/${asked.frameworkId}/rules/rule.refused`, "Live text");
    await box.getByText(EARLIER).waitFor();
    expect(await again.count()).toBe(1);
    await goTo(page, `/rule-books/${asked.frameworkId}/rules/rule.panel`, "Live text");
    await box.getByText("A panel is deciding").waitFor();
    expect(await again.count()).toBe(0);
    expect(faults).toEqual([]);
    // Home counts the work of current books; the tests after this one need not know of these rules.
    await expectStatus(admin("PUT", book, { display_name: "Amended", status: "superseded" }), 200);
  });
}
