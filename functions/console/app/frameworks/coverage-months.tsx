import { dayText } from "#shared/domain/standing/day-text.ts";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { Table } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, type Outcome } from "../shell/client.ts";
import { type Loaded, useLoad } from "../shell/load.ts";
import { statuses } from "./coverage-marks.tsx";
import { t } from "./texts.ts";

type Totals = Answer<"getCoverage">["totals"];

/** The book's totals at the beginning of a month, or now. */
interface Point {
  day: string;
  totals: Totals;
}

const DAY = 86_400_000;
/** How far ahead dates of the law are drawn, in days. */
const DAYS_AHEAD = 395;

/**
 * The totals at the beginning of a day's month and of the five months before it, oldest first. The
 * service stores them for the beginning of a month; for any other instant it would have to compute
 * them.
 */
export const useMonths = (id: string, day: string) => {
  const month = `${day.slice(0, 7)}-01T00:00:00.000Z`;
  return useLoad(`months ${id} ${month}`, async (): Promise<Outcome<Point[]>> => {
    const outcome = await call("getCoverage", {
      params: { framework_id: id },
      query: { view: "months", as_of: month },
    });
    if (outcome.kind !== "done") return outcome;
    const { months = [], ...last } = outcome.body;
    return {
      ...outcome,
      body: [...months, last].map(({ as_of, totals }) => ({ day: as_of.slice(0, 10), totals })),
    };
  });
};

/** The book's totals month by month, with the dates of the law, numbered as in the list below. */
export function Months(props: {
  months: Loaded<Point[]>;
  now: Point;
  /** The days on which the law changes, in the list's order. */
  days: readonly string[];
}) {
  const { day } = props.now;
  const points = [...(props.months.data ?? []).filter((month) => month.day < day), props.now];
  return (
    <section aria-labelledby="months">
      <h2 id="months">{t.overTime}</h2>
      <Pending of={props.months} />
      {props.months.data && (
        <>
          <Picture points={points} days={props.days} />
          <ul class="legend fine">
            {statuses.toReversed().map((status) => (
              <li key={status}>
                <svg class={`swatch ${ruleTones[status]}`} aria-hidden="true">
                  <rect class="band" width="100%" height="100%" />
                </svg>{" "}
                {t.statuses[status]}
              </li>
            ))}
            <li>{t.lawLines}</li>
          </ul>
          <details>
            <summary>{t.asTable}</summary>
            <Table
              name={t.overTime}
              columns={[
                [t.day, (one: Point) => dayText(one.day)] as const,
                ...statuses.map(
                  (status) =>
                    [
                      t.statuses[status],
                      ({ totals }: Point) => totals[status] ?? 0,
                      "number",
                    ] as const,
                ),
              ]}
              rows={points}
              keyOf={(one) => one.day}
            />
          </details>
        </>
      )}
    </section>
  );
}

const HEIGHT = 200;
const TOP = 24;
const BOTTOM = HEIGHT - 22;

/** The bands are drawn in these units and stretched to the width there is. */
const UNITS = { x: 1000, y: 100 };

function Picture({ points, days }: { points: readonly Point[]; days: readonly string[] }) {
  const first = Date.parse(points[0]?.day ?? "");
  const now = points.at(-1)?.day ?? "";
  const last = Date.parse(now) + DAYS_AHEAD * DAY;
  const share = (day: string): number => (Date.parse(day) - first) / (last - first);
  const at = (day: string): string => `${(100 * share(day)).toFixed(2)}%`;
  const most = Math.max(1, ...points.map(({ totals }) => sumOf(totals)));
  const y = (count: number): number => UNITS.y * (1 - count / most);
  const drawn = days
    .map((day, index) => ({ day, number: index + 1 }))
    .filter(({ day }) => share(day) >= 0 && share(day) <= 1);
  const text = t.pictureOf(
    points.map(({ day, totals }) =>
      t.pointOf(dayText(day), totals.approved_live ?? 0, sumOf(totals)),
    ),
  );
  return (
    <svg class="months" width="100%" height={HEIGHT} role="img" aria-label={text}>
      <title>{text}</title>
      <Patterns />
      <svg
        aria-hidden="true"
        y={TOP}
        width="100%"
        height={BOTTOM - TOP}
        viewBox={`0 0 ${UNITS.x} ${UNITS.y}`}
        preserveAspectRatio="none"
      >
        {bandsOf(points).map(({ status, below, above }) => {
          const edge = (counts: readonly number[]): string[] =>
            points.map(({ day }, i) => `${UNITS.x * share(day)},${y(counts[i] ?? 0)}`);
          const [top, bottom] = [y(above.at(-1) ?? 0), y(below.at(-1) ?? 0)];
          return (
            <g key={status} class={ruleTones[status]}>
              <polygon
                class="band"
                points={[...edge(above), ...edge(below).toReversed()].join(" ")}
              />
              <rect
                class="band ahead"
                x={UNITS.x * share(now)}
                y={top}
                width={UNITS.x * (1 - share(now))}
                height={bottom - top}
              />
            </g>
          );
        })}
      </svg>
      <line class="base" x2="100%" y1={BOTTOM} y2={BOTTOM} />
      <line class="now" x1={at(now)} x2={at(now)} y1={TOP - 6} y2={BOTTOM + 4} />
      <text class="axis" y={HEIGHT - 5}>
        {dayText(points[0]?.day ?? now)}
      </text>
      <text class="axis" x={at(now)} y={HEIGHT - 5} text-anchor="middle">
        {t.today}
      </text>
      {drawn.map(({ day, number }) => (
        <g key={day}>
          <line class="law" x1={at(day)} x2={at(day)} y1={TOP - 6} y2={BOTTOM} />
          <text class="axis" x={at(day)} y={TOP - 10} text-anchor="middle">
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}

const sumOf = (totals: Totals): number =>
  statuses.reduce((sum, status) => sum + (totals[status] ?? 0), 0);

/** For each status the numbers below and above its band, at each point. */
function bandsOf(points: readonly Point[]) {
  let below = points.map(() => 0);
  return statuses.map((status: RuleStatus) => {
    const band = {
      status,
      below,
      above: points.map(({ totals }, i) => (below[i] ?? 0) + (totals[status] ?? 0)),
    };
    below = band.above;
    return band;
  });
}

/** A texture for each tone, so that people can tell the bands apart without colour. */
const Patterns = () => (
  <defs>
    {(
      [
        ["warn", "M0 8L8 0"],
        ["bad", "M0 0L8 8M0 8L8 0"],
        ["wait", "M0 4H8"],
        ["quiet", "M4 4h1"],
      ] as const
    ).map(([tone, path]) => (
      <pattern key={tone} id={`band-${tone}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect class={`fill ${tone}`} width="8" height="8" />
        <path class="texture" d={path} />
      </pattern>
    ))}
  </defs>
);
