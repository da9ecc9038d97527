import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  clickSteady,
  fillForm,
  openReview,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

const attacks = [
  "<script>globalThis.hacked = true</script>",
  '<img src=x onerror="globalThis.hacked = true">',
  '"><svg onload=globalThis.hacked=true>',
  "</p></article></template><h1>Other</h1>",
  "{{constructor.constructor('globalThis.hacked = true')()}}",
  "&lt;b&gt;&amp;amp;",
];
const attack = attacks.join(" ");
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** A review in which every text is hostile, including the previously approved one. */
async function hostileReview() {
  const rule = (word: string) =>
    ruleText("rule.a", {
      title: `${word} ${attack}`,
      citations: [
        { label: `${word} ${attack}`, url: `https://example.com/?q="><script>${word}</script>` },
        { label: attack },
      ],
      customer_description_preview: `${word} ${attack}`,
      suggested_verdict_copy: `${word} ${attack}`,
    });
  const first = await commission(suite.system, { rules: [rule("old")] });
  const path = `/counsel/review/${first.token}/decide`;
  await expectStatus(suite.system.api()("POST", path, { decision: "approved" }), 200);
  const base = `/admin/frameworks/${first.frameworkId}`;
  await expectStatus(suite.system.admin("PUT", base, { display_name: attack.slice(0, 200) }), 200);
  await expectStatus(suite.system.admin("PUT", `${base}/rules`, { rules: [rule("new")] }), 200);
  const counsel = { display_name: attack.slice(0, 200) };
  await expectStatus(
    suite.system.admin("PATCH", `/admin/counsel/${first.counselId}`, counsel),
    200,
  );
  return requestReview(suite.system, first);
}

