import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, memberOf, orgAdminOf } from "#test/support/console.ts";
import { flawsAgain, flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import type { HookReceiver } from "#test/support/hook-receiver.ts";
import { choose, press, type } from "#test/support/keyboard.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

export function gateTasks(suite: ConsoleSuite, receiverOf: () => HookReceiver): void {
  let receiver: HookReceiver;
  let frameworkId = "";
  let token = "";
  beforeAll(async () => {
    receiver = receiverOf();
    const commissioned = await commission(suite.system);
    frameworkId = commissioned.frameworkId;
    token = commissioned.token;
    // The courier addresses all events so far, and finds nobody to send them to.
    await courier();
  });

  /** The folder for screenshots; none are taken without it. */
  const pictures = process.env.CONSOLE_SCREENSHOTS;

  /** The states that only this file checks: each in one way by turns, in the bench in all ways. */
  const own = [
    "clearance-red",
    "clearance-differs",
    "webhook-secret",
    "webhook",
    "webhook-given-up",
  ];
  const flawsOfOwn =
    (name: string) =>
    (page: Page): Promise<string[]> =>
      flawsByTurns(page, own.indexOf(name));

  /**
   * Checks the state a page is in: light, dark and at 320 px. Takes screenshots of it if asked to.
   * @param flawsOf `flawsAgain` for a state that another file checks too: a screen, filled or empty
   */
  async function look(page: Page, name: string, flawsOf = flawsOfOwn(name)): Promise<void> {
    if (pictures !== undefined) {
      await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 320, height: 700 });
      await page.screenshot({ path: `${pictures}/${name}-320-dark.png`, fullPage: true });
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    expect([name, await flawsOf(page)]).toEqual([name, []]);
  }

  /** Counts the clicks of the mouse on the page from now on. */
  async function clicksOf(page: Page): Promise<() => Promise<number>> {
    await page.evaluate(
      "globalThis.clicks = 0; document.addEventListener('click', () => { globalThis.clicks += 1 }, true)",
    );
    return () => page.evaluate<number>("globalThis.clicks");
  }

  const courier = () =>
    expectStatus(suite.system.api()("POST", "/_local/schedules/courier/run"), 200);

  describe("clearance", () => {
    test("by mouse: a book is red rule by rule, and green once counsel has approved it, in two clicks each", async () => {
      const { page, faults } = await suite.visit("/clearance");
      await page.getByLabel("Rule book").selectOption(frameworkId);
      const clicks = await clicksOf(page);
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByRole("heading", { name: "Not cleared: none of the 3 rules" }).waitFor();
      await page
        .getByRole("row")
        .filter({ hasText: "rule.a" })
        .getByText("Waiting for counsel")
        .waitFor();
      await look(page, "clearance-red");
      await expectStatus(
        suite.system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
        200,
      );
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByRole("heading", { name: "Cleared: all 3 rules may ship." }).waitFor();
      expect(await clicks()).toBe(2);
      await look(page, "clearance-green", flawsAgain);
      await page.getByRole("button", { name: "Save the answer, signed" }).click();
      // Nobody has provisioned the key that signs statements.
      await page.getByRole("alert").getByText("has to provision").waitFor();
      await suite.system.admin("POST", "/admin/setup/clearance-key/provision-key");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save the answer, signed" }).click();
      const saved = JSON.parse(readFileSync(await (await download).path(), "utf8"));
      expect([saved.cleared, saved.statement.signatures.length]).toEqual([true, 1]);
      expect(faults.filter((fault) => !fault.includes("503"))).toEqual([]);
    });

    test("by keyboard: an amended wording is refused with the changed field, and leads to the request", async () => {
      const { page, faults } = await suite.visit("/clearance");
      await choose(page.getByLabel("Rule book"), "A");
      await choose(page.getByLabel("About what"), "A wording");
      const wording = page.getByLabel("Or their JSON");
      await type(wording, "no JSON");
      await press(page.getByRole("button", { name: "Ask", exact: true }));
      await page.getByRole("alert").getByText("This is not JSON.").first().waitFor();
      const rules = [ruleText("rule.b", { title: "Amended" })];
      await type(wording, JSON.stringify({ rules }));
      await press(page.getByRole("button", { name: "Ask", exact: true }));
      await page.getByRole("heading", { name: "Not cleared: the rule may not ship." }).waitFor();
      const row = page.getByRole("row").filter({ hasText: "rule.b" });
      await row.getByText("Changed: Title", { exact: true }).waitFor();
      await row.getByRole("link", { name: "Title of rule.b" }).waitFor();
      await look(page, "clearance-differs");
      await press(page.getByRole("link", { name: "Request review", exact: true }));
      await atStep(page, /review/i);
      expect(new URL(page.url()).searchParams.get("rules")).toBe("rule.b");
      expect(faults).toEqual([]);
    });

    test("by keyboard: members of an organisation choose a book and rules by name, and read names in the answer", async () => {
      await newTenant(suite.system, "Askers");
      const { page, faults } = await suite.visit("/clearance", memberOf("Askers"));
      await choose(page.getByLabel("Rule book"), "A");
      await choose(page.getByLabel("About what"), "Some");
      await type(page.getByLabel("Filter rules by article, words or id"), "title rule.c");
      await press(page.getByRole("checkbox", { name: /Art\. 5.*Title of rule\.c/ }), "Space");
      await look(page, "clearance-by-name", flawsAgain);
      await press(page.getByRole("button", { name: "Ask", exact: true }));
      await page.getByRole("heading", { name: "Cleared: the rule may ship." }).waitFor();
      await page.getByRole("cell", { name: "Art. 5(1)(a) Title of rule.c" }).waitFor();
      await choose(page.getByLabel("About what"), "The whole");
      await press(page.getByRole("button", { name: "Ask", exact: true }));
      await page.getByRole("heading", { name: "Cleared: all 3 rules may ship." }).waitFor();
      expect(faults).toEqual([]);
    });

    test("by keyboard: a pipeline is allowed to ask, its job is ready to copy, and it is removed", async () => {
      const { page, faults } = await suite.visit("/clearance/pipelines");
      await look(page, "pipelines-empty", flawsAgain);
      await press(page.getByRole("link", { name: "Let the first pipeline ask" }));
      await atStep(page, "Let a pipeline ask");
      await type(page.getByLabel("Id", { exact: true }), "release");
      await type(page.getByLabel("Name", { exact: true }), "Release of the app");
      await type(page.getByLabel("Claims, one a line"), "repository=acme/app");
      await press(page.getByRole("button", { name: "Let it ask" }));
      await page
        .getByRole("alert")
        .getByText("Somebody else can register the same name later")
        .waitFor();
      await type(page.getByLabel("Claims, one a line"), "repository_id=4711\nref=refs/heads/main");
      await look(page, "pipeline-new", flawsAgain);
      await press(page.getByRole("button", { name: "Let it ask" }));
      await atStep(page, "Release of the app");
      await page.getByText(`--framework ${frameworkId}`).waitFor();
      await page.getByText("id-token: write").waitFor();
      await look(page, "pipeline", flawsAgain);
      const { body } = await suite.system.admin("GET", "/admin/clearance/pipelines/release");
      expect(body.claims).toEqual({ repository_id: "4711", ref: "refs/heads/main" });

      await goTo(page, "/clearance/pipelines/new", "Where it runs");
      await type(page.getByLabel("Id", { exact: true }), "release");
      await press(page.getByRole("button", { name: "Let it ask" }));
      await page.getByRole("alert").getByText("There is already a pipeline").first().waitFor();

      await goTo(page, "/clearance/pipelines", "repository_id=4711");
      await look(page, "pipelines", flawsAgain);
      await press(page.getByRole("link", { name: "Release of the app" }));
      await atStep(page, "Release of the app");
      await press(page.getByRole("button", { name: "Remove", exact: true }));
      const dialog = page.getByRole("dialog", { name: "Remove Release of the app?" });
      await press(dialog.getByRole("button", { name: "Remove", exact: true }));
      await atStep(page, "Pipelines");
      await page.getByText("No pipeline may ask yet.").waitFor();
      // 422: the claim that somebody else could reuse; 404: the lookup of an id that is still free.
      expect(faults.filter((fault) => !/422|404/.test(fault))).toEqual([]);
    });

    test("the job to copy asks about wordings of a current book, or about a repository", async () => {
      const superseded = { display_name: "A former act", status: "superseded" };
      await suite.system.admin("PUT", "/admin/frameworks/former_act", superseded);
      const { page, faults } = await suite.visit("/clearance/workflow");
      await page.getByText(`--framework ${frameworkId}`).waitFor();
      const books = page.getByLabel("Rule book").locator("option");
      expect((await books.allTextContents()).join()).not.toContain("A former act");
      await page.getByRole("button", { name: "Download an example" }).waitFor();
      await page.getByLabel("It asks").selectOption({ label: "May this repository go out?" });
      await page.getByText("--system --tenant").waitFor();
      await look(page, "job-systems", flawsAgain);
      expect(faults).toEqual([]);
    });
  });

  describe("machines", () => {
    test("by keyboard: a machine is allowed to sign in, its permissions are changed, and it is removed", async () => {
      const { page, faults } = await suite.visit("/machines");
      await page.getByText("No machine may sign in yet.").waitFor();
      await press(page.getByRole("link", { name: "Let the first machine sign in" }));
      await atStep(page, "Let a machine sign in");
      await type(page.getByLabel("Id", { exact: true }), "siem");
      await type(page.getByLabel("Name", { exact: true }), "SIEM collector");
      await choose(page.getByLabel("Where it runs"), "Another");
      await type(page.getByLabel("Issuer", { exact: true }), "https://issuer.example");
      await type(page.getByLabel("Claims, one a line"), "role=collector");
      await press(page.getByRole("button", { name: "Let it sign in" }));
      await press(page.getByRole("alert").getByRole("link", { name: /^It may/ }));
      await press(page.getByRole("checkbox", { name: /^audit:read/ }), "Space");
      await press(page.getByRole("button", { name: "Let it sign in" }));
      await page.getByRole("alert").getByText("Add a claim that nobody else").waitFor();
      await type(page.getByLabel("Claims, one a line"), "sub=collector");
      await look(page, "machine-new", flawsAgain);
      await press(page.getByRole("button", { name: "Let it sign in" }));
      await atStep(page, /^SIEM collector/);
      await look(page, "machine", flawsAgain);
      const stored = async () => (await suite.system.admin("GET", "/admin/machines/siem")).body;
      expect(await stored()).toMatchObject({
        audience: suite.system.baseUrl,
        claims: { sub: "collector" },
        scopes: ["audit:read"],
        framework_ids: [],
      });

      await press(page.getByRole("link", { name: "Change", exact: true }));
      await atStep(page, "Change SIEM collector");
      await press(page.getByRole("checkbox", { name: /^rules:write/ }), "Space");
      await press(page.getByRole("button", { name: "Save" }));
      await press(page.getByRole("alert").getByRole("link", { name: /^Rule books/ }));
      await press(page.getByRole("checkbox", { name: "A framework" }), "Space");
      await press(page.getByRole("button", { name: "Save" }));
      await atStep(page, /^SIEM collector/);
      expect(await stored()).toMatchObject({
        scopes: ["audit:read", "rules:write"],
        framework_ids: [frameworkId],
      });
      await goTo(page, "/machines/new", "Where it runs");
      await type(page.getByLabel("Id", { exact: true }), "siem");
      await press(page.getByRole("button", { name: "Let it sign in" }));
      await page.getByRole("alert").getByText("There is already a machine").first().waitFor();

      await goTo(page, "/machines", "sub=collector");
      await look(page, "machines", flawsAgain);
      await press(page.getByRole("link", { name: "SIEM collector" }));
      await atStep(page, /^SIEM collector/);
      await press(page.getByRole("button", { name: "Remove", exact: true }));
      const dialog = page.getByRole("dialog", { name: "Remove SIEM collector?" });
      await press(dialog.getByRole("button", { name: "Remove", exact: true }));
      await atStep(page, "Machines");
      await page.getByText("No machine may sign in yet.").waitFor();
      // 400 and 422: what the form lacked; 404: the lookup of an id that is still free.
      expect(faults.filter((fault) => !/400|422|404/.test(fault))).toEqual([]);
    });

    test("an organisation admin allows a machine of their own to sign in, with the organisation's audience", async () => {
      const tenant = await newTenant(suite.system, "Umbrella");
      const { page, faults } = await suite.visit("/machines/new", orgAdminOf("Umbrella"));
      await page.getByLabel("Id", { exact: true }).fill("jobs");
      await page.getByLabel("Name", { exact: true }).fill("Jobs");
      await page.getByLabel("Claims, one a line").fill("repository_id=4711");
      await page.getByRole("checkbox", { name: /^runs:start/ }).check();
      await page.getByLabel("Ids of rule books").fill("no_such_book\n");
      await look(page, "tenant-machine-new", flawsAgain);
      await page.getByRole("button", { name: "Let it sign in" }).click();
      await page.getByRole("alert").getByText("There is no framework no_such_book").waitFor();
      await page.getByLabel("Ids of rule books").fill("");
      await page.getByRole("button", { name: "Let it sign in" }).click();
      await atStep(page, "Jobs");
      const rows = page.getByRole("link", { name: "What was changed about it" });
      await rows.click();
      await page.getByText("Machine: created").first().waitFor();
      const { body } = await tenant.org("GET", "/tenant/machines/jobs");
      expect(body.audience).toBe(`${suite.system.baseUrl}/tenants/${tenant.id}`);
      expect(faults.filter((fault) => !/422|404/.test(fault))).toEqual([]);
    });
  });

  describe("webhooks", () => {
    test("by keyboard: an endpoint is added, its secret is shown once, its deliveries are read and replayed", async () => {
      const { page, faults } = await suite.visit("/webhooks");
      await look(page, "webhooks-empty", flawsAgain);
      await press(page.getByRole("link", { name: "Add the first endpoint" }));
      await type(page.getByLabel("Address"), "https://169.254.169.254/in");
      await press(page.getByRole("checkbox", { name: /^rule_review\.requested/ }), "Space");
      await press(page.getByRole("button", { name: "Add the endpoint" }));
      await press(page.getByRole("alert").getByRole("link", { name: /^Address/ }));
      await type(page.getByLabel("Address"), `${receiver.url}/board`);
      await type(page.getByLabel("What it is for"), "The release board");
      await look(page, "webhook-new", flawsAgain);
      await press(page.getByRole("button", { name: "Add the endpoint" }));
      await atStep(page, "The endpoint’s secret, this once");
      const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
      expect(secret).toMatch(/^whsec_/);
      await look(page, "webhook-secret");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await page.getByRole("dialog").getByText("It is not shown again.").waitFor();
      await press(page.getByRole("dialog").getByRole("button", { name: "Stay" }));
      await press(page.getByRole("button", { name: "I have stored it" }));
      await atStep(page, receiver.host);
      expect(await page.content()).not.toContain(secret);
      await press(page.getByRole("button", { name: "Send a test" }));
      await page.getByText("It took the test: it answered 204.").waitFor();

      await commission(suite.system);
      await courier();
      await page.reload();
      const row = page.getByRole("row").filter({ hasText: "rule_review.requested" });
      await row.getByText("Delivered", { exact: true }).waitFor();
      await press(row.locator("summary"));
      await row.getByText('"type": "rule_review.requested"').waitFor();
      await look(page, "webhook");
      await press(row.getByRole("button", { name: /^Send it again/ }));
      await page.getByRole("row").filter({ hasText: "A replay" }).waitFor();
      await courier();
      const sent = () =>
        receiver.received.filter(({ body }) => body.includes("rule_review.requested"));
      expect(sent()).toHaveLength(2);

      await press(page.getByRole("button", { name: "Rotate the secret" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Both secrets sign for 24 hours").waitFor();
      await press(dialog.getByRole("button", { name: "Rotate the secret" }));
      await atStep(page, "The endpoint’s secret, this once");
      expect(await page.getByLabel("Secret", { exact: true }).inputValue()).not.toBe(secret);
      await press(page.getByRole("button", { name: "I have stored it" }));
      await page.locator(".facts").getByText("Previous secret signs until").waitFor();
      // 422: the internal address.
      expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
    });

    test("by mouse: an endpoint that was given up is found, switched on again, and deleted, in six clicks", async () => {
      const tenant = await newTenant(suite.system, "Acme");
      const content = { url: `${receiver.url}/gone`, events: ["clearance.changed"] };
      const { body } = await expectStatus(
        tenant.org("POST", "/tenant/webhook-endpoints", content),
        201,
      );
      receiver.answers.set("/gone", (response) => response.writeHead(410).end());
      const commissioned = await commission(suite.system);
      await suite.system.api()("POST", `/counsel/review/${commissioned.token}/decide`, {
        decision: "approved",
      });
      await courier();
      const { page, faults } = await suite.visit("/webhooks?given_up=true", orgAdminOf("Acme"));
      const clicks = await clicksOf(page);
      await look(page, "webhooks-given-up", flawsAgain);
      await page.getByRole("link", { name: content.url }).click();
      await page.locator(".note").getByText("Given up: it answered 410").waitFor();
      await look(page, "webhook-given-up");
      await page.getByRole("button", { name: "Switch on" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
      await page.locator(".facts").getByText("On", { exact: true }).waitFor();
      expect((await tenant.org("GET", `/tenant/webhook-endpoints/${body.id}`)).body.enabled).toBe(
        true,
      );
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await atStep(page, "Webhooks");
      await page.getByText("Nobody is told of anything yet.").waitFor();
      expect(await clicks()).toBeLessThanOrEqual(6);
      expect(faults).toEqual([]);
    });
  });
}
