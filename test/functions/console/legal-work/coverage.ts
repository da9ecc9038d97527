import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { sized } from "#test/support/full-size.ts";
import { press, type } from "#test/support/keyboard.ts";
import { expectStatus, ruleText } from "#test/support/review-fixture.ts";

export function coverageOfLaws(suite: ConsoleSuite): void {
  /** Months load unasked for up to 1,000 rules. They do not for more rules, as in the bench. */
  const [RULES, PARTS] = sized([5_000, 250], [140, 130]);
  const EU = "/coverage?framework_id=eu_ai_act";

  /** Imports a book with citations that nobody foresaw, and with as many rules as wanted. */
  async function importBook(id: string, rules: object[]): Promise<void> {
    const { admin } = suite.system;
    await expectStatus(
      admin("PUT", `/admin/frameworks/${id}`, {
        display_name: `The ${id}`,
        short_name: `The ${id}`,
      }),
      200,
    );
    for (let at = 0; at < rules.length; at += 500) {
      const part = rules.slice(at, at + 500);
      await expectStatus(admin("PUT", `/admin/frameworks/${id}/rules`, { rules: part }), 200);
    }
  }

  beforeAll(async () => {
    const { admin } = suite.system;
    const { body: counsel } = await expectStatus(
      admin("POST", "/admin/counsel", {
        framework_id: "eu_ai_act",
        display_name: "Dr. Ada Lex",
        email: "ada@lex.example",
        firm: "Lex LLP",
      }),
      201,
    );
    const { body } = await expectStatus(
      admin("POST", "/admin/rule-reviews", {
        framework_id: "eu_ai_act",
        counsel_id: counsel.id,
        rule_use_case_ids: ["art50.2.synthetic_content_marking", "art5.1.c.social_scoring"],
      }),
      201,
    );
    const path = new URL(body.magic_link_url).pathname;
    await expectStatus(suite.system.api()("GET", path), 200);
    await expectStatus(
      suite.system.api()("POST", `${path}/decide`, {
        decision: "approved_with_changes",
        rule_verdicts: [
          {
            use_case_id: "art5.1.c.social_scoring",
            verdict: "rejected",
            text: "Public bodies are missing.",
          },
        ],
      }),
      200,
    );
  });

  const parts = (page: Page) =>
    page
      .locator(".act > li")
      .evaluateAll((items): string[][] =>
        items.map((item) =>
          [...item.querySelectorAll("h3, .part p")].map(
            (one: { textContent: string }) => one.textContent,
          ),
        ),
      );
  const cell = (page: Page, name: RegExp) => page.getByRole("button", { name });

  describe("coverage by the act's own structure", () => {
    test("has a labelled row for each part, in the order of the act, with its count and its days; each is one stop for Tab, and arrow keys go from cell to cell", async () => {
      const { page, faults } = await suite.visit(EU);
      await page.locator(".act").waitFor();
      const found = await parts(page);
      expect(found.map(([name]) => name).slice(0, 8)).toEqual([
        ...["Article 4", "Article 4a", "Article 5", "Article 6", "Article 50"],
        ...["Annex III, point 1", "Annex III, point 2", "Annex III, point 3"],
      ]);
      expect(found.at(-1)?.[0]).toBe("Annex III, point 8");
      const day = (await suite.system.advance(0)).slice(0, 10);
      const days = (on: string) => Math.round((Date.parse(on) - Date.parse(day)) / 86_400_000);
      expect(found[4]?.[1]).toBe("5 rules · In force");
      expect(found[5]?.[1]).toBe(`3 rules · in ${days("2027-12-02")} days`);
      const legend = page.getByRole("list", { name: /What the shapes mean/ });
      const said = await legend.locator("li").allTextContents();
      expect(said.map((one) => one.trim())).toEqual([
        ...["Approved 1", "Changed since approval 0", "Refused 1", "Under review 0"],
        ...["Never reviewed 42", "Open requests 0"],
      ]);
      expect(await legend.locator("svg.mark").count()).toBe(6);
      expect(await flawsByTurns(page, 2)).toEqual([]);
      expect(faults).toEqual([]);
      // Each part is one stop for Tab; the arrow keys go from cell to cell.
      expect(await page.locator('.act [tabindex="0"]').count()).toBe(13);
      const first = cell(page, / Art\. 50\(1\):/);
      await first.focus();
      await page.keyboard.press("End");
      const focused = () => page.evaluate("document.activeElement?.children[1]?.textContent");
      expect(await focused()).toBe("4, 2nd");
      await page.keyboard.press("ArrowLeft");
      expect(await focused()).toBe("4, 1st");
      await page.keyboard.press("Home");
      expect(await focused()).toBe("1");
    });

    test("a cell shows who approved the rule and when, its wording and its evidence, and Escape returns to the cell", async () => {
      const { page, faults } = await suite.visit(EU);
      const marking = cell(page, / Art\. 50\(2\): .*: Approved$/);
      await marking.click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText(/^Approved with changes by Dr\. Ada Lex on /).waitFor();
      await drawer.getByText("Suggested verdict").waitFor();
      expect(await flawsByTurns(page, 1)).toEqual([]);
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      expect(await marking.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true);
      await cell(page, / Art\. 5\(1\)\(c\): .*: Refused$/).click();
      await drawer.getByText("Public bodies are missing.").waitFor();
      await drawer.getByRole("link", { name: "Review and evidence" }).click();
      await page.waitForURL(/\/reviews\/[0-9a-f-]{36}$/);
      expect(faults).toEqual([]);
    });

    test("the table is collapsed, has the same order, and can be searched by provision", async () => {
      const { page } = await suite.visit(EU);
      const table = page.getByRole("table", { name: "Coverage", exact: true });
      await page.locator(".act").waitFor();
      expect(await table.isVisible()).toBe(false);
      await press(page.locator("summary", { hasText: "All 44 rules as a table" }));
      await type(page.getByLabel("Rule, title or id"), "article 50(");
      await expect.poll(() => table.locator("tbody tr").count()).toBe(5);
      expect(await table.locator("tbody td:first-child p").allTextContents()).toEqual([
        ...["Art. 50(1)", "Art. 50(2)", "Art. 50(3)"],
        ...["Art. 50(4), first subparagraph", "Art. 50(4), second subparagraph"],
      ]);
    });

    test("months are a picture with its table, dates of the law are numbered lines; books are tabs by their short names", async () => {
      const { page } = await suite.visit(EU);
      const picture = page.locator("svg.months");
      await picture.waitFor();
      expect(await picture.getAttribute("aria-label")).toContain("1 of 44 approved");
      const drawn = await picture.locator(".law").count();
      const dates = await page.locator(".dates > li").count();
      expect([drawn > 0, dates >= drawn]).toEqual([true, true]);
      await press(page.locator("summary", { hasText: "The picture as a table" }));
      const table = page.getByRole("table", { name: "Month by month" });
      const last = await table.locator("tbody tr").last().locator("td").allTextContents();
      expect(last.slice(1)).toEqual(["1", "0", "1", "0", "42"]);
      const tabs = page.locator(".tabs");
      expect(await tabs.locator("[aria-current]").textContent()).toBe("EU AI Act");
      await tabs.getByRole("link", { name: "Texas TRAIGA" }).click();
      await page.getByRole("heading", { name: "§ 552.051" }).waitFor();
      expect(await tabs.locator("[aria-current]").textContent()).toBe("Texas TRAIGA");
    });
  });

  test("rules that start on one day for different reasons are counted once, and the count opens all of them", async () => {
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await importBook("two_starts", [
      ruleText("two.dated", { applies_from: day(30) }),
      ruleText("two.delayed"),
    ]);
    const events = [
      {
        id: "delay.1",
        kind: "delayed",
        on: day(0),
        until: day(29),
        use_case_ids: ["two.delayed"],
        authority: "The legislature",
        citation_url: "https://law.example/1",
        note: "Put off by a month.",
      },
    ];
    const path = "/admin/frameworks/two_starts/enforcement";
    await expectStatus(suite.system.admin("PUT", path, { events }), 200);
    const { page, faults } = await suite.visit("/coverage?framework_id=two_starts");
    const link = page.locator(".dates").getByRole("link", { name: / not approved in the live/ });
    await link.first().waitFor();
    expect(await link.allInnerTexts()).toEqual(["2 not approved in the live wording"]);
    await link.click();
    await page.locator(".share strong").getByText("2", { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  describe("a book that nobody foresaw", () => {
    test("citations of no known form are grouped as Other, and nothing in them is executed", async () => {
      const labels = ["民法第七百九条", "<img src=x onerror=alert(1)>", "(((((((((", "__proto__"];
      await importBook("odd_book", [
        ...labels.map((label, i) => ruleText(`odd.${i}`, { citations: [{ label }] })),
        ruleText("odd.none", { citations: [] }),
        ruleText("odd.known", { citations: [{ label: "Article 7(1)" }] }),
      ]);
      const { page, faults } = await suite.visit("/coverage?framework_id=odd_book");
      await page.locator(".act").waitFor();
      expect((await parts(page)).map(([name, count]) => `${name}: ${count}`)).toEqual([
        "Article 7: 1 rule · In force",
        "Other: 5 rules · In force",
      ]);
      expect(await page.locator("#main img").count()).toBe(0);
      expect(await flawsByTurns(page, 0)).toEqual([]);
      expect(faults).toEqual([]);
    });

    test("thousands of rules need few requests and a bounded number of elements, and the rest is one press away", async () => {
      const rules = Array.from({ length: RULES }, (_, i) =>
        ruleText(`big.${i}`, { citations: [{ label: `Article ${(i % PARTS) + 1}(${i})` }] }),
      );
      await importBook("big_book", rules);
      const { page, faults } = await suite.visit("/nowhere");
      let requests = 0;
      page.on("request", (one) => {
        if (one.resourceType() === "fetch") requests += 1;
      });
      await goTo(
        page,
        "/coverage?framework_id=big_book",
        `Show ${PARTS - 60} more parts of the act`,
      );
      expect(requests).toBeLessThanOrEqual(10);
      const elements = await page.locator("#main *").count();
      expect(elements).toBeLessThan(sized(8000, 2000));
      await press(page.getByRole("button", { name: `Show ${PARTS - 60} more parts` }));
      await expect.poll(() => page.locator(".act > li").count()).toBe(PARTS);
      await press(page.getByText(`All ${RULES.toLocaleString("en")} rules as a table`));
      await type(page.getByLabel("Rule, title or id"), `big.${RULES - 1}`);
      const rows = page.getByRole("table", { name: "Coverage", exact: true }).locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(1);
      expect(faults).toEqual([]);
    });
  });
}
