import { MAX_RULES_A_REVIEW } from "#shared/domain/reviews/limits.ts";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { RulePicks } from "../parts/rule-picks.tsx";
import type { RuleStatus } from "../parts/rule-states.ts";
import { picks } from "../parts/rule-texts.ts";
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

/** The rules that are due, without those that have ended or about which counsel is being asked. */
export const dueRules = (rules: readonly LiveRule[], due: Due): string[] =>
  rules
    .filter((rule) => rule.needs_review && rule.review_status === dueStatus[due])
    .map(({ use_case_id }) => use_case_id);

interface Picking {
  rules: readonly LiveRule[];
  picked: readonly string[];
  /** Set while the rules are picked all at once. */
  due: Due | null;
  onPick: (ids: readonly string[], due?: Due) => void;
}

/** Picks rules. One press picks all that changed since approval and that nobody is asked about. */
export function RulePicker(
  props: Picking & {
    fault: string | null;
    /** The names of the rules' book. */
    names: readonly (string | null)[];
  },
) {
  return (
    <fieldset id={fieldId("rule_use_case_ids")} tabIndex={-1}>
      <legend>{t.rulesLegend}</legend>
      <p class="hint">{t.rulesHint}</p>
      {props.fault && <p class="fault">{faultSentence(t.rulesLegend, props.fault)}</p>}
      <AllAtOnce {...props} />
      <RulePicks
        rules={props.rules}
        picked={props.picked}
        names={props.names}
        onPick={props.onPick}
      />
    </fieldset>
  );
}

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
        {picks.picked(picked.length)}
        {due !== null &&
          picked.length > MAX_RULES_A_REVIEW &&
          ` ${t.inParts(Math.ceil(picked.length / MAX_RULES_A_REVIEW))}`}
      </span>
    </div>
  );
}
