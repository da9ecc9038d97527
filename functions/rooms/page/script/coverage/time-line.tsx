import { rulesBecome } from "#shared/domain/frameworks/law-text.ts";
import { dayOf } from "../format.ts";
import { t } from "../texts.ts";
import { dayAt, daysFrom, type LawDay } from "./days.ts";

interface Props {
  lawDays: readonly LawDay[];
  span: { first: string; last: string };
  today: string;
  day: string;
  onDay: (day: string) => void;
}

/** Lets the reader choose a day on a line of when laws change: by slider, date or law day. */
export function TimeLine({ lawDays, span, today, day, onDay }: Props) {
  const length = daysFrom(span.first, span.last);
  const chosen = Math.min(length, Math.max(0, daysFrom(span.first, day)));
  return (
    <div class="time-line">
      <Picture lawDays={lawDays} span={span} today={today} chosen={chosen} length={length} />
      <input
        type="range"
        min={0}
        max={length}
        value={chosen}
        aria-label={t.coverage.slider}
        aria-valuetext={dayOf(day)}
        onInput={({ currentTarget }) => onDay(dayAt(span.first, Number(currentTarget.value)))}
      />
      <p class="ends soft fine" aria-hidden="true">
        <span>{dayOf(span.first)}</span>
        <span>{dayOf(span.last)}</span>
      </p>
      <p class="actions">
        <label for="day">{t.coverage.day}</label>
        <input
          id="day"
          type="date"
          value={day}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") onDay(currentTarget.value);
          }}
        />
        <button type="button" class="small" onClick={() => onDay(today)}>
          {t.coverage.today}
        </button>
      </p>
      <ul class="law-days">
        {lawDays.map((one) => (
          <li key={one.day}>
            <button
              type="button"
              class="small"
              aria-pressed={one.day === day}
              onClick={() => onDay(one.day)}
            >
              {dayOf(one.day)}
            </button>{" "}
            <span class="soft">{lawDayText(one)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const lawDayText = ({ changes }: LawDay): string =>
  changes.map(({ to, rules }) => rulesBecome(rules, to)).join("; ");

/** How many rules begin to apply on a day, and how many change in any other way. */
const countsOn = ({ changes }: LawDay) => {
  const count = (are: typeof changes) => are.reduce((sum, { rules }) => sum + rules, 0);
  return {
    begins: count(changes.filter(({ to }) => to === "in_force")),
    others: count(changes.filter(({ to }) => to !== "in_force")),
  };
};

const WIDTH = 1000;
const BASE = 44;

/** Draws the line: laws that begin above it, other changes below it, today, and the chosen day. */
function Picture({
  lawDays,
  span,
  today,
  chosen,
  length,
}: Pick<Props, "lawDays" | "span" | "today"> & { chosen: number; length: number }) {
  const at = (days: number): number => (days / length) * WIDTH;
  const counts = lawDays.map((one) => ({ day: one.day, ...countsOn(one) }));
  const most = Math.max(1, ...counts.map(({ begins, others }) => Math.max(begins, others)));
  const heightOf = (n: number): number => (n === 0 ? 0 : 8 + (n / most) * 28);
  const now = at(daysFrom(span.first, today));
  return (
    <svg
      class="laws"
      viewBox={`0 0 ${WIDTH} 72`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.coverage.line}
    >
      <rect class="until" x="0" y={BASE - 1} width={at(chosen)} height="3" />
      <path class="base" d={`M0 ${BASE}H${WIDTH}`} />
      {counts.map(({ day, begins, others }) => {
        const x = at(daysFrom(span.first, day));
        return (
          <g key={day}>
            {begins > 0 && <path class="begins" d={`M${x} ${BASE}v-${heightOf(begins)}`} />}
            {others > 0 && <path class="ends" d={`M${x} ${BASE}v${heightOf(others) / 2}`} />}
          </g>
        );
      })}
      <path class="today" d={`M${now} 2V70`} />
      <path class="chosen" d={`M${at(chosen)} ${BASE - 10}V${BASE + 10}`} />
    </svg>
  );
}
