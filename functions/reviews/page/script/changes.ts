import { differencesOf, type Piece } from "#shared/domain/text/differences.ts";
import type { Rule } from "./api.ts";
import { make, slot } from "./dom.ts";
import { inDays } from "./format.ts";
import { ofRules } from "./rules-language.ts";
import { filled, says } from "./says.ts";

const citation = ({ label, url }: Rule["citations"][number]): string =>
  url ? `${label} (${url})` : label;

const cited = (rule: Rule): string => rule.citations.map(citation).join("\n");

/** By name, what the rule says; `ours`: in the page's own words. */
const fields: readonly [string, (rule: Rule) => string, "ours"?][] = [
  [says.fields.title, (rule) => rule.title],
  [says.fields.citations, cited],
  [
    says.fields.risk,
    (rule) => (rule.risk_level ? says.risks[rule.risk_level] : says.noRisk),
    "ours",
  ],
  [
    says.fields.from,
    (rule) => (rule.applies_from ? inDays(rule.applies_from) : says.noDate),
    "ours",
  ],
  [
    says.fields.until,
    (rule) => (rule.applies_until ? inDays(rule.applies_until) : says.noDate),
    "ours",
  ],
  [says.fields.amended, ({ amended_by }) => (amended_by ? citation(amended_by) : says.noAmendment)],
];

/** The long texts, whose differences are marked where they stand. */
const texts: readonly [string, (rule: Rule) => string][] = [
  ["description", (rule) => rule.customer_description_preview],
  ["verdict", (rule) => rule.suggested_verdict_copy],
];

/** How a rule differs from its last approved wording. @param before undefined: it was too long */
export function showChanges(article: HTMLElement, before: Rule | undefined, now: Rule): void {
  slot(article, "changes").append(make("h4", says.changedSinceLast), ...told(article, before, now));
}

function told(article: HTMLElement, before: Rule | undefined, now: Rule): Node[] {
  if (before === undefined) return [make("p", says.approvedTextTooLong)];
  const inline = texts.filter(([, read]) => read(before) !== read(now));
  for (const [name, read] of inline) {
    const pieces = differencesOf(read(before), read(now));
    slot(article, name).replaceChildren(...pieces.map(shown));
  }
  const changed = fields.filter(([, read]) => read(before) !== read(now));
  const legend = make(
    "p",
    `${says.legend} `,
    make("del", says.removed),
    ", ",
    make("ins", says.added),
    ".",
  );
  return [
    ...(inline.length === 0 ? [] : [legend]),
    ...changed.map(([name, read, words]) => {
      const [was, is] = comparedTexts(read(before), read(now));
      if (words !== "ours") for (const text of [was, is]) ofRules(text);
      return comparison(name, was, is);
    }),
  ];
}

const shown = ({ kind, text }: Piece): Node =>
  kind === "same" ? make("span", text) : make(kind === "gone" ? "del" : "ins", text);

function comparedTexts(before: string, now: string): [HTMLElement, HTMLElement] {
  const pieces = differencesOf(before, now);
  return [
    make("dd", ...pieces.filter(({ kind }) => kind !== "new").map(shown)),
    make("dd", ...pieces.filter(({ kind }) => kind !== "gone").map(shown)),
  ];
}

const comparison = (name: string, before: HTMLElement, now: HTMLElement): HTMLElement =>
  make(
    "dl",
    make("dt", filled(says.approvedBefore, { field: name })),
    before,
    make("dt", filled(says.now, { field: name })),
    now,
  );
