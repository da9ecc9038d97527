import { mkdirSync, readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  axeViolations,
  type CounselPage,
  colourViolations,
  overflow,
  tabTo,
} from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { pdfPages } from "#test/support/pdf-text.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { type OpenRoom, openRoom } from "#test/support/room-fixture.ts";
import {
  checkFile,
  enter,
  openEvidence,
  roomPageSuite,
  withNewToken,
} from "#test/support/room-page.ts";
import type { TestSystem } from "#test/support/system.ts";

const DAY_S = 86_400;
const MARKS = "Content that was generated artificially is marked as such.";
const AMENDED = "Content that was generated or altered artificially is marked as such.";

/** A decision whose rule was amended ten days later, and another that still stands. */
async function prepare(system: TestSystem) {
  const rules = [
    ruleText("art50.2", {
      title: "Marking of synthetic content",
      citations: [{ label: "Regulation (EU) 2024/1689, Article 50(2)" }],
      suggested_verdict_copy: MARKS,
      applies_from: "2026-08-02",
    }),
    ruleText("art5.1.f", {
      title: "Emotions at the workplace",
      citations: [{ label: "Regulation (EU) 2024/1689, Article 5(1)(f)" }],
      applies_from: "2025-02-02",
    }),
    ruleText("art50.4", {
      title: "Deep fakes",
      citations: [{ label: "Regulation (EU) 2024/1689, Article 50(4)" }],
      applies_from: "2027-12-02",
    }),
  ];
  const asked = await commission(system, { rules });
  const ended = { ...asked, ruleIds: ["art50.2", "art5.1.f"] };
  const review = await requestReview(system, ended);
  await expectStatus(system.api()("GET", `/counsel/review/${review.token}`), 200);
  await system.advance(3600);
  const decision = { decision: "approved", comment: "As it is, for the <b>first</b> time." };
  const { body } = await expectStatus(
    system.api()("POST", `/counsel/review/${review.token}/decide`, decision),
    200,
  );
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  await system.advance(10 * DAY_S);
  const [first] = rules;
  const later = await withNewToken(system);
  await expectStatus(
    later.admin("PUT", `/admin/frameworks/${review.frameworkId}/rules`, {
      rules: [{ ...first, suggested_verdict_copy: AMENDED }],
    }),
    200,
  );
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  return { frameworkId: review.frameworkId, id: review.review.id, decidedAt: body.decided_at };
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const dayOf = (iso: string) => day.format(new Date(iso));

let prepared: Awaited<ReturnType<typeof prepare>>;
let room: OpenRoom;
const suite = roomPageSuite(async (system) => {
  prepared = await prepare(system);
  room = await openRoom(await withNewToken(system), {
    title: "Inquiry 2026/114 <b>x</b>",
    framework_ids: [prepared.frameworkId],
    may_ask: true,
  });
});
const { TAKE_PICTURES } = process.env;

/** Each visit gets a minute of its own, because a room answers 60 requests a minute. */
async function visit(options: Parameters<typeof suite.open>[0] = {}) {
  await suite.system.advance(60);
  return suite.open({ token: room.token, ...options });
}

/** The page of a reader who has entered; the tests that go on inside the room share it. */
let reader: CounselPage | undefined;

/** @returns the reader's page at the tab, with a minute of its own */
async function inside(tab: string): Promise<CounselPage> {
  if (reader === undefined) {
    reader = await visit({ isKept: true });
    await enter(reader.page);
  } else await suite.system.advance(60);
  await reader.page.getByRole("tab", { name: tab, exact: true }).click();
  return reader;
}

const ask = (page: Page, text: string) => page.getByRole("searchbox").fill(text);
const sentences = (page: Page) => page.locator(".sentence").allInnerTexts();

describe("a fresh reader with nothing but the link", () => {
  test("finds the evidence with the keyboard alone", async () => {
    reader = await visit({ isKept: true });
    const { page } = reader;
    await tabTo(page, "#enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "What was approved, and by whom" }).waitFor();
    await tabTo(page, "#asked");
    await page.keyboard.type("emotions");
    await tabTo(page, ".decisions button");
    await page.keyboard.press("Enter");
    await page.locator(".evidence [data-exit='0']").waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('aria-expanded')")).toBe(
      "true",
    );
  });

  test("finds who, when, which wording, whether it is live and what changed since", async () => {
    const { page, faults } = await inside("Ask");
    const { expires_at } = room.room;
    expect(await page.locator(".about").innerText()).toBe(
      `Inquiry 2026/114 <b>x</b>. Open until ${dayOf(expires_at)}, ${expires_at.slice(11, 19)} UTC. It covers A framework: all decisions.`,
    );
    await ask(page, "50(2)");
    const [said] = await sentences(page);
    const [decided, amended] = [
      prepared.decidedAt,
      Date.parse(prepared.decidedAt) + 10 * DAY_S * 1000,
    ];
    expect(said?.replace(/\s+/g, " ").trim()).toBe(
      `Approved Approved by Dr. Ada Lex (Lex LLP, RAK 123) on ${dayOf(decided)} in this wording. The wording has changed since, on ${dayOf(new Date(amended).toISOString())}.`,
    );
    expect(await openEvidence(page)).toBe("0");
    const changed = page.locator(".compared .changed td");
    expect(await changed.allInnerTexts()).toEqual([MARKS, AMENDED]);
    expect(await changed.nth(1).locator("ins").allInnerTexts()).toEqual(["or altered "]);
    expect(await page.locator(".compared thead th").allInnerTexts()).toEqual([
      `Then, as decided on ${dayOf(decided)}`,
      `Now, live since ${dayOf(new Date(amended).toISOString())}`,
    ]);
    await page.getByText(/Version 2, since .*: Suggested verdict\./).waitFor();
    const steps = await page.locator("ol.trail li strong").allInnerTexts();
    expect(steps).toEqual(["Requested", "Opened", "Decided", "Logged"]);
    expect(await page.locator("ol.trail li.missing").count()).toBe(0);
    expect(await page.locator(`ol.trail time[datetime="${decided}"]`).count()).toBeGreaterThan(0);
    expect(await page.locator(".checks .open, .checks .fail").count()).toBe(0);
    expect(
      await page
        .locator(".checks")
        .getByText(/Opened at \d+ \w+ 2\d{3}, \d\d:\d\d:\d\d UTC\./)
        .count(),
    ).toBe(1);
    expect(
      await page
        .locator(".checks")
        .getByText(/\d{4}-\d\d-\d\dT/)
        .count(),
    ).toBe(0);
    await ask(page, "5(1)(f)");
    expect((await sentences(page)).join()).toContain("The wording is live.");
    expect(faults).toEqual([]);
  });

  test("asks by name, title, article, and date in both forms", async () => {
    const { page } = await inside("Ask");
    const titles = async (text: string) => {
      await ask(page, text);
      return page.locator(".result h2").allInnerTexts();
    };
    const iso = prepared.decidedAt.slice(0, 10);
    const both = ["Marking of synthetic content", "Emotions at the workplace"].sort();
    for (const text of ["ada lex", "RAK 123", "lex llp", iso, dayOf(iso)]) {
      expect([text, (await titles(text)).toSorted()]).toEqual([text, both]);
    }
    expect(await titles(`deep fakes ${iso}`)).toEqual(["Deep fakes"]);
    for (const text of ["art50(2)", "Article 50(2)", "marking", "synthetic content"]) {
      expect([text, await titles(text)]).toEqual([text, ["Marking of synthetic content"]]);
    }
    expect(await titles(`50(2) ${iso}`)).toEqual(["Marking of synthetic content"]);
    await page.getByText(`The wording of ${dayOf(iso)}`).click();
    await page
      .getByText(`On ${dayOf(iso)}, version 1 was the wording; the law was in force.`)
      .waitFor();
    expect(await page.locator("details .text").allInnerTexts()).toContain(MARKS);
    expect(await titles("1999-01-01")).toEqual([]);
    await page.getByText("Nothing in this room answers that.").waitFor();
    expect(await titles("Article 5")).toEqual(["Emotions at the workplace"]);
  });
});

test("a log with more entries than a page reads is not read: the page names what was not checked, with its command", async () => {
  const { page } = await visit();
  const tiles: string[] = [];
  await page.route("**/evidence/log/**", async (route) => {
    if (route.request().url().includes("/tile/")) tiles.push(route.request().url());
    if (!route.request().url().endsWith("/checkpoint")) return route.continue();
    const answer = await route.fetch();
    const [origin, , ...rest] = (await answer.text()).split("\n");
    return route.fulfill({ body: [origin, "20001", ...rest].join("\n") });
  });
  await enter(page);
  await ask(page, "50(2)");
  expect(await openEvidence(page)).toBe("3");
  expect(tiles).toEqual([]);
  const evidence = page.locator(".evidence:not([hidden])");
  await evidence
    .getByText(/Whether this is all of it was not checked; this command does/)
    .waitFor();
  expect(await evidence.innerText()).toContain("node verify-bundle.mjs bundle.json --key ");
  expect(await evidence.locator(".checks .pass strong").allInnerTexts()).toContain("log");
  expect(await evidence.innerText()).not.toContain("not in this log");
});

test("coverage of a day is chosen on a line of law days, by mouse or key", async () => {
  const { page } = await inside("Coverage of a day");
  const panel = page.locator("#panel-coverage");
  const laws = async () => {
    await panel.locator("tbody tr").first().waitFor();
    return (await panel.locator("tbody td:nth-of-type(2)").allInnerTexts()).toSorted();
  };
  await panel.getByLabel("Day", { exact: true }).fill(prepared.decidedAt.slice(0, 10));
  await panel.getByText("3 rules: approved, live: 2; counsel was asked: 1.").waitFor();
  await panel.getByRole("button", { name: "2 December 2027" }).click();
  await panel.getByRole("heading", { name: "On 2 December 2027" }).waitFor();
  await expect.poll(laws).toEqual(["in force", "in force", "in force"]);
  const slider = panel.getByRole("slider");
  expect(await slider.getAttribute("aria-valuetext")).toBe("2 December 2027");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await panel.getByRole("heading", { name: "On 1 December 2027" }).waitFor();
  await expect.poll(laws).toEqual(["in force", "in force", "not yet in force"]);
});

test("a law whose start was put off does not begin on its former day on the line of law days", async () => {
  const delay = {
    id: "omnibus",
    on: "2026-01-01",
    kind: "delayed",
    use_case_ids: ["art50.4"],
    authority: "European Parliament",
    citation_url: "https://eur-lex.europa.eu/",
    note: "The start was put off.",
  };
  const record = async (event: object) => {
    const { admin } = await withNewToken(suite.system);
    const path = `/admin/frameworks/${prepared.frameworkId}/enforcement`;
    await expectStatus(admin("PUT", path, { events: [event] }), 200);
  };
  await record(delay);
  await suite.system.advance(60);
  const { page } = await visit();
  await enter(page);
  await page.getByRole("tab", { name: "Coverage of a day", exact: true }).click();
  const panel = page.locator("#panel-coverage");
  await panel.getByRole("cell", { name: "start put off" }).waitFor();
  const days = await panel.locator(".law-days li").allInnerTexts();
  // The other tests go on without the delay.
  await record({ ...delay, until: "2026-01-02" });
  expect(days).toEqual([
    "2 February 2025 1 rule starts to apply",
    "1 January 2026 1 rule is delayed",
    "2 August 2026 1 rule starts to apply",
  ]);
});

test("a question is sent and then shown; an empty one is not sent; what was typed survives a failure, and a lost answer is called one", async () => {
  const { page, faults } = await inside("Questions");
  const panel = page.locator("#panel-questions");
  await panel.getByRole("button", { name: "Ask", exact: true }).click();
  await panel.getByText("Write a question first.").waitFor();
  const send = async (text: string) => {
    await panel.getByLabel("Question").fill(text);
    await panel.getByRole("button", { name: "Ask", exact: true }).click();
  };
  const refusal = { status: 429, json: { code: "rate_limited" } };
  await page.route("**/questions", (route) => route.fulfill(refusal), { times: 1 });
  await send("Who <b>decides</b>?");
  await panel.getByText("Your question was not recorded.").waitFor();
  await panel.getByRole("button", { name: "Ask", exact: true }).click();
  await panel.getByText("Your question was recorded.").waitFor();
  expect(await panel.locator("article .text").first().innerText()).toBe("Who <b>decides</b>?");
  expect(await panel.getByLabel("Question").inputValue()).toBe("");
  // The service records the question, but its answer is lost.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/questions", loseAnswer, { times: 1 });
  await send("And when?");
  await panel.getByText("Your question may have been recorded").waitFor();
  expect(await panel.getByText("Nothing was read").count()).toBe(0);
  expect(await panel.getByLabel("Question").inputValue()).toBe("And when?");
  await page.route("**/questions?*", (route) => route.abort(), { times: 1 });
  await panel.getByRole("button", { name: "Look for answers" }).click();
  await panel.getByText("The answers could not be read.").waitFor();
  await panel.getByRole("button", { name: "Look for answers" }).click();
  await panel.locator("article .text").getByText("And when?").waitFor();
  expect(await panel.getByText("The answers could not be read.").count()).toBe(0);
  const { admin } = await withNewToken(suite.system);
  const questions = `/admin/rooms/${room.room.id}/questions`;
  const { body } = await admin("GET", questions);
  await expectStatus(
    admin("POST", `${questions}/${body.items[0].id}/answer`, { text: "The <i>lawyers</i>." }),
    200,
  );
  await panel.getByRole("button", { name: "Look for answers" }).click();
  await panel.getByText("The <i>lawyers</i>.").waitFor();
  // The tab goes on to the next test, without the fault of the refusal.
  expect(faults.splice(0).filter((fault) => !fault.includes("ERR_"))).toEqual([
    expect.stringContaining("429"),
  ]);
});

test("questions that cannot be read at entry keep their tab, say so, and can be looked for again", async () => {
  const { page } = await visit();
  const busy = { status: 503, json: { message: "Service Unavailable" } };
  await page.route("**/questions?*", (route) => route.fulfill(busy), { times: 1 });
  await enter(page);
  await page.getByRole("tab", { name: "Questions", exact: true }).click();
  const panel = page.locator("#panel-questions");
  await panel.getByText("The answers could not be read.").waitFor();
  expect(await panel.getByText("Nobody has asked anything yet.").count()).toBe(0);
  await panel.getByRole("button", { name: "Look for answers" }).click();
  await panel.locator("article .text").getByText("And when?").waitFor();
  expect(await panel.getByRole("alert").count()).toBe(0);
});

test("the certificate is saved; if the room was closed meanwhile, every part says so and offers no second try", async () => {
  const { page } = await visit({ acceptDownloads: true });
  await enter(page);
  await ask(page, "50(2)");
  await openEvidence(page);
  const save = page.getByRole("button", { name: "Save the certificate (PDF)" });
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toBe(`certificate-${prepared.id}.pdf`);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const closed = { status: 410, json: { code: "room_closed" } };
  await page.route("**/room/*/**", (route) => route.fulfill(closed));
  await save.click();
  await page.locator(".evidence").getByText("This room is closed").waitFor();
  await page.getByRole("tab", { name: "Questions", exact: true }).click();
  await page.getByRole("button", { name: "Look for answers" }).click();
  await page.locator("#panel-questions").getByText("This room is closed").waitFor();
  await page.getByRole("tab", { name: "Coverage of a day", exact: true }).click();
  await page.getByLabel("Day", { exact: true }).fill("2027-01-01");
  await page.locator("#panel-coverage").getByText("This room is closed").waitFor();
  expect(await page.getByRole("button", { name: "Try again", includeHidden: true }).count()).toBe(
    0,
  );
  expect(await page.getByText("Try again", { exact: false }).count()).toBe(0);
});

async function takePicture(page: Page, name: string): Promise<void> {
  if (!TAKE_PICTURES) return;
  mkdirSync(TAKE_PICTURES, { recursive: true });
  await page.screenshot({ path: `${TAKE_PICTURES}/room-${name}.png`, fullPage: true });
}

/** Opens the evidence of the first result, unless it is open. */
async function showEvidence(page: Page): Promise<void> {
  const show = page.getByRole("button", { name: "Show the evidence" });
  if ((await show.count()) > 0) await openEvidence(page);
}

/** Each tab as it first appears, and an opened result. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  Ask: async (page) => {
    await ask(page, "50(2)");
    await showEvidence(page);
    await page.getByText(/Version 2, since/).waitFor();
  },
  "Coverage of a day": (page) => page.locator("#panel-coverage tbody tr").first().waitFor(),
  Questions: async () => {},
  "Check a file": async () => {},
};

/** The states whose colours are checked in dark too; in a normal test run, one that shows them all. */
const inDark = sized(Object.keys(states), ["Ask"]);

/** The states that axe checks; a normal test run omits what the landing has (serving.test.ts). */
const axed = sized(Object.keys(states), ["Ask", "Coverage of a day", "Questions"]);

test("every state is accessible and fits, in light, in dark and at 320 px", async () => {
  for (const [state, reach] of Object.entries(states)) {
    const { page, faults } = await inside(state);
    await reach(page);
    const found = axed.includes(state) ? await axeViolations(page) : [];
    const wider = [await overflow(page)];
    await takePicture(page, `light-${state}`);
    if (inDark.includes(state)) {
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await colourViolations(page)));
      await takePicture(page, `dark-${state}`);
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.setViewportSize({ width: 320, height: 700 });
    wider.push(await overflow(page));
    await takePicture(page, `phone-${state}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect([state, found, wider]).toEqual([state, [], [0, 0]]);
    expect(faults.filter((fault) => !fault.includes("ERR_"))).toEqual([]);
  }
});

test("the paper shows what was opened, without buttons, and never the room's link", async () => {
  const { page } = await inside("Ask");
  await ask(page, "5(1)(f)");
  await showEvidence(page);
  const pdf = await page.pdf(TAKE_PICTURES ? { path: `${TAKE_PICTURES}/room.pdf` } : {});
  const text = pdfPages(pdf).join("");
  for (const part of ["DrAdaLex", "Requested", "Logged", "WhatWasNotChecked"]) {
    expect(text.replace(/[^a-z]/gi, "").toLowerCase()).toContain(part.toLowerCase());
  }
  expect(text).not.toMatch(/Hidetheevidence|Savethebundle/);
  expect(text).not.toContain(room.token);
  await page.evaluate("globalThis.print = () => {}");
  await page.keyboard.press("Control+p");
  await expect.poll(() => page.evaluate("location.pathname")).toBe("/room/printed");
  await page.keyboard.press("Shift");
  expect(await page.evaluate("location.pathname")).toBe(`/room/${room.token}`);
});

test("without a network, what was loaded is verified; a tampered copy of it is named, even one with only the nonce or the seal changed", async () => {
  const { page } = await inside("Ask");
  await ask(page, "50(2)");
  await showEvidence(page);
  const { text } = await suite.system.admin("GET", `/admin/rule-reviews/${prepared.id}/bundle`);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Hide the evidence" }).click();
  expect(await openEvidence(page)).toBe("0");
  await page.getByRole("tab", { name: "Check a file" }).click();
  expect(await checkFile(page, "bundle.json", text)).toMatchObject({ code: "0" });
  const bundle = JSON.parse(text);
  const changes: [string, unknown][] = [
    ["nonce.json", { ...bundle, request: { ...bundle.request, nonce: "0".repeat(32) } }],
    ["seal.json", { ...bundle, record_seal: { ...bundle.record_seal, mac: "0".repeat(64) } }],
    ["rules.json", { ...bundle, rules: bundle.rules.slice(1) }],
  ];
  for (const [name, changed] of changes) {
    expect([name, (await checkFile(page, name, JSON.stringify(changed))).code]).toEqual([
      name,
      "1",
    ]);
  }
});
