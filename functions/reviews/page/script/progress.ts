import { announce, byId, fill } from "./dom.ts";
import { currentDraft } from "./draft.ts";
import { inDays } from "./format.ts";
import { chooseVerdict, remarkBox } from "./rule-form.ts";
import { counted, filled, says } from "./says.ts";
import { objections, onVerdict, titleOf, verdictOf } from "./verdicts.ts";

/** The bar above the rules: progress, filter, and the keys that go from rule to rule. */

const articles = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("#rules article")];
const shownArticles = (): HTMLElement[] =>
  articles().filter((article) => !article.classList.contains("filtered"));
const idOf = (article: HTMLElement): string => article.id.slice("rule-".length);

/** The rule that the page last brought counsel to. */
let broughtTo: HTMLElement | null = null;

/** Whether a rule still begins in the upper half of the screen. A browser may move it a little. */
function isAtTop(article: HTMLElement): boolean {
  const { top } = article.getBoundingClientRect();
  return !article.classList.contains("filtered") && top >= 0 && top < innerHeight / 2;
}

/** The article with the focus, else the one last gone to, else the first one below the bar. */
function current(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("#rules article");
  if (focused) return focused;
  if (broughtTo !== null && isAtTop(broughtTo)) return broughtTo;
  const below = byId("bar").getBoundingClientRect().bottom + 40;
  return shownArticles().find((one) => one.getBoundingClientRect().bottom > below);
}

/** Scrolls a rule to the top. With `focus`, the keyboard focus moves there too. */
export function goTo(article: HTMLElement, focus: boolean): void {
  byId("rules").classList.add("whole");
  broughtTo = article;
  article.scrollIntoView();
  if (focus) article.focus({ preventScroll: true });
}

function step(by: 1 | -1, focus: boolean): HTMLElement | null {
  const all = shownArticles();
  const at = current();
  const next = at === undefined ? undefined : all[all.indexOf(at) + by];
  if (next !== undefined) goTo(next, focus);
  else if (by === 1) {
    byId("decision").scrollIntoView();
    byId("decision").focus({ preventScroll: true });
  }
  return next ?? null;
}

/** Approves the current rule unless counsel has given a verdict on it, and goes to the next one. */
function approveAndNext(focus: boolean): void {
  const article = current();
  if (article === undefined) return;
  if (verdictOf(idOf(article)) === undefined) chooseVerdict(article, "approved");
  const next = step(1, focus);
  if (next !== null) announce(filled(says.approvedNext, { rule: titleOf(idOf(next)) }));
}

/** Whether the filter shows a rule. */
function belongs(article: HTMLElement, filter: string): boolean {
  if (filter === "changed") return article.querySelector(".tag.changed") !== null;
  if (filter === "unread") return !currentDraft().opened.includes(idOf(article));
  if (filter === "objections") {
    return objections().some(({ use_case_id }) => use_case_id === idOf(article));
  }
  return true;
}

function applyFilter(): void {
  const filter = byId<HTMLSelectElement>("filter").value;
  for (const article of articles()) {
    article.classList.toggle("filtered", !belongs(article, filter));
  }
  for (const group of document.querySelectorAll<HTMLElement>("#rules .group")) {
    group.classList.toggle("filtered", !group.querySelector("article:not(.filtered)"));
  }
  const { length } = shownArticles();
  byId("none-shown").hidden = length > 0;
  announce(counted(says.shown, length));
}

/** Shows all rules, so that the page can go to any of them. */
export function showAll(): void {
  byId<HTMLSelectElement>("filter").value = "all";
  applyFilter();
}

/** Shows how far counsel has got. */
export function showProgress(): void {
  const all = articles();
  const read = all.filter((article) => currentDraft().opened.includes(idOf(article))).length;
  const { length } = objections();
  const parts = [
    filled(says.progress, { read, all: all.length }),
    ...(length > 0 ? [counted(says.objections, length)] : []),
  ];
  fill("progress", parts.join(", "));
}

/** The keys work only while the focus is on a rule or in the bar, and not in a text field. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!target.closest("#rules, #bar") || target.closest("textarea, select")) return;
  const does = {
    j: () => step(1, true),
    k: () => step(-1, true),
    a: () => approveAndNext(true),
    o: objectTo,
  };
  const done = does[event.key.toLowerCase() as keyof typeof does];
  if (done === undefined) return;
  event.preventDefault();
  done();
}

function objectTo(): void {
  const article = current();
  if (article === undefined) return;
  chooseVerdict(article, "changes_requested");
  remarkBox(article).focus();
}

/** Keeps scroll targets below the bar, which is taller on a narrow screen. */
function clearBar(): void {
  const { height } = byId("bar").getBoundingClientRect();
  const { style } = document.documentElement;
  if (height > 0) style.setProperty("--bar", `${Math.ceil(height) + 16}px`);
}

export function wireProgress(expiresAt: string): void {
  fill("due", filled(says.due, { until: inDays(expiresAt) }));
  byId("approve-next").addEventListener("click", () => approveAndNext(false));
  byId("filter").addEventListener("change", applyFilter);
  addEventListener("keydown", onKey);
  new ResizeObserver(clearBar).observe(byId("bar"));
  onVerdict(showProgress);
  showProgress();
}
