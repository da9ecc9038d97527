import type { Review, Rule } from "./api.ts";
import { showChanges } from "./changes.ts";
import { byId, classed, fill, link, make, slot } from "./dom.ts";
import { currentDraft, keepDraft } from "./draft.ts";
import { inDays } from "./format.ts";
import { groupOf } from "./groups.ts";
import { showProgress } from "./progress.ts";
import { proposedWords, wireProposing } from "./proposing.ts";
import { rove } from "./roving.ts";
import { wireVerdict } from "./rule-form.ts";
import { ofRules } from "./rules-language.ts";
import { counted, filled, says } from "./says.ts";
import { labelOf } from "./verdicts.ts";

const anchorOf = (rule: Rule): string => `rule-${rule.use_case_id}`;

/** Renders the rules, one article each, with the table of contents and the list of changes. */
export function renderRules(review: Review): void {
  const { changed_since_last_approval: changed, previously_approved: before } = review;
  // A rule may be called `constructor`, so only the response's own properties count.
  const approvedBefore = ({ use_case_id }: Rule) =>
    Object.hasOwn(before, use_case_id) ? before[use_case_id] : undefined;
  const groups = Map.groupBy(review.rules, (rule) => groupOf(rule) ?? says.other);
  const rules = [...groups.values()].flat();
  const template = byId<HTMLTemplateElement>("rule-template").content;
  const articles = rules.map((rule, i) => {
    const article = (template.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
    fillRule(article, rule, filled(says.rule, { n: i + 1, all: rules.length }));
    for (const name of ["title", "description", "verdict"]) ofRules(slot(article, name));
    for (const earlier of review.earlier_verdicts ?? []) {
      if (earlier.use_case_id === rule.use_case_id) showEarlier(article, earlier);
    }
    wireVerdict(article, rule, i);
    wireProposing(article, rule);
    if (changed.includes(rule.use_case_id)) {
      fill("mark", says.changedSinceApproval, article);
      showChanges(article, approvedBefore(rule), rule);
    }
    return article;
  });
  for (const article of articles)
    for (const empty of article.querySelectorAll(
      ":empty:not(textarea, input, [data-slot=remark-label], .error, .difference, [data-slot=said])",
    ))
      empty.remove();
  const sections = [...groups].map(([name, group]) => {
    const first = rules.indexOf(group[0] as Rule);
    const own = articles.slice(first, first + group.length);
    const heading = make("h3", name);
    return classed("div", "group", name === says.other ? heading : ofRules(heading), ...own);
  });
  byId("rules").replaceChildren(
    ...["rules-title", "annex-comment", "signed-annex"].map((id) => byId(id)),
    ...sections,
  );
  byId("rules").classList.add("printed");
  byId("facts").classList.add("printed");
  listContents(rules, changed);
  listChanged(rules, changed);
  watch(articles);
}

function fillRule(article: HTMLElement, rule: Rule, number: string): void {
  article.id = anchorOf(rule);
  fill("number", number, article);
  fill(
    "risk",
    rule.risk_level ? filled(says.risk, { level: says.risks[rule.risk_level] }) : "",
    article,
  );
  fill("title", rule.title, article);
  fill("id", rule.use_case_id, article);
  fill("description", rule.customer_description_preview, article);
  fill("verdict", rule.suggested_verdict_copy, article);
  const anchor = slot(article, "anchor") as HTMLAnchorElement;
  anchor.href = `#${anchorOf(rule)}`;
  anchor.setAttribute("aria-label", `${rule.use_case_id}, ${says.linkToRule}`);
  const cited = rule.citations.map(({ label, url }) => make("li", ...named(label, url)));
  const law = lawOf(rule);
  fill("cited", `(${rule.citations.length})`, article);
  if (law.length > 0) slot(article, "law").append(make("span", ...law));
  slot(article, "citations").append(...(cited.length > 0 ? cited : [make("li", says.noneGiven)]));
}

/** When the law behind a rule applies and what amended it; empty if the rule states neither. */
function lawOf(rule: Rule): (Node | string)[] {
  const { amended_by: act } = rule;
  const applies = appliesText(rule);
  if (act === undefined) return applies === "" ? [] : [applies];
  return [`${applies} ${says.fields.amended_by} `.trimStart(), ...named(act.label, act.url), "."];
}

function appliesText({ applies_from: from, applies_until: until }: Rule): string {
  if (from === undefined && until === undefined) return "";
  const text =
    until === undefined
      ? says.appliesFrom
      : from === undefined
        ? says.appliesUntil
        : says.appliesBetween;
  return filled(text, {
    from: from === undefined ? "" : inDays(from),
    until: until === undefined ? "" : inDays(until),
  });
}

/** Shows what this counsel said about the rule earlier, and what became of it. */
function showEarlier(
  article: HTMLElement,
  earlier: NonNullable<Review["earlier_verdicts"]>[number],
): void {
  const { decided_at, verdict, text, became, changed_fields, suggestions = [] } = earlier;
  const fields = changed_fields.map((name) => says.fields[name as keyof typeof says.fields]);
  slot(article, "earlier").append(
    make("h4", filled(says.earlier, { on: inDays(decided_at), verdict: labelOf(verdict) })),
    classed("p", "text", text),
    make(
      "p",
      became === "unchanged"
        ? says.becameUnchanged
        : filled(says.becameAmended, { fields: fields.join(", ") }),
    ),
    ...suggestions.flatMap((one) => [
      ...proposedWords([one]),
      make("p", says.suggestions.fates[one.became]),
    ]),
  );
}

/** A source under the name that the rule gives it, linked if it has an address. */
const named = (label: string, url: string | undefined): (Node | string)[] => {
  const name = ofRules(make("span", label));
  return url === undefined ? [name] : outward(name, url);
};

/**
 * A source on another site, opened in a new tab, with the host it leads to. Addresses with a user
 * name do not become links (`https://eur-lex.europa.eu@elsewhere.example/` leads elsewhere).
 */
function outward(name: HTMLElement, address: string): (Node | string)[] {
  const url = URL.parse(address);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || url.username !== "" || url.password !== "") return [name];
  const anchor = link("", url.href);
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer external";
  anchor.append(name, classed("span", "vh", says.inNewTab));
  return [anchor, " ", classed("span", "host", url.host)];
}

