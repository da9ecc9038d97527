import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { press, type } from "#test/support/keyboard.ts";
import { type Commissioned, commission, expectStatus } from "#test/support/review-fixture.ts";

export function ruleBooks(suite: ConsoleSuite): void {
  let asked: Commissioned;
  const REMARK = "Name the authority to which people can complain.";

  beforeAll(async () => {
    asked = await commission(suite.system);
    const path = `/counsel/review/${asked.token}`;
    await expectStatus(suite.system.api()("GET", path), 200);
    await expectStatus(
      suite.system.api()("POST", `${path}/decide`, {
        decision: "approved_with_changes",
        rule_verdicts: [
          { use_case_id: "rule.a", verdict: "rejected", text: REMARK },
          { use_case_id: "rule.b", verdict: "approved_with_changes", text: "Shorten the title." },
        ],
      }),
      200,
    );
  });

  describe("a rule book's short name", () => {
    test("is given with a new book and changed later; lists show it, with the full title below; two books with the same short name are shown by their titles", async () => {
      const { page, faults } = await suite.visit("/rule-books");
      await press(page.getByRole("button", { name: "New rule book" }));
      const dialog = page.getByRole("dialog", { name: "New rule book" });
      await type(dialog.getByLabel("Id", { exact: true }), "toy_act");
      await type(dialog.getByLabel("Name", { exact: true }), "Act on Toys That Answer Back (2026)");
      await type(dialog.getByLabel(/^Short name/), `Toy${"!".repeat(60)}`);
      await press(dialog.getByRole("button", { name: "Create the rule book" }));
      await dialog.locator(".fault").getByText("60").waitFor();
      await type(dialog.getByLabel(/^Short name/), "Toy Act");
      await press(dialog.getByRole("button", { name: "Create the rule book" }));
      await page.getByText("Toy Act").first().waitFor();
      await goTo(page, "/rule-books", "Act on Toys That Answer Back (2026)");
      await press(page.getByRole("link", { name: "Toy Act", exact: true }));
      await page.getByRole("heading", { level: 1, name: "Toy Act" }).waitFor();
      await page.getByText("Act on Toys That Answer Back (2026)").waitFor();
      await press(page.getByRole("button", { name: "Names" }));
      const names = page.getByRole("dialog", { name: "Names and source of the rule book" });
      await type(names.getByLabel(/^Short name/), "Toys");
      await press(names.getByRole("button", { name: "Save", exact: true }));
      await page.getByRole("heading", { level: 1, name: "Toys" }).waitFor();
      const { body } = await suite.system.admin("GET", "/admin/frameworks");
      expect(body.items.find(({ id }: { id: string }) => id === "toy_act")).toMatchObject({
        display_name: "Act on Toys That Answer Back (2026)",
        short_name: "Toys",
      });

      // The short name is not used where two books share it: their titles tell them apart.
      for (const year of ["2027", "2028"]) {
        await expectStatus(
          suite.system.admin("PUT", `/admin/frameworks/twin_${year}`, {
            display_name: `Twin Act of ${year}`,
            short_name: "Twin Act",
          }),
          200,
        );
      }
      await goTo(page, "/rule-books", "Twin Act of 2028");
      await page.getByRole("link", { name: "Twin Act of 2027", exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Twin Act", exact: true }).count()).toBe(0);
      expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
    });
  });

  describe("an objection to one rule inside an approval", () => {
    test("appears in coverage and in the book beside the status, and leads to the review; the rule's page shows who said what, and where to act on it", async () => {
      const { page, faults } = await suite.visit(`/coverage?framework_id=${asked.frameworkId}`);
      await press(page.locator("summary", { hasText: "All 3 rules as a table" }));
      const said = page.locator("td", { hasText: "Objection: rejected" });
      await said.first().waitFor();
      expect(await said.count()).toBe(1);
      const legend = page.getByRole("list", { name: /What the shapes mean/ });
      await legend.getByRole("link", { name: "Refused 1" }).waitFor();
      await goTo(page, `/rule-books/${asked.frameworkId}`, "Objection: rejected");
      await press(page.getByRole("link", { name: "Objection: rejected" }));
      await page.waitForURL(new RegExp(`/reviews/${asked.review.id}`));
      await goTo(page, `/rule-books/${asked.frameworkId}/rules/rule.a`, REMARK);
      const onRule = page.locator("section", { hasText: "Counsel objected to this rule" });
      await onRule.getByText(REMARK).waitFor();
      await onRule.getByText("Dr. Ada Lex, Lex LLP: rejected.").waitFor();
      expect(await flawsByTurns(page, 0)).toEqual([]);
      await press(onRule.getByRole("link", { name: "Request again" }));
      await page.waitForURL(/reviews\/new\?.*rules=rule.a.*counsel_id=/);
      await goTo(page, `/rule-books/${asked.frameworkId}/rules/rule.b`, "Shorten the title.");
      await page.getByText("Counsel approved this rule with changes").waitFor();
      await goTo(page, `/rule-books/${asked.frameworkId}/rules/rule.c`, "Version 1");
      expect(await page.getByText(/Counsel (objected|approved)/).count()).toBe(0);
      expect(faults).toEqual([]);
    });
  });
}
