import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleSuite, orgAdminOf, platformAdmin } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { choose, press, reach, type } from "#test/support/keyboard.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { push } from "#test/support/sourcehost.ts";
import { type SourcehostServer, startSourcehost } from "#test/support/sourcehost-server.ts";
import { type StsServer, startSts } from "#test/support/sts-server.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const APP_ID = "314159";
const SECRET = "a".repeat(64);
let host: SourcehostServer;
let sts: StsServer;
/** The secret with which the source host signs its deliveries. */
let hostSecret = SECRET;
let estate: Estate;

const suite = consoleSuite(async () => {
  sts = await startSts();
  host = await startSourcehost({
    appId: APP_ID,
    key: createPublicKey(publicKey),
    hook: () => ({
      url: `${suite.system.baseUrl}/webhooks/sourcehost/${estate.tenant.id}`,
      secret: hostSecret,
    }),
    now: () => Date.now(),
  });
  return {
    SOURCEHOST_WEBHOOK_SECRET: SECRET,
    SOURCEHOST_APP_ID: APP_ID,
    SOURCEHOST_API_URL: host.url,
    CLOUDB_STS_URL: sts.url,
  };
});

beforeAll(async () => {
  await expectStatus(
    suite.system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
      private_key_pem: privateKey,
    }),
    200,
  );
  estate = await buildEstate(suite.system);
});
afterAll(() => Promise.all([host.close(), sts.close()]));

/** Goes to another screen by its keyboard shortcut. */
const go = async (page: Page, letter: string, heading: string): Promise<void> => {
  await page.keyboard.press("g");
  await page.keyboard.press(letter);
  await atStep(page, heading);
};

const walkTo = async (page: Page, name: string): Promise<void> => {
  await reach(page.locator("[data-entry]").getByText(name, { exact: true }).first());
};

