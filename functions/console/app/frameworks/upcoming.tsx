import { line } from "../parts/format.ts";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

/** What starts or ends to apply from now on, by day. */
export function Upcoming({ rules }: { rules: readonly Item<"listRules">[] }) {
  const today = new Date().toISOString().slice(0, 10);
  const events = rules
    .flatMap(({ use_case_id, title, applies_from, applies_until }) => [
      ...(applies_from && applies_from > today
        ? [{ use_case_id, title, day: applies_from, text: t.starts(applies_from) }]
        : []),
      ...(applies_until && applies_until >= today
        ? [{ use_case_id, title, day: applies_until, text: t.ends(applies_until) }]
        : []),
    ])
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  return (
    <section>
      <h2>{t.upcoming}</h2>
      {events.length === 0 && <p class="soft">{t.nothingUpcoming}</p>}
      <ul>
        {events.map(({ use_case_id, title, text }) => (
          <li key={use_case_id + text}>
            {line(title)}: {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
