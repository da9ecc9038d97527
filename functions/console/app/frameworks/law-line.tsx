import { Link } from "wouter-preact";
import type { EnforcementEvent, LawChange } from "#shared/domain/frameworks/enforcement.ts";
import { EVER, lawChanges } from "#shared/domain/frameworks/enforcement.ts";
import { rulesBecome } from "#shared/domain/frameworks/law-text.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Badge } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { lawTones } from "../parts/law-state.tsx";
import { Pending } from "../parts/trouble.tsx";
import { WebLink } from "../parts/web-link.tsx";
import type { Answer, Item } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;
type State = LiveRule["in_force"];
export type Enforcement = Answer<"getEnforcement">;

const MAX_NAMED = 5;

/** Which law applies now, what changed and will change when, and what stands in its way. */
export function LawLine(props: {
  id: string;
  rules: readonly LiveRule[];
  enforcement: Loaded<Enforcement>;
}) {
  const { id, rules } = props;
  const events: readonly EnforcementEvent[] = props.enforcement.data?.events ?? [];
  const today = new Date().toISOString().slice(0, 10);
  const changes = props.enforcement.data === null ? [] : lawChanges(rules, events, EVER);
  const [past, coming] = [
    changes.filter(({ day }) => day <= today),
    changes.filter(({ day }) => day > today),
  ];
  const next = coming[0];
  const entry = (change: LawChange) => (
    <Change
      key={`${change.day} ${change.from} ${change.to} ${change.event?.id}`}
      id={id}
      change={change}
      rules={rules}
    />
  );
  return (
    <section aria-labelledby="law-line">
      <h2 id="law-line">{t.lawLine}</h2>
      <Pending of={props.enforcement} />
      <ul class="totals">
        {(Object.keys(lawTones) as State[]).map((state) => {
          const count = rules.filter(({ in_force }) => in_force === state).length;
          return count === 0 ? null : (
            <li key={state}>
              <strong>{count}</strong> <Badge tone={lawTones[state]}>{t.inForce[state]}</Badge>
            </li>
          );
        })}
      </ul>
      <p>
        {next === undefined
          ? t.nothingNext
          : t.nextChange(dayText(next.day), rulesBecome(next.use_case_ids.length, next.to))}
      </p>
      {past.length > 0 && (
        <details>
          <summary>{t.pastChanges(past.length)}</summary>
          <ol class="timeline">{past.map(entry)}</ol>
        </details>
      )}
      <ol class="timeline">
        <li>
          <p>
            <strong>{t.today}</strong>, {dayText(today)}
          </p>
        </li>
        {coming.map(entry)}
      </ol>
      {events.length > 0 && <Events events={events} />}
    </section>
  );
}

function Change(props: { id: string; change: LawChange; rules: readonly LiveRule[] }) {
  const { day, from, to, event, use_case_ids } = props.change;
  const titles = new Map(props.rules.map(({ use_case_id, title }) => [use_case_id, title]));
  return (
    <li class={to === "in_force" ? "" : "open"}>
      <p>
        <strong>{dayText(day)}</strong>{" "}
        <Badge tone={lawTones[to]}>{rulesBecome(use_case_ids.length, to)}</Badge>{" "}
        <span class="soft fine">{t.before_(t.inForce[from])}</span>
      </p>
      {event && (
        <p class="fine">
          {t.kinds[event.kind]}: <WebLink url={event.citation_url} label={event.authority} />
          {event.until !== null && `, ${t.untilDay(dayText(event.until))}`}
        </p>
      )}
      <details>
        <summary class="fine">
          {use_case_ids
            .slice(0, MAX_NAMED)
            .map((rule) => line(titles.get(rule) ?? rule))
            .join(", ")}
          {use_case_ids.length > MAX_NAMED && ` ${t.andMore(use_case_ids.length - MAX_NAMED)}`}
        </summary>
        <ul>
          {use_case_ids.map((rule) => (
            <li key={rule}>
              <Link href={ruleAt(props.id, rule)}>{line(titles.get(rule) ?? rule)}</Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** Every recorded event by its day, with its notes. */
const Events = ({ events }: { events: readonly EnforcementEvent[] }) => (
  <details>
    <summary>{t.events(events.length)}</summary>
    <ul class="plain">
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <strong>{dayText(event.on)}</strong>
            {event.until !== null && ` ${t.untilDay(dayText(event.until))}`}: {t.kinds[event.kind]}{" "}
            <code>{line(event.id)}</code>
          </p>
          <p class="fine">
            <WebLink url={event.citation_url} label={event.authority} />.{" "}
            {event.use_case_ids === null ? t.wholeBook : t.rules(event.use_case_ids.length)}
            {event.ends !== null &&
              `. ${t.endsEvents(event.ends.map((one) => line(one)).join(", "))}`}
          </p>
          <p>{line(event.note)}</p>
        </li>
      ))}
    </ul>
  </details>
);
