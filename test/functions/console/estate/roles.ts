import { beforeAll, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import {
  type ConsoleSuite,
  memberOf,
  orgAdminOf,
  platformAdmin,
  type Role,
  reader,
} from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";
import { platformScreens, tenantScreens } from "#test/support/console-screens.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import type { Api } from "#test/support/system.ts";

export function whatRolesSee(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  beforeAll(() => {
    estate = estateOf();
  });

  const UNKNOWN = "00000000-0000-4000-8000-00000000beef";

  /** What a role is offered: screens, and the actions of one of its connections. */
  interface Offer {
    screens: string[];
    actions: string[];
  }

  const offers: Readonly<Record<string, Offer>> = {
    get reader(): Offer {
      return { screens: offers["platform admin"]?.screens ?? [], actions: [] };
    },
    "platform admin": {
      screens: [
        "Home",
        "Reviews",
        "Counsel",
        "Coverage",
        "Rule books",
        "Clearance",
        "Evidence",
        "Rooms",
        "Audit",
        "Setup",
        "Tenants",
        "Connections",
        "Extractors",
        "Webhooks",
        "Machines",
      ],
      actions: ["Provision the bus"],
    },
    "organisation admin": {
      screens: [
        "Home",
        "Clearance",
        "Audit",
        "Connections",
        "Inventory",
        "Extractors",
        "Webhooks",
        "Machines",
      ],
      actions: ["Start a discovery run", "Rename", "Disconnect"],
    },
    member: {
      screens: ["Home", "Clearance", "Connections", "Inventory", "Extractors"],
      actions: ["Start a discovery run"],
    },
  };

  /** The API call behind each action of the table, on an unknown connection, so nothing changes. */
  const calls: Readonly<Record<string, (api: Api) => Promise<{ status: number }>>> = {
    "Start a discovery run": (api) => api("POST", `/connections/${UNKNOWN}/discovery-runs`),
    Rename: (api) => api("PATCH", `/connections/${UNKNOWN}`, { display_name: "Event bus" }),
    "Provision the bus": (api) => api("POST", `/admin/connections/${UNKNOWN}/provision-eventbus`),
    Disconnect: (api) => api("DELETE", `/connections/${UNKNOWN}`),
  };

  const people: readonly [string, () => Role, () => Promise<Api>][] = [
    [
      "platform admin",
      () => platformAdmin,
      async () => suite.system.api(await suite.system.token({ is_platform_admin: true })),
    ],
    [
      "reader",
      () => reader,
      async () => suite.system.api(await suite.system.token({ is_reader: true })),
    ],
    [
      "member",
      () => memberOf("Northwind"),
      async () =>
        suite.system.api(
          await suite.system.token({ tenant_id: estate.tenant.id, org_role: "member" }),
        ),
    ],
    ["organisation admin", () => orgAdminOf("Northwind"), async () => estate.orgAdmin],
  ];

  test.each(people)(
    "a %s is offered what the API allows, and nothing else",
    async (name, role, api) => {
      const offer = offers[name] as Offer;
      const path = `/connections/${estate.connections.eventbus}`;
      const { page, faults } = await suite.visit(path, role());
      await page.locator("#main .facts").waitFor();
      expect(
        await page.getByRole("navigation", { name: "Screens" }).getByRole("link").allTextContents(),
      ).toEqual(offer.screens);
      for (const label of Object.keys(calls)) {
        const isOffered =
          (await page.getByRole("button", { name: label, exact: true }).count()) === 1;
        expect([label, isOffered]).toEqual([label, offer.actions.includes(label)]);
      }
      const client = await api();
      for (const [label, call] of Object.entries(calls)) {
        const { status } = await call(client);
        expect([label, status]).toEqual([label, offer.actions.includes(label) ? 404 : 403]);
      }
      expect(faults).toEqual([]);
    },
  );

  /** Forms that only people who may change something can find. */
  const forms = /\/(new|new-rule|edit|import)(\?|$)/;

  test("no screen offers a reader anything that the API would refuse, and a reader finds no form", async () => {
    const { page, faults } = await suite.visit("/nowhere", reader);
    const writes: string[] = [];
    let at = "";
    page.on("request", (request) => {
      const isWrite = !["GET", "HEAD"].includes(request.method());
      const isQuestion = /\/(clearance|signatures\/verify)(\?|$)/.test(request.url());
      if (isWrite && !isQuestion) writes.push(`${at}: ${request.method()} ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() === 403) writes.push(`${at}: refused ${response.url()}`);
    });
    await page.evaluate("print = () => {}");
    const pressed = new Set<string>();
    const title = page.getByRole("heading", { level: 1 });
    for (const [, path] of sampled(platformScreens(estate), 4)) {
      at = path;
      await goTo(page, path);
      if (forms.test(path)) {
        await expect
          .poll(() => title.textContent(), { message: path })
          .toBe("There is no such page");
        continue;
      }
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll("#main a")].map((link) => link.getAttribute("href"))`,
      );
      expect([path, links.filter((href) => forms.test(href))]).toEqual([path, []]);
      for (const label of await page.locator("#main button").allTextContents()) {
        if (pressed.has(label)) continue;
        pressed.add(label);
        at = `${path}, ${label}`;
        await goTo(page, path);
        await page.locator("#main button", { hasText: label }).first().dispatchEvent("click");
      }
    }
    expect(pressed.size).toBeGreaterThan(sized(10, 5));
    expect(writes).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("a screen that a role may not see is not found, even by its address", async () => {
    const { page, close } = await suite.open("/setup", memberOf("Northwind"));
    await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
    await close();
  });

  /** The screens that only some roles see; everybody with a role sees the rest of the two lists. */
  const onlyFor: Readonly<Record<string, readonly string[]>> = {
    "platform admin": [
      "/reviews",
      "/counsel",
      "/coverage",
      "/rule-books",
      "/evidence",
      "/rooms",
      "/setup",
      "/tenants",
      "/connections/runs",
      "/audit",
      "/clearance/pipelines",
      "/webhooks",
      "/machines",
    ],
    get reader() {
      return this["platform admin"] ?? [];
    },
    "organisation admin": ["/audit", "/webhooks", "/machines", "/inventory", "/connections/new"],
    member: ["/inventory"],
  };
  const restricted = [...new Set(Object.values(onlyFor).flat())];

  test.each(people)(
    "a %s finds their own screens, each of which reads only what the API gives",
    async (name, role) => {
      const { page } = await suite.visit("/nowhere", role());
      const refused: string[] = [];
      let at = "";
      page.on("response", (response) => {
        if ([401, 403].includes(response.status())) refused.push(`${at}: ${response.url()}`);
      });
      // screens.ts opens the admins' own screens in every test run.
      const every = [...platformScreens(estate), ...tenantScreens(estate)].map(([, path]) => path);
      const members = tenantScreens(estate).map(([, path]) => path);
      const own = onlyFor[name] ?? [];
      const others = restricted.filter((path) => !own.includes(path));
      const some = name === "member" ? [...members, ...restricted] : [...own.slice(-1), ...others];
      const tried = new Set(sized([...every, ...restricted], some));
      const title = page.getByRole("heading", { level: 1 });
      const isFound = async () => (await title.textContent()) !== "There is no such page";
      for (const path of tried) {
        at = path;
        await goTo(page, path);
        if (!restricted.includes(path)) continue;
        await expect.poll(isFound, { message: path }).toBe(own.includes(path));
      }
      expect(refused).toEqual([]);
    },
  );
}
