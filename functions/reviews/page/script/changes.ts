import { differencesOf, type Piece } from "#shared/domain/text/differences.ts";
import type { Rule } from "./api.ts";
import { make, slot } from "./dom.ts";
import { inDays } from "./format.ts";
import { ofRules } from "./rules-language.ts";
import { filled, says } from "./says.ts";

const citation = ({ label, url }: Rule["citations"][number]): string =>
  url ? `${label} (${url})` : label;

const cited = (rule: Rule): string => rule.citations.map(citation).join("\n");

/** A field: its name, its text, the text for an empty one, and whether that is in our words. */
type Field = readonly [
  name: string,
  read: (rule: Rule) => string | undefined,
  none?: string,
  isOurs?: true,
];

const fields: readonly Field[] = [
  [says.fields.title, (rule) => rule.title],
  [says.fields.citations, cited],
  [says.fields.risk_level, ({ risk_level: risk }) => risk && says.risks[risk], says.noRisk, true],
  [says.fields.applies_from, ({ applies_from: day }) => day && inDays(day), says.noDate, true],
  [says.fields.applies_until, ({ applies_until: day }) => day && inDays(day), says.noDate, true],
  [says.fields.amended_by, ({ amended_by: act }) => act && citation(act), says.noAmendment],
];

/** The long texts. Their differences are marked in place. */
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
    ...fields.flatMap((field) => comparison(field, before, now)),
  ];
}

/** A piece of a text that was compared with another. */
export const shown = ({ kind, text }: Piece): Node =>
  kind === "same" ? make("span", text) : make(kind === "gone" ? "del" : "ins", text);

/** A field's old and new value; nothing if they are the same. */
function comparison([name, read, none = "", isOurs]: Field, before: Rule, now: Rule): Node[] {
  const [was, is] = [read(before), read(now)];
  if (was === is) return [];
  const pieces = differencesOf(was ?? none, is ?? none);
  const told = (text: string | undefined, gone: Piece["kind"]): HTMLElement => {
    const place = make("dd", ...pieces.filter(({ kind }) => kind !== gone).map(shown));
    return text === undefined || isOurs ? place : ofRules(place);
  };
  return [
    make(
      "dl",
      make("dt", filled(says.approvedBefore, { field: name })),
      told(was, "new"),
      make("dt", filled(says.now, { field: name })),
      told(is, "gone"),
    ),
  ];
}
