import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import book from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { startBrowser } from "./browser.ts";
import { setup as build } from "./build-once.ts";
import { takeConsolePictures } from "./console-pictures.ts";
import { atStep, openCounselPage, openReview } from "./counsel-page.ts";
import { type Commissioned, expectStatus, type RuleText, requestReview } from "./review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";

/** Takes pictures of every step of the counsel page, on a desktop and a phone, and of the console. */
const folder =
  process.argv[2] ?? fileURLToPath(new URL("../../report/screenshots", import.meta.url));
mkdirSync(folder, { recursive: true });

const rules = (book.rules as RuleText[]).slice(0, 11);
const email = "counsel@example.com";
const comment =
  "Rule 2: the verdict should name the exception for medical and safety reasons.\n\n" +
  "Otherwise the wording follows the Regulation closely, and I have no objection to its use.";

/** A review in which one rule differs from the wording that was approved before. */
async function commissionChanged(system: TestSystem, counselId: string, name: string) {
  const frameworkId = book.framework_id;
  const put = (body: unknown) =>
    expectStatus(system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, body), 200);
  const given = { frameworkId, counselId, ruleIds: rules.map((r) => r.use_case_id), email };
  await put({ rules });
  const approved = await requestReview(system, given);
  const path = `/counsel/review/${approved.token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  const [first, second, ...others] = rules as [RuleText, RuleText, ...RuleText[]];
  const suggested_verdict_copy = `${second.suggested_verdict_copy} Keep that record for as long as the system is used.`;
  await put({ rules: [first, { ...second, suggested_verdict_copy }, ...others] });
  console.log(`commissioned ${name}`);
  return requestReview(system, given);
}

async function register(system: TestSystem): Promise<string> {
  const { framework_id, display_name } = book;
  const path = `/admin/frameworks/${framework_id}`;
  await expectStatus(system.admin("PUT", path, { display_name }), 200);
  const counsel = { framework_id, display_name: "Dr. Helena Marquardt", email };
  return (await expectStatus(system.admin("POST", "/admin/counsel", counsel), 201)).body.id;
}

async function walk(browser: Browser, base: string, review: Commissioned, look: Look) {
  const { page, close } = await openCounselPage(browser, `${base}/counsel/review/${review.token}`, {
    viewport: look.viewport,
    deviceScaleFactor: look.scale,
    colorScheme: look.dark ? "dark" : "light",
  });
  const take = (name: string, fullPage = false) => capture(page, `${name}-${look.name}`, fullPage);
  await take("1-landing");
  await openReview(page);
  await page.waitForTimeout(300);
  await take("2-reading");
  await page.locator("article").nth(1).scrollIntoViewIfNeeded();
  await page.evaluate(
    "document.querySelector('article ins, article del')?.scrollIntoView({ block: 'center' })",
  );
  await page.waitForTimeout(300);
  await take("3-change");
  const check = page.getByRole("button", { name: "Check before you sign" });
  await check.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  await check.click();
  await take("4-errors");
  const form = page.locator("#form");
  await form.getByRole("radio", { name: "Approve with changes", exact: true }).check();
  await page.locator("#comment").fill(comment);
  await page.locator("#file").setInputFiles({
    name: "opinion.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(`%PDF-1.7\n${"x".repeat(345_678)}`),
  });
  await page.evaluate("document.getElementById('decision').scrollIntoView()");
  await page.locator("#chosen").getByText("PDF").waitFor();
  await take("5-deciding");
  await check.click();
  await atStep(page, "Check before you sign");
  await take("6-check");
  await page.getByRole("button", { name: /^Sign as/ }).click();
  await atStep(page, "Your decision is recorded");
  await take("7-receipt");
  await close();
}

const capture = (page: Page, name: string, fullPage: boolean) =>
  page.screenshot({ path: `${folder}/${name}.png`, fullPage });

interface Look {
  name: string;
  viewport: { width: number; height: number };
  scale: number;
  dark?: boolean;
}

const endBuild = await build();
const system = await startTestSystemWithLog({
  settings: { APP_URL: "https://compliance.example.com" },
});
const browser = await startBrowser();
const counselId = await register(system);
const looks: Look[] = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, scale: 1 },
  { name: "phone", viewport: { width: 390, height: 844 }, scale: 1.5 },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, scale: 1.25, dark: true },
];
for (const look of looks) {
  const review = await commissionChanged(system, counselId, look.name);
  await walk(browser, system.baseUrl, review, look);
}
await system.close();
await takeConsolePictures(browser, `${folder}/console`);
await browser.close();
endBuild();
