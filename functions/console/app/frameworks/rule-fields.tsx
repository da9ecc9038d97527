import type { ComponentChildren } from "preact";
import { Field, type FieldAttributes } from "../parts/form.tsx";
import { fieldNames, type GivenRule, type RuleField } from "../parts/rule-text.tsx";
import { t } from "./texts.ts";

interface Props {
  rule: GivenRule;
  isNew: boolean;
  fault: (field: string) => string | null;
  onChange: (rule: GivenRule) => void;
}

type Citation = GivenRule["citations"][number];

/** The rule with one field set; an empty optional field is left out. */
function withField(rule: GivenRule, field: RuleField, value: unknown): GivenRule {
  const { [field]: _, ...rest } = rule;
  return (value === "" || value === null ? rest : { ...rest, [field]: value }) as GivenRule;
}

/** The fields of one rule, each with its fault. */
export function RuleFields({ rule, isNew, fault, onChange }: Props) {
  const field = (
    name: RuleField,
    render: (attributes: FieldAttributes) => ComponentChildren,
    more: { hint?: string; isOptional?: boolean } = {},
  ) => (
    <Field name={`rules.0.${name}`} label={fieldNames[name]} fault={fault(name)} {...more}>
      {render}
    </Field>
  );
  const text = (name: "use_case_id" | "title") => (attributes: FieldAttributes) => (
    <input
      {...(attributes as object)}
      id={attributes.id}
      value={rule[name]}
      autoComplete="off"
      onInput={({ currentTarget }) => onChange({ ...rule, [name]: currentTarget.value })}
    />
  );
  const long =
    (name: "customer_description_preview" | "suggested_verdict_copy") =>
    (attributes: FieldAttributes) => (
      <textarea
        {...(attributes as object)}
        id={attributes.id}
        rows={7}
        value={rule[name]}
        onInput={({ currentTarget }) => onChange({ ...rule, [name]: currentTarget.value })}
      />
    );
  const day = (name: "applies_from" | "applies_until") => (attributes: FieldAttributes) => (
    <input
      {...(attributes as object)}
      id={attributes.id}
      type="date"
      value={rule[name] ?? ""}
      onInput={({ currentTarget }) => onChange(withField(rule, name, currentTarget.value))}
    />
  );
  const choice =
    (name: "risk_level" | "source_status", options: readonly (readonly [string, string])[]) =>
    (attributes: FieldAttributes) => (
      <select
        {...(attributes as object)}
        id={attributes.id}
        value={rule[name] ?? ""}
        onChange={({ currentTarget }) => onChange(withField(rule, name, currentTarget.value))}
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  const { none, ...sources } = t.sources;
  return (
    <>
      {isNew && field("use_case_id", text("use_case_id"), { hint: t.ruleIdHint })}
      {field("title", text("title"))}
      <Citations
        citations={rule.citations}
        fault={fault("citations")}
        onChange={(citations) => onChange({ ...rule, citations })}
      />
      {field("customer_description_preview", long("customer_description_preview"))}
      {field("suggested_verdict_copy", long("suggested_verdict_copy"))}
      {field("risk_level", choice("risk_level", [["", t.noRisk], ...Object.entries(t.risks)]), {
        isOptional: true,
      })}
      {field("applies_from", day("applies_from"), { isOptional: true })}
      {field("applies_until", day("applies_until"), { isOptional: true })}
      <OneCitation
        name={fieldNames.amended_by}
        citation={rule.amended_by ?? { label: "" }}
        fault={fault("amended_by")}
        path="rules.0.amended_by"
        onChange={(one) =>
          onChange(withField(rule, "amended_by", one.label === "" && !one.url ? null : one))
        }
      />
      {field("source_status", choice("source_status", [["", none], ...Object.entries(sources)]), {
        hint: t.sourceHint,
        isOptional: true,
      })}
    </>
  );
}

/** The citations, each a name and an address; the first is the rule's own provision. */
function Citations(props: {
  citations: readonly Citation[];
  fault: string | null;
  onChange: (citations: Citation[]) => void;
}) {
  const { citations, onChange } = props;
  return (
    <fieldset>
      <legend>{fieldNames.citations}</legend>
      {props.fault && <p class="fault">{props.fault}</p>}
      {citations.map((citation, at) => (
        <div key={at} class="citation">
          <OneCitation
            name={t.citation(at + 1)}
            citation={citation}
            fault={null}
            path={`rules.0.citations.${at}`}
            onChange={(next) => onChange(citations.map((one, i) => (i === at ? next : one)))}
          />
          <button
            type="button"
            class="small"
            aria-label={t.removeCitation(at + 1)}
            onClick={() => onChange(citations.filter((_, i) => i !== at))}
          >
            {t.remove}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...citations, { label: "" }])}>
        {t.addCitation}
      </button>
    </fieldset>
  );
}

function OneCitation(props: {
  name: string;
  citation: Citation;
  fault: string | null;
  path: string;
  onChange: (citation: Citation) => void;
}) {
  const { name, citation, fault, path, onChange } = props;
  return (
    <>
      <Field name={`${path}.label`} label={name} fault={fault}>
        {(attributes) => (
          <input
            {...(attributes as object)}
            id={attributes.id}
            value={citation.label}
            onInput={({ currentTarget }) => onChange({ ...citation, label: currentTarget.value })}
          />
        )}
      </Field>
      <Field name={`${path}.url`} label={t.addressOf(name)} fault={null} isOptional>
        {(attributes) => (
          <input
            {...(attributes as object)}
            id={attributes.id}
            type="url"
            value={citation.url ?? ""}
            onInput={({ currentTarget: { value } }) =>
              onChange(value === "" ? { label: citation.label } : { ...citation, url: value })
            }
          />
        )}
      </Field>
    </>
  );
}
