import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { axeViolations, colourViolations, overflow } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { NO_ROOM, roomPageSuite } from "#test/support/room-page.ts";

const suite = roomPageSuite();
const MAX_BYTES = 61_440;

test("every token gets the same page, whatever the request accepts; HEAD gets the page's headers", async () => {
  const api = suite.system.api();
  const tokens = [NO_ROOM, "x", "%00", "a%2Fb", `${"B".repeat(42)}é`, "A".repeat(2000)];
  const accepts = ["application/json", "*/*", "text/html", "application/problem+json"];
  const [first] = [await api("GET", `/room/${NO_ROOM}`, undefined, { accept: "text/html" })];
  for (const token of tokens) {
    for (const accept of accepts) {
      const answer = await api("GET", `/room/${token}?utm_source=mail`, undefined, { accept });
      expect([token, accept, answer.status]).toEqual([token, accept, 200]);
      expect(answer.text === first?.text).toBe(true);
    }
  }
  const head = await api("HEAD", `/room/${NO_ROOM}`);
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const name of [
    "content-type",
    "content-security-policy",
    "cache-control",
    "referrer-policy",
  ]) {
    expect(head.headers.get(name)).toBe(first?.headers.get(name));
  }
});

test("the page is kept by nobody, framed nowhere, sets no cookie and loads only its own files", async () => {
  const { headers, text } = await suite.system.api()("GET", `/room/${NO_ROOM}`);
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of [
    "default-src 'none'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "trusted-types 'none'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("set-cookie")).toBeNull();
  expect(text).not.toContain(NO_ROOM);
  expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="?(?!data:)[^">]/i);
});

test("the verifier that the page imports is the very file that auditors download", async () => {
  const api = suite.system.api();
  const { text } = await api("GET", `/room/${NO_ROOM}`);
  const named = /\/evidence\/verify-bundle\.mjs\?sha256=([0-9a-f]{64})/.exec(text);
  const file = await api("GET", named?.[0] ?? "");
  expect([file.status, file.headers.get("content-type")]).toEqual([
    200,
    "text/javascript; charset=utf-8",
  ]);
  expect(createHash("sha256").update(file.text).digest("hex")).toBe(named?.[1]);
});

test("up to the first result, the page is at most 60 KB gzipped, and it requests nothing before Enter", async () => {
  const { page, faults } = await suite.open();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole("button", { name: "Enter" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([`/room/${NO_ROOM}`]);
  const { text } = await suite.system.api()("GET", `/room/${NO_ROOM}`);
  const bytes = gzipSync(text).length;
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(await page.context().cookies()).toEqual([]);
  expect(faults).toEqual([]);
});

/** What the service says with its own codes, and how the page says it. */
const refusals = [
  [403, "invalid_token", "This link is not valid", false],
  [410, "room_closed", "This room is closed", false],
  [429, "rate_limited", "Too many requests", true],
  [503, "dependency_unavailable", "The room did not answer as it should", true],
] as const;

const looked = sized<readonly number[]>([403, 410, 429, 503], [429]);

test("each refusal is put into words, and a file can still be checked", async () => {
  const { page } = await suite.open({ viewport: { width: 320, height: 700 } });
  for (const [status, code, heading, mayAgain] of refusals) {
    await page.route("**/room/*/**", (route) =>
      route.fulfill({
        status,
        contentType: "application/problem+json",
        headers: status === 429 ? { "retry-after": "21" } : {},
        body: JSON.stringify({ code, detail: "<b>no</b>", request_id: "abc" }),
      }),
    );
    await page.getByRole("button", { name: "Enter" }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    await expect.poll(() => page.title()).toBe(heading);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(mayAgain ? 1 : 0);
    expect(await page.getByText("Try again in 21 seconds.").count()).toBe(status === 429 ? 1 : 0);
    expect(await page.locator("#file").isVisible()).toBe(true);
    // axe checks the one that says most, and in the bench the others too.
    if (looked.includes(status)) expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.unroute("**/room/*/**");
    await page.reload();
  }
});

test("without a network, Enter says so and loses nothing: a second press opens what there is", async () => {
  const { page } = await suite.open();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("heading", { level: 1, name: "The room could not be reached" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page
    .getByRole("heading", { level: 1, name: "The room could not be reached" })
    .waitFor({ state: "detached" });
});

test("the landing is accessible at 320 px, light and dark", async () => {
  const { page } = await suite.open({ viewport: { width: 320, height: 700 } });
  await page.getByRole("button", { name: "Enter" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await colourViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});
