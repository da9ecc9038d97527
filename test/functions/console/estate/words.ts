import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf } from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";

export function namesOfThings(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  beforeAll(() => {
    estate = estateOf();
  });

  describe("people are named", () => {
    test("an act of counsel by link shows counsel's name in the audit trail, on its row and on the review", async () => {
      const { page, faults } = await suite.visit("/audit?action=rule_review.viewed_by_counsel");
      const row = page.locator("tbody tr").first();
      await row.getByText("counsel Dr. Ada Lex").waitFor();
      expect(await page.getByText("the system").count()).toBe(0);
      await row.getByRole("link").first().click();
      await page.locator("dd", { hasText: "counsel Dr. Ada Lex" }).waitFor();
      await page.getByText('"actor_type": "system"').waitFor();
      await goTo(page, `/reviews/${estate.reviews.approved}`, "counsel Dr. Ada Lex");
      await goTo(page, "/audit?action=rule_review.approved", "counsel Dr. Ada Lex");
      expect(faults).toEqual([]);
    });
  });

  describe("things have the names that people use", () => {
    test("the audit trail names connections and rule books, and calls no secret or provider by a code of ours", async () => {
      const provision = "/admin/setup/cloudb-eventbus-webhook-secret/provision-secret";
      await suite.system.admin("POST", provision);
      const { page, faults } = await suite.visit("/audit?action=connection.created");
      const rows = page.locator("tbody tr");
      await rows.getByText("Repositories", { exact: true }).waitFor();
      expect(await rows.getByText(estate.connections.sourcehost).count()).toBe(0);
      await goTo(page, "/audit?resource_type=framework", "AI transparency code");
      await goTo(page, "/setup", "What was changed here");
      const secret =
        /^Cloud B of <b>Northwind<\/b>⟨U\+200B⟩ event-bus webhook secret: provisioned$/;
      await page.getByText(secret).waitFor();
      const shown = await page.locator("#main").innerText();
      expect(shown.match(/cloudb|sourcehost_|hmac|Oidc issuer|Platform:/g)).toBe(null);
      // What every row would repeat appears only once.
      expect(shown.match(/environment of the local run/g)).toHaveLength(1);
      expect(faults).toEqual([]);
    });
  });

  describe("connections have names that people know", () => {
    test("a provider is called what the settings say, with hidden characters shown, or else by its kind and product", async () => {
      const { page, faults } = await suite.visit("/connections", orgAdminOf("Northwind"));
      await page.getByText("Cloud B of <b>Northwind</b>⟨U+200B⟩, event bus").waitFor();
      await page.getByText("Source host (GitHub)").waitFor();
      expect(faults).toEqual([]);
      const config = await suite.system.api()("GET", "/admin/console/config.json");
      expect(config.body.provider_names).toEqual({ cloudb: "Cloud B of <b>Northwind</b>\u200b" });
    });

    test("a run names its connection, why it ran and what it found, and a text that all runs share appears once", async () => {
      await estate.orgAdmin("POST", `/connections/${estate.connections.eventbus}/discovery-runs`);
      const { page, faults } = await suite.visit("/connections/runs");
      const rows = page.locator("tbody tr");
      await rows.getByText("Repositories").waitFor();
      await rows.getByText("Somebody asked").first().waitFor();
      await expect.poll(() => rows.getByText("0 artifacts").count()).toBe(2);
      expect(faults).toEqual([]);
      const tenant = await suite.open(`/connections/runs/${estate.runId}`, orgAdminOf("Northwind"));
      await tenant.page.getByRole("heading", { level: 1, name: "Run of Repositories" }).waitFor();
      await tenant.close();
    });
  });
}
