import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { note, sized } from "#test/support/full-size.ts";
import { restTab, takeTab } from "#test/support/tab.ts";

const suite = browserSuite();

test("the reference is served by one function: strict policy, files kept for good, nothing else", async () => {
  const page = await suite.system.api()("GET", "/docs");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|nonce/);
  const files = [...page.text.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(([, path]) => path);
  expect(files).toHaveLength(3);
  for (const path of files as string[]) {
    expect(path).toMatch(/-[0-9a-f]{10}\.(js|css)$/);
    const { status, headers } = await suite.system.api()("GET", path);
    expect([status, headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
  }
  for (const name of ["renderer.js", "../index.js", "__proto__"]) {
    const answer = await suite.system.api()("GET", `/docs/${encodeURIComponent(name)}`);
    expect([name, answer.status]).toEqual([name, 404]);
  }
});

interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: Record<string, Record<string, unknown>>;
}

/** The components that a text refers to, and the components that those refer to in turn. */
function partsOf(components: Document["components"], text: string): Document["components"] {
  const named = new Set<string>();
  const follow = (said: string): void => {
    for (const [, kind = "", name = ""] of said.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (named.has(`${kind} ${name}`)) continue;
      named.add(`${kind} ${name}`);
      follow(JSON.stringify(components[kind]?.[name]));
    }
  };
  follow(text);
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(
        Object.entries(parts).filter(
          ([name]) => kind === "securitySchemes" || named.has(`${kind} ${name}`),
        ),
      ),
    ]),
  );
}

/** The part of the document that the page gets. With the bench it gets all of it. */
const shownOf = sized(
  (document: Document) => document,
  (document: Document) => {
    const isShown = ([path]: [string, unknown]) => path === "/admin/rule-reviews";
    const paths = Object.fromEntries(Object.entries(document.paths).filter(isShown));
    return { ...document, paths, components: partsOf(document.components, JSON.stringify(paths)) };
  },
);

test("every operation of an area is shown, and the policy blocks nothing", async () => {
  const tab = await takeTab(suite.browser);
  const { page, faults } = tab;
  let operations = 0;
  await page.route("**/openapi.json", async (route) => {
    const response = await route.fetch();
    const json = shownOf(await response.json());
    operations = Object.values(json.paths).flatMap((methods) => Object.values(methods)).length;
    return route.fulfill({ response, json });
  });
  await tab.goTo(`${suite.system.baseUrl}/docs`);
  await page.getByRole("heading", { name: /^Countersign/ }).waitFor();
  const area = page.locator("#operations-tag-reviews");
  await area.waitFor();
  expect(await page.locator(".opblock-tag").count()).toBeGreaterThan(sized(10, 0));
  await area.click();
  await page.locator("#operations-reviews-createReview").click();
  await page.getByText("Commission a review").first().waitFor();
  await page.locator("#operations-reviews-createReview .responses-table").waitFor();
  expect(faults).toEqual([]);
  expect(operations).toBeGreaterThan(sized(100, 1));
  note("the reference: operations shown", `${operations}`, `${operations}`, 1);
  await restTab(tab);
});
