import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Estate } from "./console-estate.ts";
import { axeViolations, colourViolations, overflow } from "./counsel-page.ts";

/** A screen: its name, its address, and a text that appears once it is complete. */
export type Screen = readonly [name: string, path: string, text: string];

/** Every screen of a platform admin. */
export const platformScreens = (estate: Estate): Screen[] => [
  ["home", "", "newest checkpoint"],
  ["reviews", "/reviews", "Waiting for counsel 1"],
  ["review", `/reviews/${estate.reviews.approved}`, "1 of 3 rules has another wording now"],
  ["certificate", `/reviews/${estate.reviews.approved}/certificate`, "Certificate of review"],
  ["request", `/reviews/new?framework_id=${estate.frameworkId}`, "Pick the"],
  ["panels", "/reviews/panels", "No panel fits"],
  ["counsel", "/counsel", "Dr. Ada Lex"],
  ["counsel-detail", `/counsel/${estate.counselId}`, "Rule review: requested"],
  ["counsel-new", "/counsel/new", "Bar registration"],
  ["coverage", `/coverage?framework_id=${estate.frameworkId}`, "What starts or ends to apply"],
  ["rule-books", "/rule-books", "AI transparency code"],
  ["rule-book", `/rule-books/${estate.frameworkId}`, "Rule about transparency"],
  ["rule", `/rule-books/${estate.frameworkId}/rules/transparency.notice`, "Version 2"],
  [
    "rule-edit",
    `/rule-books/${estate.frameworkId}/rules/transparency.notice/edit`,
    "Nothing differs from the live text yet",
  ],
  ["rule-new", `/rule-books/${estate.frameworkId}/new-rule`, "Citation 1"],
  ["import", `/rule-books/${estate.frameworkId}/import`, "Check and preview"],
  ["clearance", `/clearance?framework_id=${estate.frameworkId}`, "About what"],
  ["pipelines", "/clearance/pipelines", "Release of the app"],
  ["pipeline", "/clearance/pipelines/release", "in force within 30 seconds"],
  ["pipeline-new", "/clearance/pipelines/new", "Where it runs"],
  ["workflow", "/clearance/workflow", "Copy the job"],
  ["webhooks", "/webhooks", "The release board"],
  ["webhook", `/webhooks/${estate.endpoints.platform}`, "Nothing has been sent"],
  ["webhook-new", "/webhooks/new", "What it hears of"],
  ["webhook-edit", `/webhooks/${estate.endpoints.platform}/edit`, "What it hears of"],
  ["evidence", "/evidence?q=rule", "3 rules"],
  ["evidence-rule", `/evidence?rule=${estate.frameworkId}/scoring.social`, "In the log"],
  ["decisions", "/evidence/decisions", "Export as one file"],
  ["rooms", "/rooms", "Market surveillance"],
  ["room", `/rooms/${estate.roomId}`, "Why this wording?"],
  ["room-new", "/rooms/new", "Rule books it shows"],
  ["verify", "/evidence/verify", "Files are checked by the key"],
  ["audit", "/audit", "Rule review: requested"],
  ["setup", "/setup", "What was changed here"],
  ["tenants", "/tenants", "Northwind"],
  ["tenant", `/tenants/${estate.tenant.id}`, "Repositories"],
  ["connections", "/connections", "Event bus"],
  ["all-runs", "/connections/runs", "The runs of every tenant"],
  ["extractors", "/extractors", "Catalog"],
  ["not-found", "/nowhere", "There is no such page"],
];

/** Every screen of an organisation admin. */
export const tenantScreens = (estate: Estate): Screen[] => [
  ["tenant-home", "", "What was looked at"],
  ["tenant-connections", "/connections", "Repositories"],
  ["connect", "/connections/new", "What do you want to connect?"],
  ["connection", `/connections/${estate.connections.sourcehost}`, "Installation"],
  ["onboarding", `/connections/${estate.connections.sourcehost}?tab=onboarding`, "Step by step"],
  ["deliveries", `/connections/${estate.connections.sourcehost}?tab=deliveries`, "No delivery yet"],
  ["runs", `/connections/${estate.connections.sourcehost}?tab=runs`, "Everything"],
  ["run", `/connections/runs/${estate.runId}`, "Coverage"],
  ["inventory", "/inventory", "Inventory"],
  ["tenant-extractors", "/extractors", "Your chain"],
  ["tenant-clearance", "/clearance", "About what"],
  ["tenant-webhooks", "/webhooks", "The release board"],
  ["tenant-webhook", `/webhooks/${estate.endpoints.tenant}`, "Nothing has been sent"],
  ["tenant-audit", "/audit", "Connection: created"],
];

/** Goes to a screen without a reload, as a link does; waits for the text and for all loading. */
export async function goTo(page: Page, path: string, text?: string | RegExp): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/admin/console${path}`)})`);
  if (text !== undefined) await page.locator("#main").getByText(text).first().waitFor();
  await expect.poll(() => page.locator("#main .loading").count(), { timeout: 20_000 }).toBe(0);
}

/**
 * What axe finds on the current page in light, of its colours in dark, and what does not fit at 320 px.
 * @param within a selector: only that part is looked at, where the rest is as it was
 */
export async function flaws(page: Page, within?: string): Promise<string[]> {
  const found = await axeViolations(page, within);
  await page.emulateMedia({ colorScheme: "dark" });
  found.push(...(await colourViolations(page, within)));
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 700 });
  const beyond = await overflow(page);
  if (beyond > 0) found.push(`${beyond} px too wide at 320 px`);
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}
