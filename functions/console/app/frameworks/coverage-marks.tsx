import { Badge, Mark } from "../parts/basics.tsx";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

/** A rule in the report. */
export type Row = NonNullable<Answer<"getCoverage">["outline"]>[number];

export const statuses = Object.keys(t.statuses) as RuleStatus[];

/** The shape of an objection to resolve, beside that of the status. */
const ObjectionMark = () => (
  <svg class="mark bad" viewBox="0 0 10 10" aria-hidden="true">
    <path d="M1.5 0L5 3.5L8.5 0L10 1.5L6.5 5L10 8.5L8.5 10L5 6.5L1.5 10L0 8.5L3.5 5L0 1.5z" />
  </svg>
);

/** The shapes of a rule's status and of counsel's objection to it. */
export const Marks = ({ status, to_resolve }: Pick<Row, "status" | "to_resolve">) => (
  <>
    <Mark tone={ruleTones[status]} />
    {to_resolve && <ObjectionMark />}
  </>
);

/** A rule's status in words, with counsel's objection. */
export const stateText = ({ status, to_resolve }: Pick<Row, "status" | "to_resolve">): string =>
  to_resolve ? `${t.statuses[status]}, ${t.objectionMark}` : t.statuses[status];

/** Every status with its shape, its word and its number of rules. */
export function Legend({ rows }: { rows: readonly Row[] }) {
  const objections = rows.filter(({ to_resolve }) => to_resolve).length;
  const approved = rows.filter(({ status }) => status === "approved_live").length;
  return (
    <>
      <p class="share">
        <strong>
          {rows.length === 0 ? "–" : `${Math.floor((100 * approved) / rows.length)} %`}
        </strong>{" "}
        {t.approvedOf(approved, rows.length)}
      </p>
      <ul class="legend" aria-label={t.legend}>
        {statuses.map((status) => (
          <li key={status}>
            <Badge tone={ruleTones[status]}>{t.statuses[status]}</Badge>{" "}
            <strong>{rows.filter((row) => row.status === status).length}</strong>
          </li>
        ))}
        <li>
          <span class="badge">
            <ObjectionMark />
            <span>{t.objectionMark}</span>
          </span>{" "}
          <strong>{objections}</strong>
        </li>
      </ul>
    </>
  );
}
