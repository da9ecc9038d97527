import type { Page } from "playwright-core";
import type { Estate } from "./console-estate.ts";
import { axeViolations, colourViolations, overflow } from "./counsel-page.ts";
import { sized } from "./full-size.ts";
import { byTurns } from "./ways.ts";

/** A screen: its name, its address, and a text that appears once it is complete. */
export type Screen = readonly [name: string, path: string, text: string];

/** Every screen of a platform admin. */
export const platformScreens = (estate: Estate): Screen[] => [
  ["home", "", "newest checkpoint"],
  ["reviews", "/reviews", "Waiting for counsel 1"],
  ["review", `/reviews/${estate.reviews.approved}`, "1 of 3 rules has another wording now"],
  ["request", `/reviews/new?framework_id=${estate.frameworkId}`, "0 picked"],
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
  ["pipeline-edit", "/clearance/pipelines/release/edit", "May ask about"],
  ["workflow", "/clearance/workflow", "Copy the job"],
  ["webhooks", "/webhooks", "The release board"],
  ["webhook", `/webhooks/${estate.endpoints.platform}`, "Nothing has been sent"],
  ["webhook-new", "/webhooks/new", "What it receives"],
  ["webhook-edit", `/webhooks/${estate.endpoints.platform}/edit`, "What it receives"],
  ["machines", "/machines", "SIEM collector"],
  ["machine", "/machines/siem", "read the audit trail"],
  ["machine-new", "/machines/new", "Where it runs"],
  ["machine-edit", "/machines/siem/edit", "Rule books that it may name"],
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
  ["tenant-systems", "/clearance/systems", "More conditions"],
  ["tenant-webhooks", "/webhooks", "The release board"],
  ["tenant-webhook", `/webhooks/${estate.endpoints.tenant}`, "Nothing has been sent"],
  ["tenant-machines", "/machines", "SIEM collector"],
  ["tenant-machine-new", "/machines/new", "Ids of rule books"],
  ["tenant-audit", "/audit", "Connection: created"],
];

/** Screens of forms, and screens that request the same as another screen: only in the bench. */
const inSweep = [
  ...["request", "counsel-new", "rule-edit", "rule-new", "import", "not-found"],
  ...[
    "pipeline-new",
    "pipeline-edit",
    "workflow",
    "webhook-new",
    "webhook-edit",
    "evidence-rule",
    "room-new",
  ],
  ...["verify", "passed-on", "connect", "tenant-clearance", "tenant-systems", "machine-edit"],
  ...["rule-books", "rule-book", "clearance", "tenants", "connections", "all-runs"],
  ...["tenant-connections", "connection", "machine-new", "tenant-machine-new"],
];

/** Whether every test run visits the screen at 320 px, full of hostile texts. */
export const isWalkedHostile = (name: string): boolean => sized(true, !inSweep.includes(name));

/** Examines a page, or the part of it that a selector names, in one way. Returns what is wrong. */
type Look = (page: Page, within?: string) => Promise<string[]>;

const inLight: Look = axeViolations;

const inDark: Look = async (page, within) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await colourViolations(page, within);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
};

const at320: Look = async (page) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const beyond = await overflow(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  return beyond > 0 ? [`${beyond} px too wide at 320 px`] : [];
};

/** Checks the page with text twice as large, without motion, on paper and in forced colours. */
const inOtherMedia: Look = async (page) => {
  const found: string[] = [];
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  // A wide table scrolls in its own box; the page does not.
  const beyond: number = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  if (beyond > 0) found.push(`${beyond} px too wide in large text`);
  await page.evaluate('document.documentElement.style.fontSize = ""');
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = await page.evaluate(
    `[...document.querySelectorAll("*")].filter((e) => getComputedStyle(e).animationName !== "none" || parseFloat(getComputedStyle(e).transitionDuration) > 0).length`,
  );
  if (moving !== 0) found.push(`${moving} elements move`);
  await page.emulateMedia({ reducedMotion: "no-preference", media: "print" });
  if (await page.getByRole("navigation", { name: "Screens" }).isVisible())
    found.push("prints its navigation");
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  const unseen = await page.evaluate(
    `[...document.querySelectorAll("#main .mark")].filter((e) => getComputedStyle(e).fill === getComputedStyle(document.body).backgroundColor).length`,
  );
  if (unseen !== 0) found.push(`${unseen} marks vanish in forced colours`);
  await page.emulateMedia({ forcedColors: "none" });
  return found;
};

const inTurn = async (
  looks: readonly Look[],
  page: Page,
  within: string | undefined,
): Promise<string[]> => {
  const found: string[] = [];
  for (const look of looks) found.push(...(await look(page, within)));
  return found;
};

/** What axe finds in light, wrong colours in dark, overflow at 320 px. @param within a selector */
const flaws = (page: Page, within?: string): Promise<string[]> =>
  inTurn([inLight, inDark, at320], page, within);

const notAtAll: Look = async () => [];

/** The same at full size. A test run checks every second state in one of three ways, by turns. */
export const flawsByTurns = (page: Page, turn: number, within?: string): Promise<string[]> =>
  inTurn(byTurns([inLight, at320, notAtAll, inDark, notAtAll, notAtAll], turn), page, within);

const looksOfScreens = [inLight, inDark, at320, notAtAll, inOtherMedia, at320] as const;

/**
 * Everything that is wrong with how a screen looks, in every scheme, width and medium. In a test run,
 * axe checks a sixth of the screens in light, and most others are checked in another way by turns.
 */
export const looksOf = (page: Page, turn: number): Promise<string[]> =>
  inTurn([...new Set(byTurns<Look>(looksOfScreens, turn))], page, undefined);

/** Whether the screen's turn covers only what another file examines as well. */
export const isLookedAtAgain = (name: string, turn: number): boolean =>
  isWalkedHostile(name) &&
  byTurns<Look>(looksOfScreens, turn).every((look) => look === at320 || look === notAtAll);

/** The flaws of a state that another file checks too: only in the bench. */
export const flawsAgain = sized<(page: Page) => Promise<string[]>>(flaws, async () => []);
