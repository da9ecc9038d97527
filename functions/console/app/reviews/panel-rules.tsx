import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { requestAt, ruleAt } from "../parts/addresses.ts";
import { Badge, LinkButton } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import type { Answer, Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./panel-texts.ts";
import { panelTones } from "./panels.tsx";

export type Found = Answer<"getPanel">;
export type PanelRow = Item<"getPanelAudit">;
type Objection = Item<"listObjections">;
interface Outcome {
  use_case_id: string;
  outcome: Exclude<Found["status"], "open" | "cancelled">;
}

/** What the panel's result says of each rule; empty while there is none. */
const outcomesIn = (rows: readonly PanelRow[]): Outcome[] =>
  (rows.map(({ context }) => context["rules"]).find(Array.isArray) ?? []) as Outcome[];

const isApproved = ({ outcome }: Outcome): boolean =>
  outcome === "approved" || outcome === "approved_with_changes";

/** What the panel came to for each rule: objections first, with what was said and the way on. */
export function PanelRules({ panel, rows }: { panel: Found; rows: readonly PanelRow[] }) {
  const outcomes = outcomesIn(rows);
  const { framework_id } = panel;
  const isObjected = outcomes.some((one) => !isApproved(one));
  const objections = useAll("listObjections", isObjected ? { query: { framework_id } } : null);
  if (outcomes.length === 0) return null;
  const members = new Set(panel.members.map(({ review_id }) => review_id));
  const said = (id: string) =>
    objections.data?.find((one) => one.use_case_id === id && members.has(one.review_id));
  const work = outcomes.filter((one) => !isApproved(one));
  const approved = outcomes.length - work.length;
  return (
    <section>
      <h2>{t.rules}</h2>
      {approved > 0 && (
        <p>
          <Badge tone="good">{t.approvedRules(approved, outcomes.length)}</Badge>
        </p>
      )}
      <ul class="plain">
        {work.map((one) => (
          <Objected key={one.use_case_id} panel={panel} one={one} said={said(one.use_case_id)} />
        ))}
      </ul>
    </section>
  );
}

function Objected(props: { panel: Found; one: Outcome; said: Objection | undefined }) {
  const { panel, one, said } = props;
  const { framework_id } = panel;
  const rule = ruleAt(framework_id, one.use_case_id);
  return (
    <li>
      <p class="row">
        <Link href={rule}>{said ? line(said.title) : <code>{line(one.use_case_id)}</code>}</Link>
        <Badge tone={panelTones[one.outcome]}>{t.statuses[one.outcome]}</Badge>
      </p>
      {said?.text && <blockquote class="text narrow">{visible(said.text)}</blockquote>}
      {said && (
        <p class="soft fine">
          <Link href={`/reviews/${said.review_id}`}>{line(said.counsel.display_name)}</Link>
          {said.amended && ` · ${t.amended}`}
        </p>
      )}
      <p class="row">
        <LinkButton to={`${rule}/edit`} label={t.amend} isSmall />
        <LinkButton
          to={requestAt({ framework_id, rules: one.use_case_id })}
          label={t.again}
          isSmall
        />
      </p>
    </li>
  );
}
