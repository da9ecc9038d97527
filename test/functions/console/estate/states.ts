import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";
import { chooseRules } from "#test/support/console-forms.ts";
import { flawsByTurns, platformScreens, tenantScreens } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { sampled } from "#test/support/full-size.ts";

export function statesOfScreens(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  beforeAll(() => {
    estate = estateOf();
  });

  /** Every dialog: its screen and the button that opens it. */
  const platformDialogs = ({
    reviews,
    counselId,
    tenant,
    connections,
  }: Estate): readonly (readonly [path: string, label: string])[] => [
    ["", "Keys"],
    [`/reviews/${reviews.pending}`, "Cancel the review"],
    [`/counsel/${counselId}`, "Deactivate"],
    [`/counsel/${counselId}`, "Require a passkey"],
    [`/counsel/${counselId}`, "Invite to make a key"],
    ["/rule-books", "New rule book"],
    ["/tenants", "Create a tenant"],
    [`/tenants/${tenant.id}`, "Rename"],
    [`/connections/${connections.eventbus}`, "Provision the bus"],
    ["/setup", "Provision the key pair"],
    ["/setup", "Set the private key"],
    ["/extractors", "Apply a preset"],
  ];

  const tenantDialogs = ({
    connections,
  }: Estate): readonly (readonly [path: string, label: string])[] => [
    [`/connections/${connections.sourcehost}`, "Authorise again"],
    [`/connections/${connections.sourcehost}`, "Rename"],
    [`/connections/${connections.sourcehost}`, "Disconnect"],
  ];

  describe("every dialog", () => {
    test.each([
      ["a platform admin", () => platformAdmin, platformDialogs],
      ["an organisation admin", () => orgAdminOf("Northwind"), tenantDialogs],
    ] as const)(
      "of %s is accessible, closes with Escape and with its button, and returns the focus",
      async (_, role, dialogs) => {
        const { page, faults } = await suite.visit("/nowhere", role());
        const wrong: string[] = [];
        for (const [turn, [path, label]] of sampled(dialogs(estate), 3, 1).entries()) {
          await goTo(page, path);
          const opener = page.getByRole("button", { name: label, exact: true });
          const dialog = page.getByRole("dialog");
          const open = async () => {
            await opener.focus();
            await page.keyboard.press("Enter");
            await dialog.waitFor();
          };
          const expectFocusBack = async (closedBy: string) => {
            await dialog.waitFor({ state: "detached" });
            const isBack = await opener.evaluate((one) => one === one.ownerDocument.activeElement);
            if (!isBack) wrong.push(`${label}: ${closedBy} loses the focus`);
          };
          await open();
          const found = await flawsByTurns(page, turn, "dialog[open]");
          wrong.push(...found.map((one) => `${label}: ${one}`));
          if ((await dialog.getByRole("button", { name: "Cancel", exact: true }).count()) > 0) {
            wrong.push(`${label}: the way out reads as the act`);
          }
          const name = await dialog.getAttribute("aria-labelledby");
          if (name === null) wrong.push(`${label}: has no name`);
          await page.keyboard.press("Escape");
          await expectFocusBack("Escape");
          await open();
          await dialog.locator(".actions button").last().focus();
          await page.keyboard.press("Enter");
          await expectFocusBack("its button");
        }
        expect(wrong).toEqual([]);
        expect(faults).toEqual([]);
      },
    );
  });

  test("a date field shows the focus, whichever of its parts has it", async () => {
    const { page } = await suite.visit("/evidence");
    const date = page.locator('input[type="date"]');
    await goTo(page, "/evidence");
    await date.focus();
    for (const part of ["day", "month", "year"]) {
      const outline = await date.evaluate((one) => {
        const style = one.ownerDocument.defaultView?.getComputedStyle(one);
        return `${style?.outlineStyle} ${style?.outlineWidth}`;
      });
      expect([part, outline]).toEqual([part, "solid 3px"]);
      await page.keyboard.press("Tab");
    }
  });

  /** Screens that show no data from the API, or only the rule books, which are loaded already. */
  const still = [
    "room-new",
    "not-found",
    "import",
    "rule-new",
    "counsel-new",
    "connect",
    "webhook-new",
    "tenant-machine-new",
  ];

  async function withoutService(
    role: Role,
    screens: readonly (readonly [string, string, string])[],
    from = 0,
  ) {
    const { page } = await suite.visit("/nowhere", role);
    const wrong: string[] = [];
    const api = (url: URL): boolean =>
      /^\/(admin|tenant|connections|artifacts|discovery|clearance|evidence\/log)/.test(
        url.pathname,
      ) && !url.pathname.startsWith("/admin/console");
    for (const [name, path, text] of sampled(
      screens.filter(([one]) => !still.includes(one)),
      8,
      from,
    )) {
      await page.route(api, (route) =>
        route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
      );
      await goTo(page, path);
      const alert = page.locator("#main").getByRole("alert").first();
      const isSaid = await alert.waitFor().then(
        () => true,
        () => false,
      );
      if (!isSaid) {
        wrong.push(`${name}: says nothing`);
        await page.unroute(api);
        continue;
      }
      const turn = ["home", "inventory"].indexOf(name);
      if (turn >= 0) {
        wrong.push(...(await flawsByTurns(page, turn)).map((one) => `${name}: ${one}`));
      }
      const again = page.locator("#main").getByRole("button", { name: "Try again" }).first();
      await again.waitFor();
      await page.unroute(api);
      if (name !== "home") continue; // Others may have retried by themselves.
      await again.click();
      await page.getByText(text).first().waitFor();
    }
    expect(wrong).toEqual([]);
  }

  describe("without the service, every screen says so and offers to try again", () => {
    test("to a platform admin", () => withoutService(platformAdmin, platformScreens(estate)));
    test("to an organisation admin", () =>
      withoutService(orgAdminOf("Northwind"), tenantScreens(estate), 7));
  });

  /** Screens that are lists. */
  const lists = [
    "/reviews",
    "/counsel",
    "/coverage",
    "/rule-books",
    "/evidence/decisions",
    "/audit",
    "/tenants",
    "/connections",
  ];
  const ownLists = ["/connections", "/inventory", "/audit"];

  test.each([
    ["a platform admin", () => platformAdmin, lists],
    ["an organisation admin", () => orgAdminOf("Northwind"), ownLists],
  ] as const)(
    "an empty list tells %s what to do next, and is accessible",
    async (_, role, paths) => {
      const { page, faults } = await suite.visit("/nowhere", role());
      await page.route(`${suite.system.baseUrl}/**`, async (route) => {
        if (
          route.request().resourceType() !== "fetch" ||
          route.request().url().includes("/_local/")
        )
          return route.continue();
        const response = await route.fetch();
        const json = await response.json();
        return route.fulfill({
          response,
          json: Array.isArray(json.items) ? { ...json, items: [], next_cursor: null } : json,
        });
      });
      const wrong: string[] = [];
      for (const [turn, path] of sampled(paths, 3).entries()) {
        await goTo(page, path);
        await page.locator("#main .empty").first().waitFor();
        wrong.push(...(await flawsByTurns(page, turn, "#main")).map((one) => `${path}: ${one}`));
      }
      expect(wrong).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test("without a rule book, Home and Evidence begin with importing one", async () => {
    const { page } = await suite.visit("/nowhere");
    await page.route("**/admin/{overview,frameworks}*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const nothing = Object.keys(json.pipeline ?? {}).map((stage) => [
        stage,
        { count: 0, is_more: false },
      ]);
      const empty = json.items
        ? { items: [], next_cursor: null }
        : { ...json, books: [], work: [], pipeline: Object.fromEntries(nothing) };
      await route.fulfill({ response, json: empty });
    });
    await goTo(page, "", "Begin here");
    const [first] = await page.locator("#main ol a").all();
    const found = [await first?.textContent(), await first?.getAttribute("href")];
    expect(found).toEqual(["Import a rule book", "/admin/console/rule-books"]);
    await goTo(page, "/evidence", "nothing to ask about");
    await page.locator("#main .empty").getByText("Import a rule book").click();
    await page.getByRole("heading", { level: 1, name: "Rule books" }).waitFor();
  });

  /** Addresses that are mistyped, truncated or out of date. */
  const mistyped = [
    "/audit/row/nonsense/x",
    "/evidence/decisions?decided_from=nonsense",
    "/tenants/__proto__",
    "/audit?from=nonsense&cursor=x",
    "/evidence?rule=nope/x&on=nonsense",
    "/counsel/%E0%A4%A",
    "/evidence?q=Ada&on=nonsense",
    "/reviews?status=nonsense&cursor=x",
    "/coverage?days=x&framework_id=nope",
    "/reviews/new?repeat=nope",
    "/connections/nope?tab=x",
    "/reviews/new?framework_id=nope&rules=,,&due=x",
    "/rule-books/nope/rules/a%20b",
  ];

  test("a mistyped address says what is wrong, and breaks nothing else", async () => {
    const { page, faults } = await suite.visit("/nowhere");
    const wrong: string[] = [];
    for (const path of sampled(mistyped, 3, 2)) {
      await goTo(page, path);
      const title = await page.locator("#main h1").textContent();
      if (title === "This screen cannot be shown") wrong.push(path);
    }
    expect(wrong).toEqual([]);
    // An unexpected answer breaks only its own screen.
    await page.route("**/admin/tenants?*", (route) => route.fulfill({ json: { items: [null] } }));
    await goTo(page, "/tenants");
    await atStep(page, "This screen cannot be shown");
    await goTo(page, "/counsel", "Dr. Ada Lex");
    expect(faults.filter((fault) => fault.startsWith("script"))).toEqual([]);
  });

  const click = (page: Page, name: string): Promise<void> =>
    page.getByRole("button", { name, exact: true }).click();

  /** Presses a button that asks for confirmation, and waits for the dialog. */
  async function ask(page: Page, name: string): Promise<void> {
    await click(page, name);
    await page.getByRole("dialog").waitFor();
  }

  type Steps = readonly (readonly [state: string, reach: (page: Page) => Promise<void>])[];

  /** States that a screen goes through: each is reached from the previous one. */
  const platformStates = (estate: Estate): readonly (readonly [path: string, steps: Steps])[] => [
    [
      `/reviews/new?framework_id=${estate.frameworkId}`,
      [
        [
          "what counsel will see",
          async (page) => {
            await page.getByRole("checkbox", { name: /Rule about scoring/ }).check();
            await page.locator("summary").click();
          },
        ],
        [
          "the link, shown once",
          async (page) => {
            await click(page, "Request the review");
            await atStep(page, "Forward this link");
          },
        ],
        [
          "the question before it is left",
          async (page) => {
            await page.getByRole("link", { name: "Home", exact: true }).click();
            await page.getByRole("dialog").getByText("cannot be shown again").waitFor();
          },
        ],
      ],
    ],
    [
      `/counsel/${estate.counselId}`,
      [
        ["edit counsel", (page) => click(page, "Edit")],
        [
          "signatures that a changed e-mail stops from verifying",
          async (page) => {
            await page.getByLabel("E-mail").fill("moved@law.example");
            await click(page, "Save");
            await page.getByText("One signature was made for the present e-mail").waitFor();
          },
        ],
      ],
    ],
    [
      "/counsel/new",
      [
        [
          "what is wrong with the fields",
          async (page) => {
            await click(page, "Register counsel");
            await page.getByRole("alert").waitFor();
          },
        ],
      ],
    ],
    [
      `/rule-books/${estate.frameworkId}/import`,
      [
        [
          "the preview of an import",
          async (page) => {
            await chooseRules(page);
            await click(page, "Check and preview");
            await page.locator("details.rule > summary").click();
          },
        ],
        ["the question before an import", (page) => ask(page, "Import now")],
      ],
    ],
    [
      `/rule-books/${estate.frameworkId}/rules/transparency.notice`,
      [
        [
          "a version beside the one before",
          async (page) => {
            await page.locator("summary", { hasText: "Version 2" }).click();
            await page.locator(".compared").waitFor();
          },
        ],
      ],
    ],
    [
      "/evidence",
      [
        [
          "an answer with its wording and every check",
          async (page) => {
            await page.getByLabel("A rule, an article, a title or a name").fill("scoring.social");
            await click(page, "Ask");
            await page.getByText("In the log", { exact: true }).waitFor();
            await page.locator("summary", { hasText: "The wording" }).click();
            await page.locator("summary", { hasText: "Every check" }).click();
          },
        ],
        [
          "a wording that nobody approved, and who approved the one before",
          async (page) => {
            await page
              .getByLabel("A rule, an article, a title or a name")
              .fill("transparency.notice");
            await click(page, "Ask");
            await page.getByText("What differs from the version before").waitFor();
          },
        ],
        [
          "a question that nothing answers",
          async (page) => {
            await page.getByLabel("A rule, an article, a title or a name").fill("Zebra");
            await click(page, "Ask");
            await page.getByText("No live rule and no decision fits").waitFor();
          },
        ],
      ],
    ],
    [
      "/evidence/verify",
      [
        [
          "a verdict on a bundle",
          async (page) => {
            const path = `/admin/rule-reviews/${estate.reviews.approved}/bundle`;
            const { text } = await suite.system.admin("GET", path);
            const file = {
              name: "b.json",
              mimeType: "application/json",
              buffer: Buffer.from(text),
            };
            await page.getByLabel("Drop a file here, or choose one").setInputFiles(file);
            await page.locator("summary", { hasText: "Technical output" }).click();
            await page.locator("summary", { hasText: "I hold the signing secret" }).click();
            await page.locator("#main pre").waitFor();
          },
        ],
      ],
    ],
    [
      `/connections/${estate.connections.eventbus}`,
      [
        [
          "the templates of a bus",
          async (page) => {
            await ask(page, "Provision the bus");
            const dialog = page.getByRole("dialog");
            await dialog.getByRole("button", { name: "Provision the bus" }).click();
            await page.getByText("The customer applies these in an account of theirs.").waitFor();
            for (const summary of await page.locator("dialog summary").all()) await summary.click();
          },
        ],
        [
          "the question before a bus is removed",
          async (page) => {
            await click(page, "Close");
            await ask(page, "Remove the bus");
          },
        ],
      ],
    ],
  ];

  const tenantStates = (estate: Estate): readonly (readonly [path: string, steps: Steps])[] => [
    [
      `/connections/${estate.connections.eventbus}?tab=onboarding`,
      [["the templates of an onboarding", (page) => page.locator(".steps pre").first().waitFor()]],
    ],
    [
      "/extractors",
      [
        [
          "a chain and what came of its test",
          async (page) => {
            await click(page, "Add an extractor");
            await page.getByLabel("Provider").selectOption("mock");
            await click(page, "Test: Mock");
            await page.getByText(/It answered well after/).waitFor();
          },
        ],
      ],
    ],
    [
      `/connections/runs/${estate.runId}`,
      [
        [
          "what a run covered, by project and kind",
          async (page) => {
            await expect.poll(() => page.locator(".matrix td").count()).toBe(4);
          },
        ],
      ],
    ],
  ];

  /** A run that covered two projects in part. */
  const covering = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const at = (project: string, kind: string, status: string, code: string | null) => ({
      project,
      kind,
      location: "europe-west4",
      status,
      code,
    });
    const coverage = [
      at("acme-production-with-a-long-name", "model_endpoint", "complete", null),
      at("acme-production-with-a-long-name", "notebook", "failed", "permission_denied"),
      at("acme-staging", "model_endpoint", "partial", "page_limit"),
    ];
    await route.fulfill({ response, json: { ...(await response.json()), coverage } });
  };

  // Last, because these change the data.
  test.each([
    ["a platform admin", () => platformAdmin, platformStates],
    ["an organisation admin", () => orgAdminOf("Northwind"), tenantStates],
  ] as const)("every state that %s brings a screen to is accessible", async (_, role, states) => {
    const { page, faults } = await suite.visit("/nowhere", role());
    await page.route(`**/discovery-runs/${estate.runId}`, covering);
    const wrong: string[] = [];
    for (const [turn, [path, steps]] of sampled(states(estate), 4).entries()) {
      await page.keyboard.press("Escape");
      await goTo(page, "/nowhere");
      await goTo(page, path);
      for (const [step, [state, reach]] of steps.entries()) {
        await reach(page);
        const isAsked = (await page.locator("dialog[open]").count()) > 0;
        const found = await flawsByTurns(page, turn + step, isAsked ? "dialog[open]" : "#main");
        wrong.push(...found.map((one) => `${state}: ${one}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  });
}
