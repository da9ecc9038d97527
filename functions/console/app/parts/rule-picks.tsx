import { useState } from "preact/hooks";
import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { articleOf, compareArticles, provisionOf } from "#shared/domain/frameworks/provision.ts";
import type { Item } from "../shell/client.ts";
import { Badge } from "./basics.tsx";
import { line } from "./format.ts";
import { NamedRule } from "./named-rule.tsx";
import { type RuleStatus, ruleTones } from "./rule-states.ts";
import { openBeside, ruleStates, picks as t } from "./rule-texts.ts";
import { Tick } from "./tick.tsx";

/** A rule by name, with its status for users who may see it. */
type LiveRule = Pick<Item<"listRules">, "use_case_id" | "title" | "citations"> &
  Partial<Item<"listRules">>;

/** Rules that need a review come first; within the same status, the order is that of the act. */
const order: readonly RuleStatus[] = [
  "approved_then_changed",
  "refused",
  "never_reviewed",
  "pending",
  "approved_live",
];

const byNumber = new Intl.Collator("en", { numeric: true });

/** In the order of the act. */
function compareRules({ citations: [a] }: LiveRule, { citations: [b] }: LiveRule): number {
  const [mine, other] = [a?.label ?? "", b?.label ?? ""];
  return (
    compareArticles(articleOf(mine), articleOf(other)) ||
    byNumber.compare(provisionOf(mine), provisionOf(other))
  );
}

const inOrder = (rules: readonly LiveRule[]): LiveRule[] =>
  rules.toSorted((a, b) => rankOf(a) - rankOf(b) || compareRules(a, b));

const rankOf = ({ review_status: status }: LiveRule): number =>
  status === undefined ? 0 : order.indexOf(status);

/** The rules of a book as boxes to tick: those that match the typed text, the best match first. */
export function RulePicks(props: {
  rules: readonly LiveRule[];
  picked: readonly string[];
  /** The names of the rules' book. */
  names: readonly (string | null)[];
  onPick: (ids: readonly string[]) => void;
}) {
  const [text, setText] = useState("");
  const { picked, onPick } = props;
  const shown = findRulesBy(inOrder(props.rules), text, ({ review_status }) => [
    ...(review_status === undefined ? [] : [ruleStates[review_status]]),
    ...props.names,
  ]);
  const toggle = (id: string, isOn: boolean) =>
    onPick(isOn ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <>
      <div class="field">
        <label for="filter-rules" class="vh">
          {t.filter}
        </label>
        <input
          id="filter-rules"
          type="search"
          data-search
          placeholder={t.filter}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <p role="status" class={shown.length === 0 ? "" : "vh"}>
        {text.trim() === "" ? "" : t.found(shown.length, line(text.trim()))}
      </p>
      <ul class="picks">
        {shown.map((rule) => (
          <li key={rule.use_case_id} class="check">
            <Tick
              id={`rule-${rule.use_case_id}`}
              isOn={picked.includes(rule.use_case_id)}
              onTick={(isOn) => toggle(rule.use_case_id, isOn)}
            >
              <Row of={rule} />
            </Tick>
          </li>
        ))}
      </ul>
    </>
  );
}

const Row = ({ of }: { of: LiveRule }) => {
  const { review_status, open_holds_wording = null } = of;
  const open = review_status ? openBeside(review_status, open_holds_wording) : null;
  return (
    <>
      <span>
        <NamedRule citation={of.citations[0]?.label} title={of.title} />{" "}
        <code class="soft">{line(of.use_case_id)}</code>
      </span>{" "}
      {review_status && <Badge tone={ruleTones[review_status]}>{ruleStates[review_status]}</Badge>}
      {open !== null && <span class="soft fine"> {open}</span>}
    </>
  );
};
