import { useState } from "preact/hooks";
import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { articleOf, compareArticles, provisionOf } from "#shared/domain/frameworks/provision.ts";
import { MOST_RULES_A_REVIEW } from "#shared/domain/reviews/limits.ts";
import { Badge } from "../parts/basics.tsx";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { line } from "../parts/format.ts";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { openBeside, ruleStates } from "../parts/rule-texts.ts";
import { Tick } from "../parts/tick.tsx";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;

/** Rules that are requested all at once, however many: one review per hundred. */
export type Due = "changed" | "never";
const dueStatus: Readonly<Record<Due, RuleStatus>> = {
  changed: "approved_then_changed",
  never: "never_reviewed",
};

export const asDue = (text: string | null): Due | null =>
  text === "changed" || text === "never" ? text : null;

/** The rules that are due: not those that have ended, or about which counsel is being asked. */
export const dueRules = (rules: readonly LiveRule[], due: Due): string[] =>
  rules
    .filter((rule) => rule.needs_review && rule.review_status === dueStatus[due])
    .map(({ use_case_id }) => use_case_id);

/** Refused or changed, and counsel is being asked about the live wording. */
const isAsked = ({ needs_review, review_status, in_force }: LiveRule): boolean =>
  !needs_review &&
  in_force !== "ended" &&
  (review_status === "refused" || review_status === "approved_then_changed");

/** What needs a review stands first; of the same state, in the order of the act. */
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
  rules.toSorted(
    (a, b) => order.indexOf(a.review_status) - order.indexOf(b.review_status) || compareRules(a, b),
  );

interface Picking {
  rules: readonly LiveRule[];
  picked: readonly string[];
  /** Set while the rules are picked all at once. */
  due: Due | null;
  onPick: (ids: readonly string[], due?: Due) => void;
}

/** Picks rules; one press picks all those that changed since approval. */
export function RulePicker(
  props: Picking & {
    fault: string | null;
    /** What the rules' book is called. */
    names: readonly (string | null)[];
  },
) {
  const [text, setText] = useState("");
  const { rules, picked, onPick } = props;
  const shown = findRulesBy(inOrder(rules), text, ({ review_status }) => [
    ruleStates[review_status],
    ...props.names,
  ]);
  const toggle = (id: string, isOn: boolean) =>
    onPick(isOn ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <fieldset id={fieldId("rule_use_case_ids")} tabIndex={-1}>
      <legend>{t.rulesLegend}</legend>
      <p class="hint">{t.rulesHint}</p>
      {props.fault && <p class="fault">{faultSentence(t.rulesLegend, props.fault)}</p>}
      <AllAtOnce {...props} />
      <div class="field">
        <label for="filter-rules" class="vh">
          {t.filterRules}
        </label>
        <input
          id="filter-rules"
          type="search"
          data-search
          placeholder={t.filterRules}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <p role="status" class={shown.length === 0 ? "" : "vh"}>
        {text.trim() === "" ? "" : t.rulesFound(shown.length, line(text.trim()))}
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
    </fieldset>
  );
}

const Row = ({ of }: { of: LiveRule }) => (
  <>
    <span>
      {of.citations[0] && <strong>{line(provisionOf(of.citations[0].label))}</strong>}{" "}
      {line(of.title)} <code class="soft">{line(of.use_case_id)}</code>
    </span>{" "}
    <Badge tone={ruleTones[of.review_status]}>{ruleStates[of.review_status]}</Badge>
    {isAsked(of) && <span class="soft fine"> {openBeside}</span>}
  </>
);

function AllAtOnce({ rules, picked, due, onPick }: Picking) {
  const [changed, never] = [dueRules(rules, "changed"), dueRules(rules, "never")];
  return (
    <div class="row">
      {changed.length > 0 && (
        <button type="button" class="primary" onClick={() => onPick(changed, "changed")}>
          {t.pickChanged(changed.length)}
        </button>
      )}
      {never.length > 0 && (
        <button type="button" onClick={() => onPick(never, "never")}>
          {t.pickNever(never.length)}
        </button>
      )}
      {picked.length > 0 && (
        <button type="button" onClick={() => onPick([])}>
          {t.pickNone}
        </button>
      )}
      <span class="soft" role="status">
        {t.picked(picked.length)}
        {due !== null &&
          picked.length > MOST_RULES_A_REVIEW &&
          ` ${t.inParts(Math.ceil(picked.length / MOST_RULES_A_REVIEW))}`}
      </span>
    </div>
  );
}
