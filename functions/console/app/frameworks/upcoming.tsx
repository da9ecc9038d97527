import { Link } from "wouter-preact";
import { line } from "../parts/format.ts";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;

/** Future changes: each day on which rules start or cease to apply, with those rules. */
function upcomingOf(rules: readonly LiveRule[]): (readonly [string, readonly LiveRule[]])[] {
  const today = new Date().toISOString().slice(0, 10);
  const days = new Map<string, { day: string; rules: LiveRule[] }>();
  const note = (day: string, text: string, rule: LiveRule) => {
    const known = days.get(text) ?? { day, rules: [] };
    known.rules.push(rule);
    days.set(text, known);
  };
  for (const rule of rules) {
    const { applies_from: from, applies_until: until } = rule;
    if (from && from > today) note(from, t.starts(from), rule);
    if (until && until >= today) note(until, t.ends(until), rule);
  }
  return [...days]
    .sort(([, a], [, b]) => (a.day < b.day ? -1 : 1))
    .map(([text, { rules: those }]) => [text, those]);
}

export function Upcoming({ rules }: { rules: readonly LiveRule[] }) {
  const upcoming = upcomingOf(rules);
  return (
    <section>
      <h2>{t.upcoming}</h2>
      {upcoming.length === 0 && <p class="soft">{t.nothingUpcoming}</p>}
      {upcoming.map(([text, those]) => (
        <section key={text}>
          <h3>
            {text} <span class="soft fine">{t.rules(those.length)}</span>
          </h3>
          <ul class="columns">
            {those.map(({ framework_id, use_case_id, title }) => (
              <li key={use_case_id}>
                <Link href={`/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}`}>
                  {line(title)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
