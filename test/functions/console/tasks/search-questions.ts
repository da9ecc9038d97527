import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { sampled } from "#test/support/full-size.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import {
  otherQuestions,
  ruleQuestions,
  type SearchQuestion,
} from "#test/support/search-questions.ts";

/** What people type into the search of the sample half year, and which hit comes first. */
export function searchQuestions(suite: ConsoleSuite): void {
  /** The group and the words of the first hit; both empty if nothing fits. */
  async function firstHit(page: Page, text: string): Promise<[string, string]> {
    const field = page.getByRole("combobox");
    await field.fill("");
    await page.getByRole("option", { name: /^Home/ }).waitFor();
    await field.fill(text);
    await page
      .getByRole("status")
      .filter({ hasText: /^(\d+ results|One result|Nothing fits)/ })
      .waitFor();
    const first = page.getByRole("option").first();
    if ((await first.count()) === 0) return ["", ""];
    return first.evaluate((one) => [
      one.parentElement?.querySelector("p")?.textContent?.replace(/,.*/, "") ?? "",
      one.firstChild?.textContent ?? "",
    ]) as Promise<[string, string]>;
  }

  /** A review of the sample, by its id and by the beginning that screens print. */
  async function ofReview(): Promise<SearchQuestion[]> {
    const { items } = (
      await expectStatus(suite.system.admin("GET", "/admin/rule-reviews?status=approved"), 200)
    ).body;
    const { id, counsel_display_name: name } = items[0];
    const hit = new RegExp(`· ${name}$`);
    return [
      [id, "Reviews", hit],
      [id.toUpperCase(), "Reviews", hit],
      [id.slice(0, 8), "Reviews", hit],
    ];
  }

  test("a question of each of 60 kinds finds what it asks for as the first hit", async () => {
    const all = [...ruleQuestions, ...otherQuestions, ...(await ofReview())];
    expect(all.length).toBeGreaterThanOrEqual(60);
    const { page, faults } = await suite.visit("/nowhere");
    await page.keyboard.press("/");
    const told: unknown[] = [];
    // A test without a browser covers the rules by turns; one question of each group is enough here.
    const ofGroups = [...Map.groupBy(all, ([, group]) => group).values()];
    const asked = ofGroups.flatMap((group) => sampled(group, group.length));
    for (const [text, group, hit] of asked) {
      const [inGroup, said] = await firstHit(page, text);
      const fits =
        typeof hit === "string"
          ? said.startsWith(hit) && (hit !== "" || said === "")
          : hit.test(said);
      if (inGroup !== group || !fits)
        told.push({ text, wanted: `${group}: ${hit}`, inGroup, said });
    }
    expect(told).toEqual([]);
    expect(faults).toEqual([]);
  });
}
