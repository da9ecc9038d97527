import { articleOf, compareArticles, provisionOf } from "#shared/domain/frameworks/provision.ts";
import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Compared, type Rule, RuleText } from "../parts/rule-text.tsx";
import { Pending } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "./detail-texts.ts";
import type { Pinned, Texts } from "./reviewed-texts.ts";
import { t as words } from "./texts.ts";

type Content = Answer<"getEvidence">["content"];

const articleIn = ({ citations: [own] }: Rule): string => (own ? articleOf(own.label) : "");

/** The rules by article, in the act's order; within an article, in the order of the request. */
const byArticle = (rules: readonly Pinned[]): [string, Pinned[]][] =>
  [...Map.groupBy(rules, articleIn)].sort(([a], [b]) => compareArticles(a, b));

/** The rules counsel read, by article. Only changed rules are open, compared with the live wording. */
export function ReviewedRules(props: {
  texts: Loaded<Texts>;
  content: Content;
  isDecided: boolean;
}) {
  const { texts, content, isDecided } = props;
  const changed = new Map(content.changed.map(({ use_case_id, fields }) => [use_case_id, fields]));
  const groups = byArticle(texts.data?.pinned ?? []);
  return (
    <section>
      <h2>{t.rules}</h2>
      <Pending of={texts} />
      {groups.map(([article, rules]) => (
        <div key={article}>
          {article !== "" && groups.length > 1 && <h3>{line(article)}</h3>}
          {rules.map((rule) => (
            <Reviewed
              key={rule.use_case_id}
              rule={rule}
              fields={changed.get(rule.use_case_id) ?? null}
              live={texts.data?.live.get(rule.use_case_id) ?? null}
              same={isDecided ? t.rulesSame : t.rulesSent}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

/** @param fields the fields in which the live wording differs; null: it does not differ */
function Reviewed(props: {
  rule: Rule;
  fields: readonly string[] | null;
  live: Rule | null;
  same: string;
}) {
  const { rule, fields, live, same } = props;
  const [own] = rule.citations;
  return (
    <details class="rule" open={fields !== null}>
      <summary>
        {own && <strong>{line(provisionOf(own.label))}</strong>} {line(rule.title)}{" "}
        <Badge tone={fields === null ? "sound" : "warn"}>
          {fields === null ? same : t.rulesDiffer}
        </Badge>
      </summary>
      {fields === null ? (
        <RuleText rule={rule} />
      ) : (
        <Differences pinned={rule} live={live} fields={fields} />
      )}
    </details>
  );
}

function Differences(props: { pinned: Rule; live: Rule | null; fields: readonly string[] }) {
  const { pinned, live, fields } = props;
  if (live === null) return <p class="note">{words.gone}</p>;
  const read = (rule: Rule, field: string): unknown => (rule as Record<string, unknown>)[field];
  return (
    <>
      <Compared
        fields={fields.map((field) => ({
          field,
          before: read(pinned, field),
          after: read(live, field),
        }))}
        beforeName={words.pinned}
        afterName={words.live}
      />
      <details>
        <summary>{t.whole}</summary>
        <RuleText rule={pinned} />
      </details>
    </>
  );
}
