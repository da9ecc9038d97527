import { beforeAll, describe, expect, test } from "vitest";
import { consoleSuite, orgAdminOf, platformAdmin } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { press, type } from "#test/support/keyboard.ts";

const suite = consoleSuite({ SOURCEHOST_WEBHOOK_SECRET: "a".repeat(64) });
let estate: Estate;

beforeAll(async () => {
  estate = await buildEstate(suite.system);
});

describe("by keyboard alone, an organisation admin", () => {
  test("connects cloud C and a source host, and is led through the onboarding", async () => {
    const { page, faults, close } = await suite.open("/connections", orgAdminOf("Northwind"));
    await press(page.getByRole("link", { name: "Connect an environment" }).first());
    await atStep(page, "Connect an environment");
    await press(page.getByRole("radio", { name: /Cloud C by workload identity/ }), "Space");
    await type(
      page.getByLabel("Audience"),
      "//iam.googleapis.com/projects/123456/locations/global/workloadIdentityPools/pool-1/providers/prov-1",
    );
    await type(page.getByLabel("Service account"), "reader@acme-prod.iam.gserviceaccount.com");
    await type(page.getByLabel("Projects, one a line"), "acme-prod");
    await press(page.getByRole("button", { name: "Connect", exact: true }));
    await page.getByRole("heading", { name: "Step by step" }).waitFor();
    await page.locator(".steps > li").first().waitFor();
    await page.goto(`${suite.system.baseUrl}/admin/console/connections/new`);
    await press(page.getByRole("radio", { name: /Cloud C by workload identity/ }), "ArrowDown");
    await type(page.getByLabel("Name"), "More repositories");
    await type(page.getByLabel("Installation id"), "4712");
    await press(page.getByRole("button", { name: "Connect", exact: true }));
    await atStep(page, "More repositories");
    expect(faults).toEqual([]);
    await close();
  });

  test("finds out why a webhook was refused", async () => {
    await suite.system.api()(
      "POST",
      `/webhooks/sourcehost/${estate.tenant.id}`,
      { zen: "x" },
      { "x-github-event": "push", "x-github-delivery": "d-1", "x-hub-signature-256": "sha256=00" },
    );
    const path = `/connections/${estate.connections.sourcehost}?tab=deliveries`;
    const { page, close } = await suite.open(path, orgAdminOf("Northwind"));
    await page.locator("td").getByText("Refused").waitFor();
    await close();
  });

  test("changes the chain, by buttons, and probes it", async () => {
    const { page, faults, close } = await suite.open("/extractors", orgAdminOf("Northwind"));
    await press(page.getByRole("button", { name: "Add an extractor" }));
    await page.getByLabel("Provider").selectOption("mock");
    await press(page.getByRole("button", { name: "Test: Mock" }));
    await page.getByText(/It answered well after/).waitFor();
    await press(page.getByRole("button", { name: "Add an extractor" }));
    await type(page.getByLabel("Credential").nth(1), "a-credential-of-the-tenant");
    await press(page.getByRole("button", { name: "Move up: Hosted model" }));
    await press(page.getByRole("button", { name: "Save the chain" }));
    await page.locator(".note", { hasText: "The chain is saved." }).waitFor();
    const { body } = await estate.orgAdmin("GET", "/tenant/settings");
    expect(body.extractor.chain.map(({ provider }: { provider: string }) => provider)).toEqual([
      "hosted_llm",
      "mock",
    ]);
    expect(faults).toEqual([]);
    await close();
  });
});

test("by keyboard alone, a platform admin provisions an event bus and sees its templates", async () => {
  const { page, faults, close } = await suite.open(
    `/connections/${estate.connections.eventbus}`,
    platformAdmin,
  );
  await press(page.getByRole("button", { name: "Provision the bus" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Provision the bus" }));
  await page.getByText("The customer applies these in an account of theirs.").waitFor();
  expect(faults).toEqual([]);
  await close();
});
