import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { differencesOf } from "#shared/domain/text/differences.ts";
import { visible } from "#shared/domain/text/text.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "../shell/texts.ts";
import { Side } from "./differences.tsx";
import { fieldName, fieldNames, type RuleField } from "./field-names.ts";
import { line } from "./format.ts";
import { WebLink } from "./web-link.tsx";

type Stored = Answer<"getRule">["versions"][number]["content"];
export type Rule = Stored;
const citation = ({ label, url }: { label: string; url?: string | undefined }): string =>
  url ? `${label} (${url})` : label;

/** A field's value as text; empty if it is absent. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => fieldText(one)).join("\n");
  if (typeof value === "object" && "label" in value) return citation(value as { label: string });
  return JSON.stringify(value);
}

/** The fields in which two rules differ, in the order in which they are shown. */
export const changedFields = (before: Partial<GivenRule>, after: GivenRule) =>
  (Object.keys(fieldNames) as RuleField[])
    .filter((field) => fieldText(before[field]) !== fieldText(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

/** The rule as counsel reads it. */
export const RuleText = ({ rule }: { rule: Rule }) => (
  <article class="rule">
    <h3>{line(rule.title)}</h3>
    <p class="soft">
      <code>{line(rule.use_case_id)}</code>
      {rule.risk_level && ` · ${line(rule.risk_level)}`}
    </p>
    <ul>
      {rule.citations.map(({ label, url }, index) => (
        <li key={index}>
          <WebLink url={url ?? ""} label={label} />
        </li>
      ))}
    </ul>
    <h4>{fieldNames.customer_description_preview}</h4>
    <div class="text">{visible(rule.customer_description_preview)}</div>
    <h4>{fieldNames.suggested_verdict_copy}</h4>
    <div class="text">{visible(rule.suggested_verdict_copy)}</div>
  </article>
);

/** The fields of a rule that differ, side by side. */
export function Compared(props: {
  fields: readonly { field: string; before: unknown; after: unknown }[];
  beforeName: string;
  afterName: string;
}) {
  return (
    <>
      {props.fields.map(({ field, before, after }) => {
        const [was, is] = [fieldText(before), fieldText(after)];
        const pieces = differencesOf(was, is);
        const side = (text: string, which: "before" | "after") =>
          text === "" ? <p class="soft">{t.none}</p> : <Side pieces={pieces} side={which} />;
        return (
          <section key={field} class="compared">
            <h3>{fieldName(field)}</h3>
            <div class="columns">
              <div>
                <p class="soft fine">{props.beforeName}</p>
                {side(was, "before")}
              </div>
              <div>
                <p class="soft fine">{props.afterName}</p>
                {side(is, "after")}
              </div>
            </div>
          </section>
        );
      })}
    </>
  );
}
