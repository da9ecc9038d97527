import { Link } from "wouter-preact";
import { percentApproved } from "#shared/domain/standing/coverage.ts";
import { coverageAt } from "../parts/addresses.ts";
import { Badge, Mark } from "../parts/basics.tsx";
import { isOpen } from "../parts/open-beside.tsx";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { openBeside } from "../parts/rule-texts.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

/** A rule in the report. */
export type Row = NonNullable<Answer<"getCoverage">["outline"]>[number];

export const statuses = Object.keys(t.statuses) as RuleStatus[];

/** The shape for a rule's status, and the shape for an open request beside it. */
export const Marks = ({ row }: { row: Row }) => (
  <>
    <Mark tone={ruleTones[row.status]} />
    {row.status !== "pending" && isOpen(row) && <Mark tone="wait" />}
  </>
);

/** A rule's status in words, and its open requests. */
export const stateText = ({ status, open_holds_wording }: Row): string => {
  const open = openBeside(status, open_holds_wording);
  return t.statuses[status] + (open === null ? "" : `, ${open}`);
};

/**
 * Every status with its shape, its word and its number of rules, which leads to them.
 * @param days the day of the report, in days from today
 */
export function Legend({ id, days, rows }: { id: string; days: number; rows: readonly Row[] }) {
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
            <Link href={coverageAt({ framework_id: id, days, status })} class="plain-link">
              <Badge tone={ruleTones[status]}>{t.statuses[status]}</Badge>{" "}
              <strong>{rows.filter((row) => row.status === status).length}</strong>
            </Link>
          </li>
        ))}
        <li>
          <Link href={coverageAt({ framework_id: id, days, open: "true" })} class="plain-link">
            <Badge tone="wait">{t.openAny}</Badge> <strong>{rows.filter(isOpen).length}</strong>
          </Link>
        </li>
      </ul>
    </>
  );
}
