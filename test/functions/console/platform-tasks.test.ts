import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { press, type } from "#test/support/keyboard.ts";
import { ruleText } from "#test/support/review-fixture.ts";

const suite = consoleSuite();
let estate: Estate;

beforeAll(async () => {
  estate = await buildEstate(suite.system);
});

const jsonFile = (name: string, value: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

describe("by keyboard alone, a platform admin", () => {
  test("imports an amended rule book after its preview", async () => {
    const { page, faults, close } = await suite.open(`/rule-books/${estate.frameworkId}`);
    await press(page.getByRole("link", { name: "Import rules" }));
    await atStep(page, "Import rules");
    const rule = ruleText("scoring.social", { title: "Rule about scoring, amended" });
    await page.getByLabel(/JSON file/).setInputFiles(jsonFile("rules.json", { rules: [rule] }));
    await press(page.getByRole("button", { name: "Check and preview" }));
    await page.getByText("One approval covers wording that this import changes").waitFor();
    const before = await suite.system.admin("GET", `/admin/frameworks/${estate.frameworkId}/rules`);
    expect(JSON.stringify(before.body)).not.toContain("amended");
    await press(page.getByRole("button", { name: "Import now" }));
    await press(page.getByRole("dialog").getByRole("button", { name: "Import now" }));
    await page.getByRole("link", { name: "Rule about scoring, amended" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("answers the regulator's question and verifies the bundle in the browser", async () => {
    const { page, faults, close } = await suite.open("/evidence");
    await page.keyboard.press("/");
    await page.keyboard.insertText("nobody@law.example");
    await page.getByText("No decision fits this question.").waitFor();
    await type(page.getByLabel("E-mail of counsel"), " ");
    await page.getByRole("link", { name: "AI transparency code" }).waitFor();
    const downloading = page.waitForEvent("download");
    await press(page.getByRole("button", { name: "Export as one file" }));
    const file = join(tmpdir(), `console-export-${process.pid}.json`);
    await (await downloading).saveAs(file);
    await press(page.getByRole("link", { name: "Verify a bundle" }));
    await page.getByLabel("Bundle or export (JSON)").setInputFiles(file);
    await press(page.getByRole("button", { name: "Verify" }));
    await page.getByRole("heading", { name: /^(Nothing was changed in what|Genuine)/ }).waitFor();
    const { text } = await suite.system.admin(
      "GET",
      `/admin/rule-reviews/${estate.reviews.approved}/bundle`,
    );
    writeFileSync(file, text.replace("No objection.", "No objections."));
    await page.getByLabel("Bundle or export (JSON)").setInputFiles(file);
    await press(page.getByRole("button", { name: "Verify" }));
    await page.getByRole("heading", { name: "Changed or incomplete: do not rely on it" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("provisions and rotates every secret of the checklist", async () => {
    const { page, close } = await suite.open("/setup");
    const step = (title: string) =>
      page.locator(".steps > li", { has: page.getByRole("heading", { name: title }) });
    for (const title of [
      "Counsel-review signing secret",
      "Source-host webhook secret",
      "Event-bus webhook secret",
    ]) {
      const row = page
        .locator(".steps > li")
        .filter({ hasText: new RegExp(title.slice(0, 8), "i") });
      for (const label of ["Provision", "Rotate"]) {
        await press(row.getByRole("button", { name: label, exact: true }).first());
        await press(page.getByRole("dialog").getByRole("button", { name: label, exact: true }));
        await page.getByRole("status").filter({ hasText: "Revision" }).first().waitFor();
        await expect.poll(() => page.getByRole("dialog").count(), { timeout: 20_000 }).toBe(0);
      }
    }
    expect(await step("Counsel-review signing secret").textContent()).toContain("In place");
    await close();
  });

  test("reads the coverage of a past instant", async () => {
    const { page, faults, close } = await suite.open(
      `/coverage?framework_id=${estate.frameworkId}`,
    );
    await page.locator(".totals").waitFor();
    const slider = page.getByRole("slider");
    await press(slider, "ArrowLeft");
    await page.waitForURL(/days=-1/);
    await page.getByText("1 days ago").waitFor();
    expect(await page.locator(".heat li").count()).toBe(0);
    await press(slider, "ArrowRight");
    await expect.poll(() => page.locator(".heat li").count(), { timeout: 20_000 }).toBe(3);
    expect(faults).toEqual([]);
    await close();
  });

  test("finds an audit row by its filter, and its address leads back to it", async () => {
    const { page, faults, close } = await suite.open("/audit");
    await page.keyboard.press("/");
    await page.keyboard.insertText("tenant.created");
    await page.waitForURL(/action=tenant.created/);
    await press(page.locator("[data-entry]").first());
    await atStep(page, "Tenant: created");
    const address = page.url();
    await page.goto(address);
    await page.getByText('"action": "tenant.created"').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
