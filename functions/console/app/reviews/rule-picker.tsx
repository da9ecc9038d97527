import { useState } from "preact/hooks";
import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { fieldId } from "../parts/trouble.tsx";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;

/** Picks rules: those that changed since approval are one press away. */
export function RulePicker(props: {
  rules: readonly LiveRule[];
  picked: readonly string[];
  fault: string | null;
  onPick: (ids: readonly string[]) => void;
}) {
  const [text, setText] = useState("");
  const { rules, picked, onPick } = props;
  const withStatus = (status: RuleStatus) =>
    rules
      .filter(({ review_status }) => review_status === status)
      .map(({ use_case_id }) => use_case_id);
  const changed = withStatus("approved_then_changed");
  const never = withStatus("never_reviewed");
  const part = text.trim().toLowerCase();
  const shown = rules.filter(({ use_case_id, title }) =>
    `${use_case_id} ${title}`.toLowerCase().includes(part),
  );
  const toggle = (id: string, isOn: boolean) =>
    onPick(isOn ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <fieldset id={fieldId("rule_use_case_ids")} tabIndex={-1}>
      <legend>{t.rulesLegend}</legend>
      <p class="hint">{t.rulesHint}</p>
      {props.fault && <p class="fault">{props.fault}</p>}
      <div class="row">
        {changed.length > 0 && (
          <button type="button" class="primary" onClick={() => onPick(changed.slice(0, 100))}>
            {t.pickChanged(changed.length)}
          </button>
        )}
        {never.length > 0 && (
          <button type="button" onClick={() => onPick(never.slice(0, 100))}>
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
        </span>
      </div>
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
      <ul class="picks">
        {shown.map(({ use_case_id, title, review_status }) => (
          <li key={use_case_id} class="check">
            <input
              id={`rule-${use_case_id}`}
              type="checkbox"
              checked={picked.includes(use_case_id)}
              onChange={({ currentTarget }) => toggle(use_case_id, currentTarget.checked)}
            />
            <label for={`rule-${use_case_id}`}>
              {line(title)}
              <span class="soft fine">
                {" "}
                <code>{use_case_id}</code>{" "}
              </span>
              <Badge tone={ruleTones[review_status]}>{t.ruleStatuses[review_status]}</Badge>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
