import { generateKeyPairSync } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Download, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { sized } from "#test/support/full-size.ts";
import { chooseFile, press, type } from "#test/support/keyboard.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import { inBench } from "#test/support/ways.ts";

const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";
/** The provider that has to start before the system does. */
export interface Provider {
  idp: FakeIdp;
  settings: Record<string, string>;
}

export async function startProvider(): Promise<Provider> {
  const idp = await startFakeIdp();
  const settings = {
    IDP_CLIENT_ID: CLIENT_ID,
    IDP_APP_OBJECT_ID: OBJECT_ID,
    IDP_CLIENT_SECRET: "a-legacy-client-secret",
    IDP_TOKEN_URL: idp.tokenUrl,
    SOURCEHOST_APP_ID: "314159",
  };
  return { idp, settings };
}

const jsonFile = (name: string, value: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

type Act = [act: string, status: string, row: string | null];
/** What other rows and the federation's first test do, too. */
const rotating: Act[] = [["Rotate the key pair", "In place", "oidc_issuer.rotated"]];
const testing: Act[] = [["Test the exchange", "In place", null]];

/** The checklist's actionable rows: each button, the state after it, the audit row it writes. */
const secrets: readonly [string, readonly Act[]][] = [
  [
    "Counsel-review signing secret",
    [
      ["Provision", "In place", "counsel_review_hmac_secret.provisioned"],
      ...sized<Act[]>([["Rotate", "In place", "counsel_review_hmac_secret.rotated"]], []),
    ],
  ],
  [
    "Source host (GitHub) webhook secret",
    [
      ["Provision", "In place", "sourcehost_webhook_secret.provisioned"],
      ["Rotate", "In place", "sourcehost_webhook_secret.rotated"],
    ],
  ],
  [
    "Token-issuer key pair",
    [
      ["Provision the key pair", "In place", "oidc_issuer.keypair_provisioned"],
      ...sized<typeof rotating>(rotating, []),
    ],
  ],
  [
    "Identity-provider federation",
    [
      ["Test the exchange", "Development default", null],
      ["Switch federation on", "In place", "idp_fic.toggled"],
      ...sized<typeof testing>(testing, []),
      ...sized<Act[]>([["Switch federation off", "Development default", "idp_fic.toggled"]], []),
    ],
  ],
  [
    "Cloud B (Amazon Web Services) event-bus webhook secret",
    [
      ["Provision", "In place", "cloudb_eventbus_webhook_secret.provisioned"],
      ["Rotate", "In place", "cloudb_eventbus_webhook_secret.rotated"],
    ],
  ],
  ["Source host (GitHub) app", [["Set the private key", "In place", "sourcehost_app.key_set"]]],
];

/** What the screen says after an action. */
const said = (act: string, title: string): string | RegExp =>
  act === "Test the exchange" ? /^The exchange worked/ : `Done: ${title}.`;

/** Holds back the requests to an address; each call waits for the next one. */
async function holding(page: Page, address: string | RegExp): Promise<() => Promise<Route>> {
  const held: Route[] = [];
  await page.route(address, (route) => {
    held.push(route);
  });
  return async () => {
    await expect.poll(() => held.length, { timeout: 20_000 }).toBeGreaterThan(0);
    return held.shift() as Route;
  };
}

async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream());
}

