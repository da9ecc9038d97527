import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { requestAt, ruleAt } from "../parts/addresses.ts";
import { Badge, LinkButton } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { statusTones } from "../parts/states.tsx";
import type { Answer, Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./panel-texts.ts";

export type Found = Answer<"getPanel">;
export type PanelRow = Item<"getPanelAudit">;
type Objection = Item<"listObjections">;
type Rule = Found["rules"][number];

const isApproved = ({ outcome }: Rule): boolean =>
  outcome === "approved" || outcome === "approved_with_changes";

/** Each rule's state in the panel, refused rules first, with counsel's remarks and the next step. */
export function PanelRules({ panel }: { panel: Found }) {
  const { framework_id, rules } = panel;
  const isRefused = rules.some((rule) => rule.outcome !== null && !isApproved(rule));
  const objections = useAll("listObjections", isRefused ? { query: { framework_id } } : null);
  const members = new Set(panel.members.map(({ review_id }) => review_id));
  const said = (id: string) =>
    objections.data?.find((one) => one.use_case_id === id && members.has(one.review_id));
  const named = rules.map((rule, i) => ({ rule, name: panel.rule_names[i] ?? rule.use_case_id }));
  return (
    <section>
      <h2>{t.rules}</h2>
      <ul class="plain">
        {named
          .toSorted((a, b) => Number(isApproved(a.rule)) - Number(isApproved(b.rule)))
          .map(({ rule, name }) => (
            <OneRule
              key={rule.use_case_id}
              panel={panel}
              rule={rule}
              name={name}
              said={said(rule.use_case_id)}
            />
          ))}
      </ul>
    </section>
  );
}

function OneRule(props: { panel: Found; rule: Rule; name: string; said: Objection | undefined }) {
  const { panel, rule, name, said } = props;
  const { framework_id } = panel;
  const { use_case_id, outcome, approvals, refusals } = rule;
  const address = ruleAt(framework_id, use_case_id);
  return (
    <li>
      <p class="row">
        <Link href={address}>{line(name)}</Link>
        <Badge tone={outcome === null ? "wait" : statusTones[outcome]}>
          {outcome === null ? t.undecidedYet : t.statuses[outcome]}
        </Badge>
        <span class="soft fine">{t.votes(approvals, refusals)}</span>
      </p>
      {said?.text && <blockquote class="text narrow">{visible(said.text)}</blockquote>}
      {said && (
        <p class="soft fine">
          <Link href={`/reviews/${said.review_id}`}>{line(said.counsel.display_name)}</Link>
          {said.amended && ` · ${t.amended}`}
        </p>
      )}
      {outcome !== null && !isApproved(rule) && (
        <p class="row">
          <LinkButton to={`${address}/edit`} label={t.amend} isSmall />
          <LinkButton
            to={requestAt({ framework_id, rules: use_case_id })}
            label={t.again}
            isSmall
          />
        </p>
      )}
    </li>
  );
}
