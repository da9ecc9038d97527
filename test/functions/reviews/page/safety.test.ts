import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, fillForm, openReview, shown, sign } from "#test/support/counsel-page.ts";
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

/** A review whose every text is hostile, the approved text before it too. */
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

describe("nothing gets in", () => {
  test("markup in every text field is shown as text, on every step", async () => {
    const { token } = await hostileReview();
    const { page, faults, close } = await suite.open(token);
    const intact = async () => {
      expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.locator("main script, main img, main svg").count()).toBe(0);
    };
    await page.locator("#open").click();
    await atStep(page, /^Review of/);
    expect(await page.locator("article h3").textContent()).toBe(`new ${attack}`);
    for (const slot of ["description", "verdict"]) {
      expect(await shown(page, slot)).toBe(`new ${attack}`);
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

  test("the policy allows this style and this script, and no others", async () => {
    const { page, faults, review, close } = await suite.visit();
    const answer = await suite.system.api()(
      "GET",
      `/counsel/review/${review.token}`,
      undefined,
      html,
    );
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
    expect(faults.filter((fault) => fault.startsWith("console: policy:")).length).toBeGreaterThan(
      0,
    );
    await close();
  });

  test("the JSON answers keep the strict policy", async () => {
    const { review, close } = await suite.visit();
    const answer = await suite.system.api()("GET", `/counsel/review/${review.token}`);
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    await close();
  });
});

describe("nothing gets out", () => {
  test("a good link and a bad one get the same page, byte for byte", async () => {
    const { review, close } = await suite.visit();
    const get = (token: string) =>
      suite.system.api()("GET", `/counsel/review/${token}`, undefined, html);
    const [good, bad] = await Promise.all([get(review.token), get("no-such-token")]);
    expect(bad.status).toBe(200);
    expect(bad.text).toBe(good.text);
    const headers = ({ headers: all }: typeof good) =>
      [...all].filter(([name]) => !["date", "x-request-id"].includes(name));
    expect(headers(bad)).toEqual(headers(good));
    await close();
  });

  test("the page is never stored, indexed, framed or named to others", async () => {
    const answer = await suite.system.api()("GET", "/counsel/review/x", undefined, html);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
    });
  });

  test("the token stands nowhere in the page, its storage or the log", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await page.getByRole("radio", { name: "Reject" }).check();
    const kept = await page.evaluate(
      "document.documentElement.outerHTML + JSON.stringify(sessionStorage) + JSON.stringify(localStorage) + document.cookie",
    );
    expect(kept).toContain(review.review.id);
    expect(kept).not.toContain(review.token);
    const lines = suite.system.rawLines.filter((line) => line.includes(review.token));
    expect(lines.every((line) => line.includes("rule_review.link_issued"))).toBe(true);
    await close();
  });
});
