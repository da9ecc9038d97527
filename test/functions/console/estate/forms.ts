import { readFileSync } from "node:fs";
import type { Locator, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf, platformAdmin } from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";
import { type ConsoleForm, platformForms, tenantForms } from "#test/support/console-forms.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { choose, press, type } from "#test/support/keyboard.ts";
import { expectStatus } from "#test/support/review-fixture.ts";

export function failingForms(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  /** A role connection of the estate's tenant to a cloud. */
  let byRole: string;

  beforeAll(async () => {
    estate = estateOf();
    await expectStatus(
      suite.system.admin("POST", "/admin/setup/sourcehost-webhook-secret/provision-secret"),
      200,
    );
    const { body } = await expectStatus(
      estate.orgAdmin("POST", "/connections", {
        provider: "cloudb",
        subtype: "assume_role",
        display_name: "Production account",
        remote_tenant_id: "123456789012",
        regions: ["eu-west-1"],
      }),
      201,
    );
    byRole = body.id;
  });

  const problem = (status: number, code: string, detail: string) => ({
    status,
    contentType: "application/problem+json",
    body: JSON.stringify({
      type: "about:blank",
      title: "",
      status,
      code,
      detail,
      request_id: "req-4711",
    }),
  });

  test("by keyboard alone: a field's error is shown at the field, and focus moves there", async () => {
    const { frameworkId } = estate;
    const { page } = await suite.visit("/counsel/new");
    await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
    await choose(page.getByLabel("Rule book"), "AI transparency code");
    await press(page.getByRole("button", { name: "Register counsel" }));
    await press(page.getByRole("alert").getByRole("link", { name: /^E-mail/ }));
    expect(await page.evaluate("document.activeElement.name")).toBe("email");
    await type(page.getByLabel("E-mail"), "grace@law.example");
  });

  type Answer = Parameters<Route["fulfill"]>[0];

  /** Each failure of sending a form and the message shown; `undefined` stands for a lost network. */
  const failures: readonly (readonly [Answer, string])[] = [
    [undefined, "The service did not answer"],
    [problem(409, "conflict", "Changed meanwhile."), "Changed meanwhile."],
    [problem(503, "dependency_unavailable", "The table is busy."), "not available"],
    [{ status: 401, json: { message: "Unauthorized" } }, "After the sign-in was renewed."],
  ];
  const proxyPage = { status: 200, contentType: "text/html", body: "<p>hotel</p>" };

  const refused = ([path]: readonly [string, string]) => ({
    ...problem(400, "invalid_request", "Not valid."),
    body: JSON.stringify({
      status: 400,
      code: "invalid_request",
      detail: "Not valid.",
      request_id: "req-4711",
      errors: [{ path, message: "is not as it should be" }],
    }),
  });

  const labelled = (label: string): RegExp =>
    new RegExp(`^${label.replaceAll(/[()]/g, (sign) => `\\${sign}`)}`);

  /** Everything that was typed, ticked or chosen on the page, and the rules of a preview. */
  const filledIn = `JSON.stringify([...document.querySelectorAll("#main :is(input, textarea, select, details.rule)")].map(
  (one) => (one.type === "file" ? one.files[0]?.name : /checkbox|radio/.test(one.type) ? one.checked : one.value)))`;

  /** Sends a form into every failure and returns what is wrong with how the form handles them. */
  async function faultsOf(
    page: Page,
    form: ConsoleForm,
    all: readonly (readonly [Answer, string])[],
  ): Promise<string[]> {
    const wrong: string[] = [];
    const sent: (string | null)[] = [];
    let answers: Answer[] = [];
    const isAsked = (url: URL): boolean => form.endpoint.test(`${url.pathname}${url.search}`);
    await goTo(page, "/nowhere");
    await goTo(page, form.path);
    await form.open?.(page);
    await page.route(isAsked, (route) => {
      if (route.request().method() !== form.method) return route.fallback();
      sent.push(route.request().postData());
      const answer = answers.shift();
      return answer === undefined ? route.abort() : route.fulfill(answer);
    });
    const box = form.isDialog ? page.getByRole("dialog") : page.locator("#main");
    const field = (label: string) => box.getByLabel(labelled(label)).first();
    for (const [label, text] of Object.entries(form.typed)) await field(label).fill(text);
    const before = await page.evaluate<string>(filledIn);
    for (const text of Object.values(form.typed)) expect(before).toContain(JSON.stringify(text));
    const alert = box.getByRole("alert");
    const button = box.getByRole("button", { name: form.send, exact: true });
    const send = async (given: Answer[], words: string): Promise<string> => {
      answers = given;
      await button.dispatchEvent("click");
      await alert.getByText(words).first().waitFor();
      expect([form.name, await page.evaluate(filledIn)]).toEqual([form.name, before]);
      return (await alert.textContent()) ?? "";
    };
    for (const [answer, words] of all) {
      const said = await send([answer, problem(409, "conflict", words)], words);
      // A check changes nothing, so its failure leaves nothing open.
      const isQuestion = form.method === "GET" || form.endpoint.source.includes("dry_run=true");
      if (isQuestion || said.includes("Nothing was changed")) continue;
      if (!said.includes("it is not known")) wrong.push(`${form.name}: ${said} leaves it open`);
    }
    if (all.length > 1) {
      await page.evaluate("navigator.clipboard.writeText('')");
      await alert.getByRole("button", { name: "Copy: Request id" }).click();
      await alert.getByRole("button", { name: "Copied: Request id" }).waitFor();
      if ((await page.evaluate("navigator.clipboard.readText()")) !== "req-4711")
        wrong.push(`${form.name}: the request id is not what is copied`);
    }
    if (form.field) {
      await send([refused(form.field)], "is not as it should be");
      await alert.getByRole("link", { name: labelled(form.field[1].split(", ")[0] ?? "") }).click();
      const isThere = await field(form.field[1]).evaluate(
        (one) => one === one.ownerDocument.activeElement && one.ariaInvalid === "true",
      );
      if (!isThere) wrong.push(`${form.name}: the way does not lead to ${form.field[1]}`);
    }
    if (new Set(sent).size !== 1) wrong.push(`${form.name}: sends other things again`);
    await page.unroute(isAsked);
    return wrong;
  }

  describe("a lost network, 409, 503, 401 or 400 loses nothing that was typed", () => {
    test.each([
      ["a platform admin", () => platformAdmin],
      ["an organisation admin", () => orgAdminOf(estate.tenant.name)],
    ] as const)(
      "in any form of %s, and the failure is said with its request id",
      async (_, role) => {
        const { page, faults } = await suite.visit("/nowhere", role());
        const forms =
          role() === platformAdmin ? platformForms(estate) : tenantForms(estate, byRole);
        const wrong: string[] = [];
        for (const [index, form] of sampled(forms, 8).entries()) {
          const more = [proxyPage, "The service did not answer"] as const;
          // The first form gets every failure, and each other one at least one of them by turns.
          const some = sized(failures, [failures[index % failures.length] ?? more]);
          const isFirst = index === 0 && sized(true, role() === platformAdmin);
          wrong.push(...(await faultsOf(page, form, isFirst ? [more, ...failures] : some)));
        }
        expect(wrong).toEqual([]);
        expect(faults.filter((fault) => fault.startsWith("script"))).toEqual([]);
      },
      120_000,
    );
  });

  test("nothing is said to be undone if the gateway answers in place of the service, or the service fails", async () => {
    const { page } = await suite.visit("/nowhere");
    const form = platformForms(estate).find(({ name }) => name === "register counsel");
    const uncertain: [Answer, string][] = [
      [{ status: 503, json: { message: "Service Unavailable" } }, "it is not known"],
      [{ status: 500, json: { message: "Internal Server Error" } }, "it is not known"],
      [problem(500, "internal_error", "Something went wrong here."), "it is not known"],
    ];
    expect(await faultsOf(page, form as ConsoleForm, uncertain)).toEqual([]);
  });

  test("an import that is too large for the gateway is told so, and how to go on", async () => {
    const { page } = await suite.visit("/nowhere");
    const form = platformForms(estate).find(({ send }) => send === "Check and preview");
    const tooLarge: Answer = { status: 413, json: { message: "Request Entity Too Large" } };
    const words = "You can import rules from several files";
    expect(await faultsOf(page, form as ConsoleForm, [[tooLarge, words]])).toEqual([]);
  });

  /** Types what no field accepts: nothing, or too much. */
  const untakable = async (field: Locator, isTooMuch: boolean): Promise<void> => {
    const type = await field.getAttribute("type");
    // A browser accepts only a day as a date.
    const tooMuch = type === "date" ? "" : type === "number" ? "99999" : "x".repeat(5000);
    await field.fill(isTooMuch ? tooMuch : "");
  };

  /** What a form says about its fields after it was sent, one line per sentence. */
  async function sentencesOf(page: Page, form: ConsoleForm, isTooMuch: boolean): Promise<string[]> {
    await goTo(page, "/nowhere");
    await goTo(page, form.path);
    await form.open?.(page);
    const box = form.isDialog ? page.getByRole("dialog") : page.locator("#main");
    for (const label of Object.keys(form.typed)) {
      await untakable(box.getByLabel(labelled(label)).first(), isTooMuch);
    }
    const alert = box.getByRole("alert").first();
    const answering = page.waitForResponse((one) => one.request().method() === form.method);
    // A form may notice itself that there is nothing it can send.
    const told = alert.waitFor().then(() => null);
    for (const one of [answering, told]) one.catch(() => {});
    await box.getByRole("button", { name: form.send, exact: true }).dispatchEvent("click");
    if ((await Promise.race([answering, told]))?.ok()) return [];
    await alert.waitFor();
    const said = await alert.getByRole("listitem").allInnerTexts();
    const name = form.name.replaceAll(/[\^.*]/g, "").replaceAll(/ +/g, " ");
    return said.map((one) => `${name}: ${one.replace(/x{40,}/g, "x…")}`);
  }

  test("every error of a form names its field by the label, and says what to enter", async () => {
    const roles = [
      [platformAdmin, platformForms(estate)],
      [orgAdminOf(estate.tenant.name), tenantForms(estate, byRole)],
    ] as const;
    const said: string[] = [];
    for (const [role, forms] of roles) {
      const { page } = await suite.visit("/nowhere", role);
      const written = forms.filter(({ typed }) => Object.keys(typed).length > 0);
      for (const form of sampled(written, 8)) {
        for (const isTooMuch of [false, true]) {
          said.push(...(await sentencesOf(page, form, isTooMuch)));
        }
      }
    }
    const lines = [...new Set(said)].sort();
    expect(lines.length).toBeGreaterThan(3);
    // Neither a name of the schema nor the parser's words.
    expect(
      lines.filter((one) => /[a-z]_[a-z]|Invalid|expected|undefined|\.\d\./.test(one)),
    ).toEqual([]);
    if (sized(true, false)) {
      await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("estate/form-errors.txt");
    } else {
      const listed = readFileSync(new URL("form-errors.txt", import.meta.url), "utf8").split("\n");
      expect(lines.filter((one) => !listed.includes(one))).toEqual([]);
    }
  }, 300_000);

  test("an abandoned run is listed on Home, and leads to the screen with its reason", async () => {
    const { page, faults } = await suite.visit("/nowhere");
    // What the worker leaves behind after five attempts.
    const error_jsonb = { code: "internal_error", attempts: 5, dead_letter: true };
    await page.route("**/admin/discovery-runs?*", async (route) => {
      const url = route.request().url().replace("&status=failed", "");
      const response = await route.fetch({ url });
      const { items, next_cursor } = await response.json();
      const given = items.map((run: object) => ({ ...run, status: "failed", error_jsonb }));
      await route.fulfill({ response, json: { items: given, next_cursor } });
    });
    await page.route("**/admin/overview", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const work = {
        kind: "run_given_up",
        severity: "high",
        at: new Date().toISOString(),
        count: 1,
        object: { type: "run", id: estate.runId, name: "Repositories" },
        connection_id: estate.connections.sourcehost,
        framework: null,
        framework_id: null,
        use_case_ids: [],
        counsel_id: null,
        tenant: { id: estate.tenant.id, name: "Northwind" },
        reason: "internal_error",
        counsel: null,
      };
      await route.fulfill({ response, json: { ...body, work: [work] } });
    });
    await goTo(page, "");
    await page.getByText("A discovery run was given up after the last try").waitFor();
    await press(page.getByRole("link", { name: "See why: Repositories · Northwind" }));
    await page.waitForURL(/tenant_id=.*run=/);
    await page.getByText("Given up after the last try").first().waitFor();
    expect(faults).toEqual([]);
  });

  test("the screen of a run sends one request at a time, and none once the run has ended", async () => {
    const { page, faults, close } = await suite.open("/nowhere", orgAdminOf("Northwind"), {});
    let asked = 0;
    let status = "running";
    let isSlow = true;
    const held: (() => void)[] = [];
    await page.route("**/discovery-runs/*", async (route) => {
      asked += 1;
      if (isSlow) await new Promise<void>((goOn) => held.push(goOn));
      const url = route
        .request()
        .url()
        .replace(/[^/]+$/, estate.runId);
      const response = await route.fetch({ url });
      await route.fulfill({ response, json: { ...(await response.json()), status } });
    });
    /** Lets the page's timers run; afterwards, every request that they sent has arrived here. */
    const pass = async (ms: number): Promise<void> => {
      await page.clock.runFor(ms);
      await page.evaluate("fetch(location.href).then(() => null)");
    };
    const shown = (text: string) => page.locator(".facts").getByText(text, { exact: true });
    await page.clock.install();
    await goTo(page, "/nowhere");
    const path = "/admin/console/connections/runs";
    await page.evaluate(`history.pushState(null, "", "${path}/${estate.runId}")`);
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
    await pass(30_000);
    expect(asked).toBe(1);
    isSlow = false;
    for (const goOn of held) goOn();
    await shown("Running").waitFor();
    status = "completed";
    await page.clock.runFor(2_000);
    await shown("Completed").waitFor();
    await pass(100);
    const before = asked;
    await pass(60_000);
    expect(asked).toBe(before);
    status = "queued";
    await page.evaluate(`history.pushState(null, "", "${path}/the-next-one")`);
    await shown("Waiting to start").waitFor();
    status = "failed";
    await page.clock.runFor(2_000);
    await shown("Failed").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
}