describe("by keyboard alone, an organisation admin", () => {
  test("connects cloud C, a source host and an event bus, guided by the onboarding", async () => {
    const tenant = await newTenant(suite.system, "Acme");
    const { page, faults } = await suite.visit("", orgAdminOf("Acme"));
    const begin = async () => {
      await go(page, "n", "Connections");
      await press(page.getByRole("link", { name: "Connect an environment", exact: true }));
      await atStep(page, "Connect an environment");
    };
    const connected = async (name: string) => {
      await press(page.getByRole("button", { name: "Connect", exact: true }));
      await atStep(page, name);
      await page.getByRole("heading", { name: "Step by step" }).waitFor();
      await page.locator(".steps > li").first().waitFor();
    };
    await begin();
    await press(page.getByRole("radio", { name: /^Cloud C .* by workload identity/ }), "Space");
    const audience =
      "//iam.googleapis.com/projects/123456/locations/global/workloadIdentityPools/pool-1/providers/prov-1";
    await type(page.getByLabel("Audience"), audience.slice(0, -"/providers/prov-1".length));
    await type(page.getByLabel("Service account"), "reader@acme-prod.iam.gserviceaccount.com");
    await type(page.getByLabel("Projects, one a line"), "acme-prod");
    await press(page.getByRole("button", { name: "Connect", exact: true }));
    await press(page.getByRole("alert").getByRole("link", { name: /^Audience/ }));
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
    await type(page.getByLabel("Audience"), audience.replace("iam.googleapis.com", "iam.example"));
    await press(page.getByRole("button", { name: "Connect", exact: true }));
    await press(
      page.getByRole("alert").getByRole("link", { name: /must be \/\/iam.googleapis.com/ }),
    );
    // No commands are shown for that host: they would begin with a request for the issuer.
    expect(sent).toEqual([]);
    await type(page.getByLabel("Audience"), audience);
    await page.getByText("issuer has no key yet").waitFor();
    await connected("reader@acme-prod.iam.gserviceaccount.com");

    // Every test run does this from Home (tasks/home.ts).
    if (sized(true, false)) {
      await begin();
      const first = page.getByRole("radio", { name: /^Cloud C .* by workload identity/ });
      await press(first, "ArrowDown");
      await type(page.getByLabel("Name"), "More repositories");
      await type(page.getByLabel("Installation id"), "4712");
      await connected("More repositories");
    }

    await begin();
    await press(page.getByRole("radio", { name: /^Cloud C .* by workload identity/ }), "ArrowDown");
    await page.keyboard.press("ArrowDown");
    await type(page.getByLabel("Name"), "Second account");
    await type(page.getByLabel("Account number"), "12345");
    await press(page.getByRole("button", { name: "Connect", exact: true }));
    const summary = page.getByRole("alert");
    await press(summary.getByRole("link", { name: /^Account number/ }));
    await type(page.getByLabel("Account number"), "210987654321");
    await connected("Second account");
    await page.getByText("210987654321").first().waitFor();
    const { items } = (await tenant.org("GET", "/connections")).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        display_name: "Second account",
        subtype: "eventbus",
        remote_tenant_id: "210987654321",
      }),
    );
    // 400: the account number; 503: the issuer has no key yet, which the form says.
    expect(faults.filter((fault) => !/400|503/.test(fault))).toEqual([]);
  });

  test("finds out why a webhook was refused, and has it redelivered once that is fixed", async () => {
    hostSecret = "b".repeat(64);
    expect(await host.deliver("push", push(4711), "4d0f-push")).toBe(401);
    const { page, faults } = await suite.visit("", orgAdminOf("Northwind"));
    await go(page, "n", "Connections");
    await walkTo(page, "Repositories");
    await page.keyboard.press("Enter");
    await atStep(page, "Repositories");
    await press(page.getByRole("link", { name: "Deliveries", exact: true }));
    await choose(page.getByLabel("Outcome"), "Refused");
    await page.waitForURL(/outcome=refused/);
    await page.getByText("at most 60 a minute are listed").waitFor();
    // The newest attempt is first.
    const refused = page.getByRole("row").filter({ hasText: "4d0f-push" }).first();
    await refused.getByText("Refused", { exact: true }).waitFor();
    await refused.getByText("It is signed with another secret than ours").waitFor();

    hostSecret = SECRET;
    const before = host.asked.length;
    await press(refused.getByRole("button", { name: "Deliver again" }));
    await refused.getByText("The source host was asked to deliver it again.").waitFor();
    expect(host.asked.slice(before)).toContain("4d0f-push");
    await choose(page.getByLabel("Outcome"), "Accepted");
    const accepted = page.getByRole("row").filter({ hasText: "4d0f-push" }).first();
    await accepted.getByText("Accepted").waitFor();
    await press(accepted.getByRole("link", { name: "Run" }));
    await atStep(page, "Run of Repositories");
    expect(faults).toEqual([]);
  });

  test("a platform admin is led from a refused delivery without a connection to the tenant", async () => {
    const { id } = await newTenant(suite.system, "Lonely Ltd");
    const headers = { "x-github-event": "push", "x-github-delivery": "4d0f-lonely" };
    const path = `/webhooks/sourcehost/${id}`;
    await expectStatus(suite.system.api()("POST", path, {}, headers), 401);
    const { page, faults } = await suite.visit("", platformAdmin);
    await page
      .getByRole("link", { name: "See the tenant: Source host (GitHub) · Lonely Ltd" })
      .click();
    await atStep(page, "Lonely Ltd");
    expect(faults).toEqual([]);
  });

  test("a platform admin is led from a delivery to its run, whose connection is removed only if the whole list says so", async () => {
    const { items } = (await suite.system.admin("GET", "/admin/connections")).body;
    const { id } = items.find(
      (one: { display_name: string }) => one.display_name === "Repositories",
    );
    const { page } = await suite.visit(`/connections/${id}?tab=deliveries`, platformAdmin);
    await page.getByRole("link", { name: "Run", exact: true }).first().click();
    await atStep(page, "Discovery runs");
    const row = page.locator("#main tbody tr");
    await row.getByText("Repositories").waitFor();
    expect(await row.count()).toBe(1);
    await page.route("**/admin/connections?*", (route) => route.abort());
    await page.reload();
    await row.getByText(id).waitFor();
    expect(await row.innerText()).not.toContain("removed");
    await page.unroute("**/admin/connections?*");
    await page.route("**/admin/connections?*", (route) =>
      route.fulfill({ json: { items: [], next_cursor: null } }),
    );
    await page.reload();
    await row.getByText("a connection that was removed").waitFor();
  });

  test("authorises a connection again, is told why the provider refuses, and finally sees it active", async () => {
    const role_arn = "arn:aws:iam::123456789012:role/CountersignDiscovery";
    const { body } = await expectStatus(
      estate.orgAdmin("POST", "/connections", {
        provider: "cloudb",
        subtype: "assume_role",
        display_name: "Production account",
        remote_tenant_id: "123456789012",
        regions: ["eu-west-1"],
        role_arn,
      }),
      201,
    );
    await estate.orgAdmin("POST", `/connections/${body.id}/discovery-runs`);
    await expect
      .poll(async () => (await estate.orgAdmin("GET", `/connections/${body.id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe("needs_reauthorization");
    const { page, faults } = await suite.visit("", orgAdminOf("Northwind"));
    await press(page.getByRole("link", { name: /^Authorise it: Production account/ }));
    await atStep(page, "Production account");
    await page.locator(".facts").getByText("Needs authorisation").waitFor();
    const dialog = page.getByRole("dialog", { name: "Authorise Production account again?" });
    await type(dialog.getByLabel("ARN of the role"), role_arn);
    await press(dialog.getByRole("button", { name: "Authorise again" }));
    await dialog.getByRole("alert").getByText("Nothing was changed").waitFor();
    expect(await dialog.getByLabel("ARN of the role").inputValue()).toBe(role_arn);
    sts.trusted.set(role_arn, body.external_id);
    await press(dialog.getByRole("button", { name: "Authorise again" }));
    await dialog.waitFor({ state: "detached" });
    await page.locator(".facts").getByText("Active", { exact: true }).waitFor();
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  });

  test("is told that the budget was saved, and not the chain", async () => {
    const { page, faults } = await suite.visit("/extractors", orgAdminOf("Northwind"));
    await type(page.getByLabel("Budget of a month, in USD"), "25");
    await press(page.getByRole("button", { name: "Save budget" }));
    await page.locator(".note", { hasText: "The budget is saved." }).waitFor();
    expect(await page.locator(".note", { hasText: "chain" }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("reorders the extractor chain with buttons, and tests it", async () => {
    const { page, faults } = await suite.visit("", orgAdminOf("Northwind"));
    await go(page, "x", "Extractors");
    await press(page.getByRole("button", { name: "Add an extractor" }));
    await choose(page.getByLabel("Provider"), "Mock");
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
  });
});

test("by keyboard alone, a platform admin provisions an event bus and sees its templates", async () => {
  const { page, faults } = await suite.visit("", platformAdmin);
  await go(page, "n", "Connections");
  await walkTo(page, "Event bus");
  await page.keyboard.press("Enter");
  await atStep(page, "Event bus");
  await press(page.getByRole("button", { name: "Provision the bus" }));
  const dialog = page.getByRole("dialog", { name: "Provision the event bus of Event bus?" });
  await press(dialog.getByRole("button", { name: "Provision the bus" }));
  const made = page.getByRole("dialog", { name: "Provision the bus", exact: true });
  await made.getByText("The customer applies these in an account of theirs.").waitFor();
  await press(made.locator("summary").getByText("Infrastructure template"));
  await made.locator("pre").first().waitFor();
  await press(made.getByRole("button", { name: "Close" }));
  await made.waitFor({ state: "detached" });
  await page.locator(".facts").getByText("bus", { exact: false }).first().waitFor();
  expect(faults).toEqual([]);
});
