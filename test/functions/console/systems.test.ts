import { beforeAll, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { consoleSuite, memberOf } from "#test/support/console.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import {
  artifactsOf,
  confirm,
  decideOnRule,
  type GatedSystem,
  type GatedTenant,
  gated,
  gatedTenant,
  hostSettings,
  scan,
} from "#test/support/systems-gate.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

/** The folder for screenshots; none are taken without it. */
const pictures = process.env.CONSOLE_SCREENSHOTS;
let host: RepositoryServer;
let gate: GatedSystem;
let tenant: GatedTenant;
const suite = consoleSuite(async () => {
  host = await startRepositories();
  return hostSettings(host);
});
beforeAll(async () => {
  gate = await gated(suite.system, host);
  await suite.system.admin("POST", "/admin/setup/clearance-key/provision-key");
  host.repositories = [
    {
      id: 7001,
      full_name: "acme/hiring",
      files: { ".mcp.json": JSON.stringify({ mcpServers: { search: { command: "npx" } } }) },
    },
  ];
  tenant = await gatedTenant(gate, await newTenant(suite.system, "Acme"));
  return () => host.close();
});

test("a member asks whether a repository may go out and sees each reason in words, until all are resolved", async () => {
  const { page, faults } = await suite.visit("/clearance/systems", memberOf("Acme"));
  const answer = page.locator("section h2");
  const ask = () => page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByLabel("Repository", { exact: true }).fill("acme/hiring");
  await ask();
  await answer.getByText("Not cleared: 1 reason.").waitFor();
  const blockers = page.getByRole("table", { name: "What blocks" });
  await expect(blockers.textContent()).resolves.toContain("Not connected");

  await scan(tenant);
  await ask();
  await blockers.getByText("Not classified", { exact: true }).waitFor();
  await expect(blockers.textContent()).resolves.toContain("Answer the open questions");
  await blockers.getByRole("link", { name: "search" }).click();
  await atStep(page, "search");

  const [system] = (await artifactsOf(tenant)).filter(({ kind }) => kind === "mcp_server");
  await confirm(tenant, system?.id ?? "");
  await goTo(page, "/clearance/systems?repository=7001", "More conditions");
  await ask();
  await blockers.getByText("A rule is not cleared", { exact: true }).waitFor();

  await decideOnRule(gate, "approved");
  await ask();
  await answer.getByText("Cleared: it may go out.").waitFor();
  const systems = page.getByRole("table", { name: "The system" });
  await expect(systems.textContent()).resolves.toMatch(/search.*High risk.*cleared/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the answer, signed" }).click();
  expect((await saved).suggestedFilename()).toBe("clearance-7001.json");
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/systems.png` });
  expect(faults).toEqual([]);
});

test("a wrong number and a question that names no system are reported at their fields", async () => {
  const { page } = await suite.visit("/clearance/systems?repository=acme/hiring", memberOf("Acme"));
  await page.getByText("More conditions").click();
  await page.getByLabel("Listing at most this old, in hours").fill("9999");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Listing at most this old must be at most 720.").first().waitFor();
  await page.getByLabel("About what").selectOption("systems");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page
    .getByText(/^Systems in question /)
    .first()
    .waitFor();
});

test("a system of the inventory is found by its name and asked about", async () => {
  const { page, faults } = await suite.visit("/clearance/systems", memberOf("Acme"));
  await page.getByLabel("About what").selectOption("systems");
  await page.getByLabel("Find a system by its name").fill("nothing of this name");
  await page.getByText("No system fits.").waitFor();
  await page.getByLabel("Find a system by its name").fill("sear");
  await page.getByRole("checkbox", { name: "search" }).check();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator("section h2").getByText("Cleared: it may go out.").waitFor();
  expect(faults).toEqual([]);
});