function listContents(rules: readonly Rule[], changed: readonly string[]): void {
  const entries = rules.map((rule) => {
    const entry = make("li", ofRules(link(rule.title, `#${anchorOf(rule)}`)));
    entry.dataset.rule = rule.use_case_id;
    if (changed.includes(rule.use_case_id))
      entry.append(classed("span", "tag changed", says.changed));
    return entry;
  });
  byId("contents")
    .querySelector("ol")
    ?.replaceChildren(...entries);
  rove(byId("contents").querySelector("ol") as HTMLElement);
  const details = byId("contents").querySelector("details");
  if (details) details.open = matchMedia("(min-width: 64rem)").matches;
}

function listChanged(rules: readonly Rule[], changed: readonly string[]): void {
  const section = byId("changed");
  const those = rules.filter(({ use_case_id }) => changed.includes(use_case_id));
  // There is nothing to show. Remove the section, so that later steps need not hide it.
  if (those.length === 0) {
    section.remove();
    return;
  }
  fill("changed-title", counted(says.haveChanged, those.length));
  const entries = those.map((rule) => make("li", ofRules(link(rule.title, `#${anchorOf(rule)}`))));
  section.querySelector("ul")?.replaceChildren(...entries);
  rove(section.querySelector("ul") as HTMLElement);
}

/**
 * Counts a rule as opened once its end has been on screen. The very top of the screen does not
 * count: after a deep link, the end of the preceding rule may still be visible there.
 */
function watch(articles: readonly HTMLElement[]): void {
  const ends = new Map(
    articles.map((article) => [article.lastElementChild as Element, article.id]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting);
      if (seen.length === 0) return;
      for (const { target } of seen) observer.unobserve(target);
      const ids = seen.map(({ target }) => (ends.get(target) ?? "").slice("rule-".length));
      keepDraft({ opened: ids });
      markOpened();
    },
    { rootMargin: "-10% 0px 0px" },
  );
  for (const end of ends.keys()) observer.observe(end);
  markOpened();
}

function markOpened(): void {
  const opened = new Set(currentDraft().opened);
  const entries = [...document.querySelectorAll<HTMLElement>("#contents li[data-rule]")];
  for (const entry of entries) {
    if (!opened.has(entry.dataset.rule ?? "") || entry.classList.contains("opened")) continue;
    entry.classList.add("opened");
    entry.append(classed("span", "vh", ` (${says.opened})`));
  }
  showProgress();
}
