import { Link } from "wouter-preact";
import { inDays } from "#shared/domain/frameworks/days.ts";
import type { LawChange } from "#shared/domain/frameworks/enforcement.ts";
import { rulesBecome } from "#shared/domain/frameworks/law-text.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { type CoverageAt, coverageAt, ruleAt } from "../parts/addresses.ts";
import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { lawTones } from "../parts/law-state.tsx";
import { NOT_APPROVED } from "../parts/rule-states.ts";
import { WebLink } from "../parts/web-link.tsx";
import type { Row } from "./coverage-marks.tsx";
import { t } from "./texts.ts";

/** How many rules of a day are named. */
const MAX_NAMED = 100;

/** The days on which the law of some rules changes, in order. */
export const daysOf = (changes: readonly LawChange[]): string[] => [
  ...new Set(changes.map(({ day }) => day)),
];

/** The days on which law starts or ends, numbered as in the picture, and how many rules are not ready. */
export function LawDays(props: {
  id: string;
  /** The day of the report, in days from today. */
  days: number;
  changes: readonly LawChange[];
  rows: readonly Row[];
  /** The day of the report, YYYY-MM-DD. */
  today: string;
}) {
  const rowOf = new Map(props.rows.map((row) => [row.use_case_id, row]));
  const rowsOf = ({ use_case_ids }: LawChange) =>
    use_case_ids.flatMap((rule) => rowOf.get(rule) ?? []);
  const on = (day: string) => props.changes.filter((change) => change.day === day);
  return (
    <section>
      <h2>{t.upcoming}</h2>
      {props.changes.length === 0 && <p class="soft">{t.nothingUpcoming}</p>}
      <ol class="dates">
        {daysOf(props.changes).map((day) => (
          <li key={day}>
            <p>
              <strong>{dayText(day)}</strong> {inDays(props.today, day)}{" "}
              <Readiness
                at={{ framework_id: props.id, days: props.days, starts: day }}
                rows={on(day)
                  .filter(({ to }) => to === "in_force")
                  .flatMap(rowsOf)}
              />
            </p>
            {on(day).map((change) => (
              <OneChange
                key={`${change.from} ${change.to} ${change.event?.id}`}
                id={props.id}
                change={change}
                rows={rowsOf(change)}
              />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How many of the rules that start on a day are not approved; the link opens just those. */
function Readiness({ at, rows }: { at: CoverageAt; rows: readonly Row[] }) {
  const missing = rows.filter(({ status }) => status !== "approved_live").length;
  if (rows.length === 0) return null;
  return (
    <span class="soft">
      {missing === 0 ? (
        t.ready
      ) : (
        <Link href={coverageAt({ ...at, status: NOT_APPROVED })}>{t.notReady(missing)}</Link>
      )}
    </span>
  );
}

function OneChange(props: { id: string; change: LawChange; rows: readonly Row[] }) {
  const { id, change, rows } = props;
  return (
    <details>
      <summary>
        <Badge tone={lawTones[change.to]}>{rulesBecome(rows.length, change.to)}</Badge>
      </summary>
      {change.event && (
        <p class="fine">
          {t.kinds[change.event.kind]}:{" "}
          <WebLink url={change.event.citation_url} label={change.event.authority} />
        </p>
      )}
      <ul class="columns">
        {rows.slice(0, MAX_NAMED).map(({ use_case_id, title }) => (
          <li key={use_case_id}>
            <Link href={ruleAt(id, use_case_id)}>{line(title)}</Link>
          </li>
        ))}
      </ul>
      {rows.length > MAX_NAMED && <p class="soft">{t.andMore(rows.length - MAX_NAMED)}</p>}
    </details>
  );
}
