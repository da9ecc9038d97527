import { beforeAll, describe, expect, test } from "vitest";
import { mixedText } from "#shared/domain/standing/outcomes.ts";
import { delegationText, panelText } from "#shared/domain/standing/provenance.ts";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";

/**
 * What the console's proofs say about the sample's panel, which was split by rule, and its delegate.
 */
export function namedInProofs(suite: ConsoleSuite): void {
  // biome-ignore lint/suspicious/noExplicitAny: the answer as it came
  let evidence: any;
  /** The sentence about the panel, and the one about who passed the request on. */
  let said: [string, string] = ["", ""];
  beforeAll(async () => {
    const { items } = (await suite.system.admin("GET", "/admin/rule-reviews?limit=200")).body;
    const { id } = items.find(
      (one: Record<string, unknown>) => one.delegated_from !== null && one.decided_at !== null,
    );
    evidence = (await suite.system.admin("GET", `/admin/rule-reviews/${id}/evidence`)).body;
    said = [panelText(evidence.panel), delegationText(evidence.delegation)];
  });

  describe("a member's decision that a delegate made", () => {
    test("is shown with the panel and its outcome, and with who passed it on to whom, when and why, on its page and in the rule's proof", async () => {
      expect(said[0]).toMatch(
        /^One of 3 members of a panel; 2 approvals needed; the panel approved with changes \(.*1 sent back: /,
      );
      expect(said[1]).toMatch(
        /^Avv\. Luca Ferrari passed this on to .* on \d+ \w+ 2\d{3}: 'Criminal procedure .*'; vouched for by Avv\. Luca Ferrari, not confirmed by an admin$/,
      );
      const { page, faults } = await suite.visit("");
      const { id, framework_id, rule_use_case_ids } = evidence.request;
      const rule = rule_use_case_ids[0];
      const places = [
        `/reviews/${id}`,
        `/evidence?rule=${encodeURIComponent(`${framework_id}/${rule}`)}`,
      ];
      for (const path of places) {
        await goTo(page, path);
        for (const one of await page.locator("details.proof:not([open]) > summary").all()) {
          await one.click();
        }
        for (const text of said) await page.getByText(text).first().waitFor();
      }
      expect(faults).toEqual([]);
    });

    test("the queue and the panel's page begin with the outcome of each rule", async () => {
      const mixed = mixedText(evidence.panel.outcomes) ?? "";
      expect(mixed).toMatch(/^4 approved.*, 1 sent back: /);
      const { page } = await suite.visit("");
      await goTo(page, `/reviews/panels/${evidence.panel.id}`);
      await page.getByText(mixed).first().waitFor();
      await goTo(page, "/reviews?status=approved_with_changes");
      await page
        .getByText(/1 sent back: /)
        .first()
        .waitFor();
    });
  });
}
