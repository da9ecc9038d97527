import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { consoleSuite, memberOf, orgAdminOf } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import {
  actionsOf,
  discoverPush,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

let upstream: Upstream;
let tenant: InventoryTenant;
let artifactId: string;
const suite = consoleSuite(async () => {
  upstream = await startUpstream();
  return { EXTRACTOR_ALLOWED_HOSTS: upstream.host };
});
beforeAll(async () => {
  const { system } = suite;
  for (const [id, display_name] of [
    ["eu_ai_act", "EU AI Act"],
    ["co_sb_26_189", "Colorado"],
  ]) {
    await system.admin("PUT", `/admin/frameworks/${id}`, { display_name });
  }
  tenant = await inventoryTenant(system, [
    {
      provider: "hosted_llm",
      endpoint: `${upstream.url}/good`,
      model: "claude-sonnet-5-5",
      auth: "k",
    },
  ]);
  await tenant.org("PATCH", "/tenant/settings/extractor", { budget: { monthly_usd: 25 } });
  const decided = await discoverPush(system, tenant, "acme/ranking-done");
  await tenant.org("PUT", `/artifacts/${decided.artifact.id}/classification`, {
    class: "minimal",
    reason: "A prototype.",
  });
  artifactId = (await discoverPush(system, tenant, "acme/ranking-open")).artifact.id;
});
afterAll(() => upstream.close());

/** The folder for screenshots; none are taken without it. */
const pictures = process.env.CONSOLE_SCREENSHOTS;

async function faultsOf(page: Page, name: string, turn: number): Promise<string[]> {
  if (pictures !== undefined) {
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  }
  return (await flawsByTurns(page, turn)).map((one) => `${name}: ${one}`);
}

test("an org admin sees undecided artifacts first, quotes in the text and the gates that opened, confirms, and switches on the tools for agents, all on accessible screens", async () => {
  const { page, faults } = await suite.visit("/inventory", orgAdminOf("Acme"));
  await page.getByText("ranking-open").first().waitFor();
  const rows = await page.locator("tbody tr").allTextContents();
  expect(rows[0]).toMatch(/ranking-open.*High risk.*a proposal/s);
  expect(rows[0]).toContain("Annex III, point 4(a): Recruitment and selection");
  expect(rows[1]).toMatch(/ranking-done.*Minimal.*overridden/s);
  const wrong = await faultsOf(page, "inventory", 0);

  await goTo(page, `/inventory/${artifactId}`, "From facts to class");
  wrong.push(...(await faultsOf(page, "artifact", 3)));
  await page.getByText("no person has confirmed it").first().waitFor();
  expect(await page.locator("mark").first().textContent()).toBe("ranking");
  await page.getByText("annex3.4.a.employment_recruitment").first().waitFor();
  await page.getByLabel("Reason").fill("It ranks applicants.");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page
    .getByText("Your decision is recorded: acme/ranking-open, High risk.")
    .first()
    .waitFor();
  const history = page.getByRole("row").filter({ hasText: "Artifact: confirmed" });
  expect(await history.getByRole("link").getAttribute("href")).toContain("/audit/row/");
  expect(await actionsOf(tenant, artifactId)).toEqual([
    "artifact.classified",
    "artifact.confirmed",
  ]);

  const tools = () => tenant.org("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" });
  expect((await tools()).status).toBe(404);
  await goTo(page, "/extractors", "Usage and budget");
  await page.getByRole("img", { name: /spent up to each day/ }).waitFor();
  await page.getByText("Off: no agent reads anything.").waitFor();
  await page.getByRole("button", { name: "Switch the tools on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Switch the tools on" }).click();
  await page.getByText("On.", { exact: true }).waitFor();
  await page.getByText(`${suite.system.baseUrl}/mcp`).waitFor();
  expect((await tenant.member("GET", "/tenant/settings/mcp")).body).toEqual({ enabled: true });
  wrong.push(...(await faultsOf(page, "usage and tools", 1)));
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
});

test("of more entries than the CSV takes, the page says that the file has only the first ones", async () => {
  const { page, close } = await suite.open("/inventory", orgAdminOf("Acme"));
  await page.getByText("ranking-done").first().waitFor();
  await page.evaluate(`{
    const real = fetch;
    const found = { items: Array(20_000).fill({ name: "x", classification: null }), next_cursor: "more" };
    const body = JSON.stringify(found);
    globalThis.fetch = (address, ...more) =>
      /artifacts\\?/.test(address) ? Promise.resolve(new Response(body)) : real(address, ...more);
  }`);
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page
    .getByText("The file has the first 100,000 entries. Narrow the filters to export the others.")
    .waitFor();
  await close();
});

test("a screen that loads only the beginning of a list says so", async () => {
  const { page, close } = await suite.open("/inventory", orgAdminOf("Acme"));
  await page.route("**/history?*", async (route) => {
    const { items } = await (await route.fetch()).json();
    const many = Array.from({ length: 2000 }, (_, i) => ({ ...items[0], id: `${i}` }));
    await route.fulfill({ json: { items: many, next_cursor: "more" } });
  });
  await goTo(page, `/inventory/${artifactId}`, "There are more entries than are shown here.");
  await close();
});

test("a member reads the same pages, and is offered no decision, no switch and no way to the audit screens", async () => {
  const { page } = await suite.visit(`/inventory/${artifactId}`, memberOf("Acme"));
  await page.getByText("From facts to class").waitFor();
  const history = page.getByRole("row").filter({ hasText: "Artifact: confirmed" });
  await history.locator("time").waitFor();
  expect(await history.getByRole("link").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(Confirm|Override)/ }).count()).toBe(0);
  await goTo(page, "/extractors");
  await page.getByText("On.", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /Switch the tools/ }).count()).toBe(0);
});

test("what is gone is not among what is still to be decided, as on Home", async () => {
  await discoverPush(suite.system, tenant, "acme/ranking-gone");
  const { page, faults } = await suite.visit(
    "/inventory?class=high_risk&state=open",
    orgAdminOf("Acme"),
  );
  await page.getByText("ranking-gone").first().waitFor();
  expect((await tenant.org("DELETE", `/connections/${tenant.connectionId}`)).status).toBe(204);
  for (const state of ["open", "decided"]) {
    await goTo(page, "/inventory?state=gone", "ranking-gone");
    await goTo(page, `/inventory?class=high_risk&state=${state}`, "Nothing fits these filters.");
  }
  await goTo(page, "");
  expect(await page.getByText("high-risk by the facts found").count()).toBe(0);
  expect(faults).toEqual([]);
});
