import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { NamedRule } from "../parts/named-rule.tsx";
import { Compared } from "../parts/rule-text.tsx";
import { type Answer, call, type Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

export type Plan = Answer<"putRules">;
export type Rules = GivenRule[];

/** Imports rules, or only reports what an import would do. */
export const putRules = (
  framework_id: string,
  rules: Rules,
  isTry: boolean,
): Promise<Outcome<Plan>> =>
  call("putRules", {
    params: { framework_id },
    query: isTry ? { dry_run: "true" } : {},
    body: { rules },
  });

interface Previewed {
  plan: Plan;
  /** The rules as they were given. */
  rules: Rules;
  /** The texts for importing a file, or for editing one rule. */
  says: typeof t.importing | typeof t.editing;
  /** The controls that carry it out. */
  children: ComponentChildren;
}

/** What an import, or an edit, will do, rule by rule. */
export function Preview({ plan, rules, says, children }: Previewed) {
  const given = new Map(rules.map((rule) => [rule.use_case_id, rule]));
  const changes = (plan.rules ?? []).filter(({ fields }) => fields.length > 0);
  const hits = [...new Set(changes.flatMap(({ approvals_hit }) => approvals_hit))];
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{says.title}</h2>
      <p>
        {changes.length === 0
          ? says.nothing
          : says.counts(plan.created, plan.updated, plan.unchanged)}
      </p>
      {changes.length > 0 && (
        <>
          <p>{says.hits(hits.length)}</p>
          {changes.map(({ use_case_id, change, fields, approvals_hit }) => (
            <details key={use_case_id} class="rule">
              <summary>
                <NamedRule
                  citation={given.get(use_case_id)?.citations[0]?.label}
                  title={given.get(use_case_id)?.title ?? ""}
                />{" "}
                <code class="soft">{line(use_case_id)}</code>{" "}
                <Badge tone={change === "created" ? "sound" : "warn"}>{t.changes[change]}</Badge>
              </summary>
              <Compared fields={fields} beforeName={t.before} afterName={t.after} />
              {approvals_hit.map((review, at) => (
                <p key={review}>
                  <Link href={`/reviews/${review}`}>{t.hitLink(at + 1, approvals_hit.length)}</Link>
                </p>
              ))}
            </details>
          ))}
          <div class="actions">{children}</div>
        </>
      )}
    </section>
  );
}
