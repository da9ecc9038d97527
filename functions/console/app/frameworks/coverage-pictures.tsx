import { Link } from "wouter-preact";
import { Mark } from "../parts/basics.tsx";
import { localDate } from "../parts/format.ts";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Answer, Outcome } from "../shell/client.ts";
import { type Loaded, useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

type Report = Answer<"getCoverage">;
/** The instants of the bars over time, in days relative to now. */
const STEPS = [-360, -270, -180, -90, -30, 0];
const order = Object.keys(t.statuses) as RuleStatus[];

/** Every rule of the book as a square, with the colour and shape of its status. */
export const HeatMap = (props: {
  rules: Report["rules"];
  titleOf: (rule: string) => string;
  hrefOf: (rule: string) => string;
}) => (
  <ul class="heat">
    {props.rules.map(({ use_case_id, status }) => {
      const text = `${props.titleOf(use_case_id)}: ${t.statuses[status]}`;
      return (
        <li key={use_case_id}>
          <Link
            href={props.hrefOf(use_case_id)}
            class={`cell ${ruleTones[status]}`}
            title={text}
            aria-label={text}
          >
            <Mark tone={ruleTones[status]} />
          </Link>
        </li>
      );
    })}
  </ul>
);

/** The coverage reports at several instants, for the bars. */
export const useOverTime = (id: string, ask: (days: number) => Promise<Outcome<Report>>) =>
  useLoad(`over time ${id}`, async (): Promise<Outcome<Report[]>> => {
    const outcomes = await Promise.all(STEPS.map((days) => ask(days)));
    const failed = outcomes.find((one) => one.kind !== "done");
    if (failed) return failed;
    return {
      kind: "done",
      body: outcomes.flatMap((one) => (one.kind === "done" ? [one.body] : [])),
    };
  });

/** The totals at several instants, as bars. */
export function OverTime({ reports }: { reports: Loaded<Report[]> }) {
  return (
    <section>
      <h2>{t.overTime}</h2>
      <p class="hint">{t.overTimeHint}</p>
      <Pending of={reports} />
      <ul class="bars">
        {reports.data?.map(({ as_of, totals }, index) => (
          <li key={STEPS[index]}>
            <span class="fine">
              {localDate(index === STEPS.length - 1 ? new Date().toISOString() : as_of)}
            </span>
            <Bar totals={totals} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ totals }: { totals: Report["totals"] }) {
  const all = order.reduce((sum, status) => sum + (totals[status] ?? 0), 0);
  let x = 0;
  const text = order.map((status) => `${t.statuses[status]} ${totals[status] ?? 0}`).join(", ");
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      <rect class="bar-back" width="100" height="8" />
      {order.map((status) => {
        const width = all === 0 ? 0 : (100 * (totals[status] ?? 0)) / all;
        const rect = (
          <rect key={status} class={`fill ${ruleTones[status]}`} x={x} width={width} height="8" />
        );
        x += width;
        return rect;
      })}
    </svg>
  );
}
