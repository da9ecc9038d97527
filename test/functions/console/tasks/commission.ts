import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type ConsoleSuite, platformAdmin } from "#test/support/console.ts";
import { flawsAgain, flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { press } from "#test/support/keyboard.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { byTurns } from "#test/support/ways.ts";

/**
 * "Commission what changed": a book's approved wordings have been amended, and counsel is to look at
 * exactly those. It takes three clicks instead of four: open the drift, request, mark as forwarded.
 */
export function commissionTasks(suite: ConsoleSuite): void {
  const names = ["rule.a", "rule.b", "rule.c"] as const;
  const citing = (id: string, at: number) =>
    ruleText(id, {
      citations: [{ label: `Regulation (EU) 2024/1689, Article 50(${at})` }],
      title: `Notice ${id}`,
    });
  const rules = names.map((id, i) => citing(id, i + 1));
  let approved: Awaited<ReturnType<typeof commission>>;

  const amend = (word: string) =>
    expectStatus(
      suite.system.admin("PUT", `/admin/frameworks/${approved.frameworkId}/rules`, {
        rules: rules
          .slice(0, 2)
          .map((rule) => ({ ...rule, suggested_verdict_copy: `Tell people ${word}.` })),
      }),
      200,
    );

  beforeAll(async () => {
    approved = await commission(suite.system, { rules });
    const path = `/admin/frameworks/${approved.frameworkId}`;
    const named = { display_name: "Regulation on artificial notices", short_name: "Notices" };
    await expectStatus(suite.system.admin("PUT", path, named), 200);
    const link = `/counsel/review/${approved.token}`;
    await expectStatus(suite.system.api()("GET", link), 200);
    await expectStatus(suite.system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
    // Another counsel could be asked too, but the console proposes the one who approved last.
    await expectStatus(
      suite.system.admin("POST", "/admin/counsel", {
        framework_id: approved.frameworkId,
        display_name: "Bea Counsel",
        email: "bea@law.example",
      }),
      201,
    );
    await amend("first");
  });

  /** The newest request's rules and counsel, as the API returns them. */
  async function newest() {
    const path = `/admin/rule-reviews?framework_id=${approved.frameworkId}&limit=1`;
    const { items } = (await expectStatus(suite.system.admin("GET", path), 200)).body;
    return items[0];
  }

  /** How a test acts on a control, and how often it has done so. */
  interface Acting {
    act: (target: Locator) => Promise<void>;
    count: () => number;
  }

  function counted(act: (target: Locator) => Promise<void>): Acting {
    let done = 0;
    return {
      count: () => done,
      act: async (target) => {
        done += 1;
        await act(target);
      },
    };
  }

  const ways = [
    ["by mouse", (target: Locator) => target.click()],
    ["by keyboard", (target: Locator) => press(target)],
  ] as const;

  async function expectExactly(page: Page): Promise<void> {
    await atStep(page, "Art. 50 · 2 rules · Notices");
    expect(await newest()).toMatchObject({
      rule_use_case_ids: ["rule.a", "rule.b"],
      counsel_id: approved.counselId,
      articles: ["Art. 50"],
      requested_by_email: "admin@example.com",
    });
  }

  const cancelNewest = async () => {
    const { id } = await newest();
    await expectStatus(suite.system.admin("POST", `/admin/rule-reviews/${id}/cancel`), 200);
  };

  test.each(byTurns(ways, 0))(
    "%s: what changed is commissioned from the queue in 3 clicks",
    async (_, how) => {
      const { page, faults } = await suite.visit("/reviews", platformAdmin);
      const { act, count } = counted(how);
      await page
        .getByText("Notices: 2 rules have changed since approval, and nobody is asked yet.")
        .waitFor();
      expect(await flawsByTurns(page, 1)).toEqual([]);
      await act(page.getByRole("link", { name: "Request review of 2 changed rules: Notices" }));
      await page.getByText("2 picked").waitFor();
      await page
        .getByLabel("Counsel", { exact: true })
        .locator("option:checked")
        .getByText("Lex")
        .waitFor({ state: "attached" });
      expect(await flawsAgain(page)).toEqual([]);
      await act(page.getByRole("button", { name: "Request the review" }));
      await atStep(page, "Forward this link");
      await act(page.getByRole("button", { name: "I have forwarded it" }));
      await expectExactly(page);
      expect([count(), faults]).toEqual([3, []]);
      await cancelNewest();
    },
  );

  test.each(byTurns(ways, 1))(
    "%s: a review says what moved since, and commissions exactly that in 3 clicks",
    async (_, how) => {
      const { page, faults } = await suite.visit(`/reviews/${approved.review.id}`);
      const { act, count } = counted(how);
      await atStep(page, "Art. 50 · 3 rules · Notices");
      await page.getByText("2 of 3 rules have another wording now.").waitFor();
      // Only rules with a difference are open, and the checks are folded.
      await expect.poll(() => page.locator("details.rule").count()).toBe(3);
      expect(await page.locator("details.rule[open]").count()).toBe(2);
      expect(await page.getByRole("table").count()).toBe(0);
      await page.getByRole("list", { name: "From request to proof" }).waitFor();
      expect(await flawsByTurns(page, 2)).toEqual([]);
      await act(page.getByRole("link", { name: "Request review of 2", exact: true }));
      await page.getByText("2 picked").waitFor();
      await act(page.getByRole("button", { name: "Request the review" }));
      await atStep(page, "Forward this link");
      await act(page.getByRole("button", { name: "I have forwarded it" }));
      await expectExactly(page);
      await page.getByText("Waiting for counsel to open the link").waitFor();
      // A request without a decision has nothing to check.
      expect(await page.getByText(/checks passed/).count()).toBe(0);
      expect(await flawsAgain(page)).toEqual([]);
      expect([count(), faults]).toEqual([3, []]);
      await cancelNewest();
    },
  );
}
