import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { faultSentence } from "../parts/faults.ts";
import { SelectInput, TextInput } from "../parts/field.tsx";
import { fieldNames, type RuleField } from "../parts/field-names.ts";
import { t } from "./texts.ts";

interface Props {
  rule: GivenRule;
  isNew: boolean;
  fault: (field: string) => string | null;
  onChange: (rule: GivenRule) => void;
}

type Citation = GivenRule["citations"][number];

type Written = "use_case_id" | "title" | "customer_description_preview" | "suggested_verdict_copy";
type Optional =
  | "risk_level"
  | "applies_from"
  | "applies_until"
  | "source_status"
  | "source_read_on";

/** The rule with one field set; an empty optional field is left out. */
function withField(rule: GivenRule, field: RuleField, value: unknown): GivenRule {
  const { [field]: _, ...rest } = rule;
  return (value === "" || value === null ? rest : { ...rest, [field]: value }) as GivenRule;
}

/** The fields of one rule, each with its fault. */
export function RuleFields({ rule, isNew, fault, onChange }: Props) {
  const named = (name: RuleField) => ({
    name: `rules.0.${name}`,
    label: fieldNames[name],
    fault: fault(name),
  });
  const shown = (name: Written) => ({
    ...named(name),
    value: rule[name] ?? "",
    spellcheck: name !== "use_case_id",
    onInput: (value: string) => onChange({ ...rule, [name]: value }),
  });
  const optional = (name: Optional) => ({
    ...named(name),
    isOptional: true,
    value: rule[name] ?? "",
    onInput: (value: string) => onChange(withField(rule, name, value)),
    onChoose: (value: string) => onChange(withField(rule, name, value)),
  });
  const { none, ...sources } = t.sources;
  return (
    <>
      {isNew && <TextInput {...shown("use_case_id")} hint={t.ruleIdHint} />}
      <TextInput {...shown("title")} />
      <Citations
        citations={rule.citations}
        fault={fault("citations")}
        onChange={(citations) => onChange({ ...rule, citations })}
      />
      <TextInput {...shown("customer_description_preview")} rows={7} />
      <TextInput {...shown("suggested_verdict_copy")} rows={7} />
      <SelectInput
        {...optional("risk_level")}
        options={[["", t.noRisk], ...Object.entries(t.risks)]}
      />
      <TextInput {...optional("applies_from")} type="date" />
      <TextInput {...optional("applies_until")} type="date" />
      <OneCitation
        name={fieldNames.amended_by}
        citation={rule.amended_by ?? { label: "" }}
        fault={fault("amended_by")}
        path="rules.0.amended_by"
        onChange={(one) =>
          onChange(withField(rule, "amended_by", one.label === "" && !one.url ? null : one))
        }
      />
      <SelectInput
        {...optional("source_status")}
        options={[["", none], ...Object.entries(sources)]}
        hint={t.sourceHint}
      />
      <TextInput {...optional("source_read_on")} type="date" />
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
      {props.fault && <p class="fault">{faultSentence(fieldNames.citations, props.fault)}</p>}
      {citations.map((citation, at) => (
        <div key={at} class="citation">
          <OneCitation
            name={t.citation(at + 1)}
            citation={citation}
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
  fault?: string | null;
  path: string;
  onChange: (citation: Citation) => void;
}) {
  const { name, citation, fault, path, onChange } = props;
  return (
    <>
      <TextInput
        name={`${path}.label`}
        label={name}
        fault={fault}
        value={citation.label}
        spellcheck
        onInput={(label) => onChange({ ...citation, label })}
      />
      <TextInput
        name={`${path}.url`}
        label={t.addressOf(name)}
        isOptional
        type="url"
        value={citation.url ?? ""}
        onInput={(url) => onChange(url === "" ? { label: citation.label } : { ...citation, url })}
      />
    </>
  );
}