export function tasksOfAPlatform(suite: ConsoleSuite, providerOf: () => Provider): void {
  let estate: Estate;
  beforeAll(async () => {
    providerOf().idp.register({
      clientId: CLIENT_ID,
      clientSecret: "a-legacy-client-secret",
      issuer: `${suite.system.baseUrl}/oidc`,
      subject: OBJECT_ID,
      audience: "api://AzureADTokenExchange",
    });
    estate = await buildEstate(suite.system);
  });

  describe("by keyboard alone, a platform admin", () => {
    // Every test run imports a CSV file after the same preview (law.ts).
    test.each(inBench("imports an amended rule book after its preview"))("%s", async () => {
      const { page, faults } = await suite.visit(`/rule-books/${estate.frameworkId}`);
      await press(page.getByRole("link", { name: "Import rules" }));
      await atStep(page, "Import rules");
      const rule = ruleText("scoring.social", { title: "Rule about scoring, amended" });
      await chooseFile(page.getByLabel(/JSON file/), jsonFile("rules.json", "no JSON"));
      await page.getByRole("alert").getByText("not JSON").waitFor();
      await chooseFile(page.getByLabel(/JSON file/), jsonFile("rules.json", { rules: [rule] }));
      await press(page.getByRole("button", { name: "Check and preview" }));
      await page.getByText("One approval covers wording that this import changes").waitFor();
      const before = await suite.system.admin(
        "GET",
        `/admin/frameworks/${estate.frameworkId}/rules`,
      );
      expect(JSON.stringify(before.body)).not.toContain("amended");
      await press(page.getByRole("button", { name: "Import now" }));
      const dialog = page.getByRole("dialog", { name: /^Import into AI transparency code/ });
      await press(dialog.getByRole("button", { name: "Import now" }));
      await page.getByRole("link", { name: "Rule about scoring, amended" }).waitFor();
      expect(faults).toEqual([]);
    });

    // Every test run does the same in the half year (../tasks/evidence.ts), and the export below.
    const regulator = "answers the regulator's question and verifies the bundle in the browser";
    test.each(inBench(regulator))("%s", async () => {
      const { page, faults } = await suite.visit("/evidence/decisions");
      await type(page.getByLabel("E-mail of counsel"), "nobody@law.example");
      await page.getByText("No decision fits this question.").waitFor();
      await type(page.getByLabel("E-mail of counsel"), " ");
      await page.getByRole("link", { name: "AI transparency code" }).waitFor();
      const downloading = page.waitForEvent("download");
      await press(page.getByRole("button", { name: "Export as one file" }));
      const exported = await textOf(await downloading);
      const field = page.getByLabel("Drop a file here, or choose one");
      await press(page.getByRole("link", { name: "Verify a file" }));
      await chooseFile(field, jsonFile("bundles.json", exported));
      await page.getByRole("heading", { name: /^(Nothing wrong was found|Genuine)/ }).waitFor();
      const { text: bundle } = await suite.system.admin(
        "GET",
        `/admin/rule-reviews/${estate.reviews.approved}/bundle`,
      );
      const tampered = bundle.replace("No objection.", "No objections.");
      await chooseFile(field, jsonFile("tampered.json", tampered));
      const verdict = page.getByRole("heading", {
        name: "Changed, incomplete or contradicted: do not rely on it",
      });
      await verdict.waitFor();
      // The screen asks for no secret, and does not speak of command options.
      expect(await page.getByLabel("Secrets, one a line").isVisible()).toBe(false);
      expect(await page.locator("#main").innerText()).not.toContain("--");
      await chooseFile(field, jsonFile("bundles.json", exported));
      await verdict.waitFor({ state: "detached" });
      expect(faults).toEqual([]);
    });

    test("a stopped export downloads nothing and does not disturb the next one", async () => {
      const { page, faults } = await suite.visit("/nowhere");
      const downloads: Download[] = [];
      page.on("download", (one) => downloads.push(one));
      await page.route("**/admin/evidence?*", async (route) => {
        const response = await route.fetch();
        const { items } = await response.json();
        await route.fulfill({ response, json: { items: [items[0], items[0]], next_cursor: null } });
      });
      const next = await holding(page, "**/bundle");
      const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await goTo(page, "/evidence/decisions");
      await click("Export as one file");
      await (await next()).continue();
      const last = await next();
      await click("Stop");
      await last.continue();
      await click("Export as one file");
      const stale = await next();
      await click("Stop");
      await click("Export as one file");
      const fresh = await next();
      const failing = page.waitForResponse((response) => response.status() === 503);
      await stale.fulfill({ status: 503, json: { code: "dependency_unavailable" } });
      await (await failing).finished();
      await fresh.continue();
      await (await next()).continue();
      await page.getByText("Exported 2 bundles as one file.").waitFor();
      await expect.poll(() => downloads.length, { timeout: 20_000 }).toBe(1);
      expect(JSON.parse(await textOf(downloads[0] as Download)).bundles).toHaveLength(2);
      expect(faults.filter((fault) => !fault.includes("503"))).toEqual([]);

      // Of more decisions than one file takes, the page says that the file has only the first ones.
      await page.evaluate(`{
        const real = fetch;
        const found = () => ({ items: Array(200).fill({ id: "x" }), next_cursor: "more" });
        globalThis.fetch = (address, ...more) =>
          /bundle$/.test(address)
            ? Promise.resolve(Response.json({}))
            : /evidence\\?/.test(address)
              ? Promise.resolve(Response.json(found()))
              : real(address, ...more);
      }`);
      await click("Export as one file");
      await page
        .getByText(
          "Exported the 600 oldest bundles as one file. Narrow the filters to export the others.",
        )
        .waitFor();
    });

    test("the preview of an import shows the file that was chosen last", async () => {
      const { page, faults } = await suite.visit(`/rule-books/${estate.frameworkId}/import`);
      const next = await holding(page, /dry_run=true/);
      const field = page.getByLabel(/JSON file/);
      const check = page.getByRole("button", { name: "Check and preview", exact: true });
      const fileOf = (title: string) =>
        jsonFile("rules.json", { rules: [ruleText("scoring.social", { title })] });
      await field.setInputFiles(fileOf("The first file's"));
      await check.click();
      const first = await next();
      await field.setInputFiles(fileOf("The second file's"));
      await first.continue();
      await check.and(page.locator('[aria-disabled="false"]')).waitFor();
      expect(await page.getByRole("button", { name: "Import now" }).count()).toBe(0);
      await check.click();
      await (await next()).continue();
      await page.locator("details.rule > summary").click();
      await page.getByText("The second file's", { exact: true }).waitFor();
      expect(faults).toEqual([]);
    });

    test("provisions and rotates every secret of the checklist", async () => {
      const { page, faults } = await suite.visit("/setup");
      const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString();
      const dialog = page.getByRole("dialog");
      // The webhooks' secrets are made like the signing secret.
      const tried = secrets.filter(([title]) => sized(true, !title.endsWith("webhook secret")));
      for (const [title, acts] of tried) {
        const step = page
          .getByRole("listitem")
          .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
        for (const [act, status] of acts) {
          await press(step.getByRole("button", { name: act, exact: true }));
          await page.getByRole("heading", { level: 2, name: `? ${title}` }).waitFor();
          if (act === "Set the private key") await type(dialog.getByLabel(/PEM/), pem);
          await press(dialog.getByRole("button", { name: act, exact: true }));
          await dialog.waitFor({ state: "detached" });
          await step.locator(".note").getByText(said(act, title)).waitFor();
          await step.getByText(status, { exact: true }).waitFor();
        }
      }
      const { body } = await suite.system.admin("GET", "/admin/audit?tenant_id=null&limit=200");
      const rows: { action: string }[] = body.items;
      const written = rows.map(({ action }) => action).filter((one) => one.startsWith("platform."));
      const expected = tried.flatMap(([, acts]) => acts.flatMap(([, , row]) => row ?? []));
      expect(written.filter((one) => !one.includes("evidence_log"))).toEqual(
        expected.map((row) => `platform.${row}`),
      );
      expect(await page.content()).not.toContain(pem.slice(40, 80));
      expect(faults).toEqual([]);
    });

    test("views coverage as of a past instant", async () => {
      const { page, faults } = await suite.visit(`/coverage?framework_id=${estate.frameworkId}`);
      await page.locator(".legend").first().waitFor();
      const slider = page.getByRole("slider");
      await press(slider, "ArrowLeft");
      await page.waitForURL(/days=-1/);
      await page.getByText("1 day ago").waitFor();
      await page.getByText("This book had no rules at that instant.").waitFor();
      expect(await page.locator(".cells .cell").count()).toBe(0);
      await press(slider, "ArrowRight");
      await expect.poll(() => page.locator(".cells .cell").count(), { timeout: 20_000 }).toBe(3);
      expect(faults).toEqual([]);
    });

    test("finds an audit row with a filter, and the page's address leads back to it", async () => {
      const { page, faults } = await suite.visit("/audit");
      await type(page.getByLabel("Action", { exact: true }), "Tenant: created");
      await page.keyboard.press("Tab");
      await page.waitForURL(/action=tenant.created/);
      await press(page.locator("[data-entry]").first());
      await atStep(page, "Tenant: created");
      const address = page.url();
      await page.goto(address);
      await page.getByText('"action": "tenant.created"').waitFor();
      expect(faults).toEqual([]);
    });
  });
}
