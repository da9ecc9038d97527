import type { Rule } from "./api.ts";
import { make } from "./dom.ts";
import { inDays } from "./format.ts";
import { filled, says } from "./says.ts";

const citation = ({ label, url }: Rule["citations"][number]): string =>
  url ? `${label} (${url})` : label;

const cited = (rule: Rule): string => rule.citations.map(citation).join("\n");

const fields: readonly [string, (rule: Rule) => string][] = [
  [says.fields.title, (rule) => rule.title],
  [says.fields.citations, cited],
  [says.fields.description, (rule) => rule.customer_description_preview],
  [says.fields.verdict, (rule) => rule.suggested_verdict_copy],
  [says.fields.risk, (rule) => (rule.risk_level ? says.risks[rule.risk_level] : says.noRisk)],
  [says.fields.from, (rule) => (rule.applies_from ? inDays(rule.applies_from) : says.noDate)],
  [says.fields.until, (rule) => (rule.applies_until ? inDays(rule.applies_until) : says.noDate)],
  [says.fields.amended, ({ amended_by }) => (amended_by ? citation(amended_by) : says.noAmendment)],
];

/** How a rule differs from its last approved wording: each changed field, before and now. */
export function changesOf(before: Rule | undefined, now: Rule): Node[] {
  const title = make("h4", says.changedSinceLast);
  if (before === undefined) {
    return [title, make("p", says.approvedTextTooLong)];
  }
  const changed = fields.filter(([, read]) => read(before) !== read(now));
  return [title, ...changed.map(([name, read]) => comparison(name, read(before), read(now)))];
}

function comparison(name: string, before: string, now: string): HTMLElement {
  const [was, is] = [before, now].map((text) => text.split(/(\s+)/)) as [string[], string[]];
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  const most = Math.min(was.length, is.length) - head;
  while (tail < most && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  return make(
    "dl",
    make("dt", filled(says.approvedBefore, { field: name })),
    make("dd", ...marked("del", was, head, tail)),
    make("dt", filled(says.now, { field: name })),
    make("dd", ...marked("ins", is, head, tail)),
  );
}

/** The words, with everything from the first difference to the last one marked. */
function marked(tag: "del" | "ins", words: string[], head: number, tail: number) {
  const end = words.length - tail;
  const middle = words.slice(head, end).join("");
  return [
    words.slice(0, head).join(""),
    ...(middle === "" ? [] : [make(tag, middle)]),
    words.slice(end).join(""),
  ];
}
