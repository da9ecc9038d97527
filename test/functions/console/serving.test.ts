import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { sized } from "#test/support/full-size.ts";

const suite = consoleSuite();
const page = "/admin/console";

/** What the page's first script loads, and what each screen loads in addition. */
function filesOf(text: string) {
  const [, content = ""] = /name="countersign-files" content="([^"]+)"/.exec(text) ?? [];
  const files: { script: string; shared: string[]; screens: Record<string, string[]> } = JSON.parse(
    content.replaceAll("&quot;", '"'),
  );
  return files;
}

/** Scripts and styles that are loaded before the first screen is shown. */
function assetsOf(text: string): string[] {
  const { script, shared } = filesOf(text);
  const named = [...text.matchAll(/href="(\/admin\/console\/assets\/[^"]+)"/g)];
  return [
    ...named.map(([, path = ""]) => path),
    ...[script, ...shared].map((name) => `${page}/assets/${name}`),
  ];
}

test("the page is the same at every address below it, and is never cached", async () => {
  const { status, headers, text } = await suite.system.api()("GET", page);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(text).toContain('<link rel="icon"');
  const deep = await suite.system.api()("GET", `${page}/rule-books/eu_ai_act/art5.1.a`);
  expect(deep.text).toBe(text);
});

test.each([
  ["/", page],
  ["/?utm_source=mail", page],
  ["/admin", page],
  ["/admin/setup", `${page}/setup`],
])("%s leads to the console", async (path, to) => {
  const { status, headers } = await suite.system.api()("GET", path);
  expect([status, headers.get("location")]).toEqual([303, to]);
});

test("an address with a trailing slash opens the same page as without it", async () => {
  const api = suite.system.api();
  const { text } = await api("GET", page);
  for (const path of ["/", "/setup/", "/reviews/"]) {
    expect((await api("GET", `${page}${path}`)).text).toBe(text);
  }
  for (const docs of ["/docs/", "/docs?utm_source=mail", "/docs/?x"]) {
    expect((await api("GET", docs)).text).toBe((await api("GET", "/docs")).text);
  }
  const opened = await suite.open("/setup/");
  expect(await opened.page.locator("h1").textContent()).toBe("Setup");
  await opened.page.goto(suite.system.baseUrl);
  await opened.page.locator("#main h1").waitFor();
  expect(new URL(opened.page.url()).pathname).toBe(page);
  expect(await opened.page.locator("h1").textContent()).toBe("What waits for you");
  for (const screen of sized(["", "/reviews", "/evidence/verify"], [])) {
    await opened.page.goto(`${suite.system.baseUrl}${page}${screen}/`);
    await opened.page.locator("#main h1").waitFor();
    expect(await opened.page.locator("h1").textContent()).not.toMatch(/not found|no such/i);
  }
  expect(opened.faults).toEqual([]);
  await opened.close();
});

test("the content security policy allows its own files and the sign-in provider, and nothing unsafe", async () => {
  const { headers, text } = await suite.system.api()("GET", page);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).not.toMatch(/unsafe|\*|nonce|script-src[^;]*data:/);
  const [, start = ""] = /<script>([^<]+)<\/script>/.exec(text) ?? [];
  const hash = createHash("sha256").update(start).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/connect-src 'self' http:\/\/[^ ;]+;/);
});

test("a file has its hash in its name, is cached for good, and is compressed for clients that accept it", async () => {
  const { text } = await suite.system.api()("GET", page);
  const assets = assetsOf(text);
  expect(assets.length).toBeGreaterThanOrEqual(2);
  for (const path of assets) {
    expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
    const { headers, text: plain } = await suite.system.api()("GET", path);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-type")).toMatch(/^text\/(javascript|css)/);
    expect(plain.length).toBeGreaterThan(50);
  }
  const bare = await fetch(`${suite.system.baseUrl}${assets[0]}`, {
    headers: { "accept-encoding": "identity" },
  });
  expect(bare.headers.get("content-encoding")).toBeNull();
});

test("an unknown file is a 404, never the page", async () => {
  for (const name of ["main-AAAAAAAA.js", "favicon.ico", "main.js", "__proto__"]) {
    const { status, body } = await suite.system.api()("GET", `${page}/assets/${name}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
});

test("the configuration names the provider, the client and the redirect address", async () => {
  const { status, body } = await suite.system.api()("GET", `${page}/config.json`);
  expect(status).toBe(200);
  expect(body).toEqual({
    issuer: `${suite.system.baseUrl}/_local/sign-in`,
    client_id: "countersign-console",
    scope: "openid email",
    redirect_uri: `${suite.system.baseUrl}/admin/console`,
    bearer: "id_token",
    counsel_languages: ["en", "de", "fr", "es", "it"],
    cloudc_iam_host: "iam.googleapis.com",
  });
});

test("script and style of the first load are at most 60 KB compressed", async () => {
  const { text } = await suite.system.api()("GET", page);
  const [, start = ""] = /<script>([^<]+)<\/script>/.exec(text) ?? [];
  expect(start).toContain("code_challenge");
  let bytes = gzipSync(start, { level: 9 }).length;
  for (const path of assetsOf(text)) {
    const { text: plain } = await suite.system.api()("GET", path);
    bytes += gzipSync(plain, { level: 9 }).length;
  }
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(61_440);
});

test("the page names the files of every screen, and each of them exists", async () => {
  const { text } = await suite.system.api()("GET", page);
  const { screens } = filesOf(text);
  expect(Object.keys(screens).sort()).toEqual(
    [
      "audit",
      "clearance",
      "connections",
      "counsel",
      "coverage",
      "evidence",
      "extractors",
      "inventory",
      "machines",
      "reviews",
      "rooms",
      "rule-books",
      "setup",
      "tenants",
      "webhooks",
    ].sort(),
  );
  for (const name of new Set(Object.values(screens).flat())) {
    const { status } = await suite.system.api()("GET", `${page}/assets/${name}`);
    expect([name, status]).toEqual([name, 200]);
  }
});
