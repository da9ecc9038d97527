import { useEffect, useState } from "preact/hooks";
import { localDate } from "../parts/format.ts";
import { t } from "./texts.ts";

const DAY = 86_400_000;
/** The slider's reach, in days before and after now. */
const FARTHEST = 730;

export const instantOf = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** Whole days, limited to the slider's reach; 0 for anything that is not a number. */
export const withinReach = (days: number): number =>
  Math.max(-FARTHEST, Math.min(FARTHEST, Math.trunc(days) || 0));

/** Chooses an instant in steps of a day; it takes effect 200 ms after the slider stops. */
export function Slider({ days, onChoose }: { days: number; onChoose: (days: number) => void }) {
  const [value, setValue] = useState(days);
  useEffect(() => {
    if (value === days) return;
    const timer = setTimeout(() => onChoose(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <div class="field narrow">
      <label for="as-of">
        {t.asOf}: <strong>{localDate(instantOf(value))}</strong> ({t.days(value)})
      </label>
      <span class="vh" id="as-of-hint">
        {t.slider}
      </span>
      <input
        id="as-of"
        type="range"
        min={-FARTHEST}
        max={FARTHEST}
        step={1}
        value={value}
        aria-describedby="as-of-hint"
        aria-valuetext={`${localDate(instantOf(value))}, ${t.days(value)}`}
        onInput={({ currentTarget }) => setValue(currentTarget.valueAsNumber)}
      />
      <div class="ends fine soft">
        {[-FARTHEST, 0, FARTHEST].map((end) => (
          <span key={end}>{end === 0 ? t.today : localDate(instantOf(end))}</span>
        ))}
      </div>
    </div>
  );
}
