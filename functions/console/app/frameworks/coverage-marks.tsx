import { percentApproved } from "#shared/domain/standing/coverage.ts";
import { Badge, Mark } from "../parts/basics.tsx";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

/** A rule in the report. */
export type Row = NonNullable<Answer<"getCoverage">["outline"]>[number];

export const statuses = Object.keys(t.statuses) as RuleStatus[];

/** The shape of a rule's status. */
export const Marks = ({ status }: Pick<Row, "status">) => <Mark tone={ruleTones[status]} />;

/** A rule's status in words. */
export const stateText = ({ status }: Pick<Row, "status">): string => t.statuses[status];

/** Every status with its shape, its word and its number of rules. */
export function Legend({ rows }: { rows: readonly Row[] }) {
  const standing = rows.filter(({ in_force }) => in_force !== "ended");
  const approved = standing.filter(({ status }) => status === "approved_live").length;
  return (
    <>
      <p class="share">
        <strong>{standing.length === 0 ? "–" : `${percentApproved(standing)} %`}</strong>{" "}
        {t.approvedOf(approved, standing.length)}
      </p>
      <ul class="legend" aria-label={t.legend}>
        {statuses.map((status) => (
          <li key={status}>
            <Badge tone={ruleTones[status]}>{t.statuses[status]}</Badge>{" "}
            <strong>{rows.filter((row) => row.status === status).length}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