test("a link with a mail program's own parameters opens the review, and the page's script passes none of them on; the token appears nowhere in the page, its storage or the log", async () => {
  const { token, review } = await commission(suite.system);
  const { page, faults, close } = await suite.open(`${token}?utm_source=mail&fbclid=a%20b`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openReview(page);
  await atStep(page, /^Review of/);
  expect(asked.filter((url) => url.includes("?"))).toEqual([]);
  await clickSteady(page.locator("#form").getByRole("radio", { name: "Reject" }));
  const kept = await page.evaluate(
    "document.documentElement.outerHTML + JSON.stringify(sessionStorage) + JSON.stringify(localStorage) + document.cookie",
  );
  expect(kept).toContain(review.id);
  expect(kept).not.toContain(token);
  const lines = suite.system.rawLines.filter((line) => line.includes(token));
  expect(lines.every((line) => line.includes("rule_review.link_issued"))).toBe(true);
  expect(faults).toEqual([]);
  await close();
  const path = `/counsel/review/${token}?utm_source=mail`;
  const json = await suite.system.api()("GET", path, undefined, { accept: "application/json" });
  expect([json.status, json.body.errors[0].path]).toEqual([400, "utm_source"]);
  const decided = await suite.system.api()("POST", path.replace("?", "/decide?"), {
    decision: "approved",
  });
  expect([decided.status, decided.body.errors[0].path]).toEqual([400, "utm_source"]);
});

describe("nothing can be injected", () => {
  test("markup in every text field is shown as text, on every step", async () => {
    const { token } = await hostileReview();
    const { page, faults, close } = await suite.open(token);
    const intact = async () => {
      expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
      expect(await page.locator("h1").count()).toBe(1);
      expect(
        await page.locator("main script, main img, main svg:not(#proof-code svg)").count(),
      ).toBe(0);
    };
    await page.locator("#open").click();
    await atStep(page, /^Review of/);
    expect(await page.locator("article h3").textContent()).toBe(`new ${attack}`);
    for (const slot of ["description", "verdict"]) {
      expect(await shown(page, slot)).toBe(`oldnew ${attack}`);
    }
    expect(await page.locator(".citations li").last().textContent()).toBe(attack);
    expect(await shown(page, "counsel")).toBe(attack.slice(0, 200));
    expect(await page.locator(".changes").textContent()).toContain(`old ${attack}`);
    await intact();
    await fillForm(page, "Reject", attack);
    expect(await shown(page, "comment")).toBe(attack);
    await intact();
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(await shown(page, "comment")).toBe(attack);
    await intact();
    expect(faults).toEqual([]);
    await close();
  });

  test("the page's policy allows only this style and this script; that of the JSON answers allows nothing", async () => {
    const { page, faults, review, close } = await suite.visit();
    const path = `/counsel/review/${review.token}`;
    const json = await suite.system.api()("GET", path);
    expect(json.headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    const answer = await suite.system.api()("GET", path, undefined, html);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/unsafe|\*|https?:|nonce/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(faults).toEqual([]);
    await page.evaluate(
      `for (const tag of ["script", "style"]) {
        const element = document.createElement(tag);
        try { element.textContent = "globalThis.hacked = true"; document.head.append(element) } catch {}
      }`,
    );
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    const isRefused = () => faults.some((fault) => fault.startsWith("console: policy:"));
    await expect.poll(isRefused).toBe(true);
    await close();
  });
});

describe("counsel reads exactly what is signed", () => {
  const [override, isolate, nothing] = ["\u202e", "\u2066", "\u200b"];

  test("direction marks and invisible characters are spelled out, on every step; a text in another script stays within its element, and a citation shows the host its link leads to", async () => {
    const text = `Processing is ${override}dettimrep${isolate} not per${nothing}mitted.`;
    const said = "Processing is ⟨U+202E⟩dettimrep⟨U+2066⟩ not per⟨U+200B⟩mitted.";
    const citations = [
      { label: "EUR-Lex, Article 5", url: "https://eur-lex.europa.eu.evil.example/5" },
      { label: "eur-lex.europa.eu", url: "https://еur-lex.europa.eu/5" },
    ];
    const rules = [
      ruleText("constructor", { customer_description_preview: text, suggested_verdict_copy: text }),
      ruleText("rule.a", { title: "כלל א", citations }),
    ];
    const { page, faults, close } = await suite.visit({ rules });
    await openReview(page);
    expect(await shown(page, "description")).toBe(said);
    expect(await shown(page, "verdict")).toBe(said);
    const direction = (selector: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).unicodeBidi`,
      );
    expect(await direction("article h3")).toBe("isolate");
    expect(await direction('[data-slot="counsel"]')).toBe("isolate");
    expect(await direction("article .text")).toBe("plaintext");
    expect(await page.locator('[id="rule-rule.a"] .citations .host').allTextContents()).toEqual([
      "eur-lex.europa.eu.evil.example",
      "xn--ur-lex-2of.europa.eu",
    ]);
    await page.locator("#match").getByText("it matches the text on this page").waitFor();
    await page.locator("#file").setInputFiles({
      name: `a${override}fdp.exe`,
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7"),
    });
    await page.locator("#chosen").getByText("a⟨U+202E⟩fdp.exe").waitFor();
    await fillForm(page, "Reject", text);
    expect(await shown(page, "comment")).toBe(said);
    expect(await shown(page, "file")).toContain("a⟨U+202E⟩fdp.exe");
    await sign(page);
    await atStep(page, "Your decision is recorded");
    expect(await shown(page, "comment")).toBe(said);
    const all = await page.evaluate("document.body.textContent + document.title");
    expect(all).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/);
    expect(faults).toEqual([]);
    await close();
  });

  test("a citation URL with a user name is refused, and not linked if stored earlier", async () => {
    const url = "https://eur-lex.europa.eu@evil.example/";
    const { page, review, close } = await suite.visit();
    const rules = [ruleText("rule.a", { citations: [{ label: "Article 5", url }] })];
    const path = `/admin/frameworks/${review.frameworkId}/rules`;
    const refused = await suite.system.admin("PUT", path, { rules });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "rules.0.citations.0.url"]);
    await page.route("**/counsel/review/*", async (route) => {
      if (route.request().headers().accept !== "application/json") return route.continue();
      const response = await route.fetch();
      const body = await response.json();
      body.rules[0].citations = [{ label: "Article 5", url }];
      return route.fulfill({ response, json: body });
    });
    await openReview(page);
    expect(await page.locator(".citations").first().textContent()).toBe("Article 5");
    expect(await page.locator(".citations").first().locator("a").count()).toBe(0);
    await close();
  });
});

describe("nothing leaks", () => {
  test("a valid link and an invalid one get the same page, byte for byte", async () => {
    const review = await commission(suite.system);
    const get = (token: string) =>
      suite.system.api()("GET", `/counsel/review/${token}`, undefined, html);
    const [good, bad] = await Promise.all([get(review.token), get("no-such-token")]);
    expect(bad.status).toBe(200);
    expect(bad.text).toBe(good.text);
    const headers = ({ headers: all }: typeof good) =>
      [...all].filter(([name]) => !["date", "x-request-id"].includes(name));
    expect(headers(bad)).toEqual(headers(good));
  });

  test("the page is never cached, indexed, framed or sent as a referrer", async () => {
    const answer = await suite.system.api()("GET", "/counsel/review/x", undefined, html);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
    });
  });
});
