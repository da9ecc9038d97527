import { Fragment } from "preact";
import { Link } from "wouter-preact";
import { countOfKind } from "#shared/domain/console/work.ts";
import { inDays } from "#shared/domain/frameworks/days.ts";
import { dayText, instantText } from "#shared/domain/standing/day-text.ts";
import { today } from "../parts/answer.tsx";
import { Badge, Mark, Time } from "../parts/basics.tsx";
import { localTime } from "../parts/format.ts";
import { t } from "./texts.ts";
import type { Entry } from "./work.ts";

interface Looked {
  kind: keyof typeof t.kinds;
  count: number;
  is_more: boolean;
}

/**
 * What to do next, and what was looked at. Only together with that list may it say that all is clear.
 */
export function Todo({
  entries,
  looked,
}: {
  entries: readonly Entry[];
  looked: readonly Looked[];
}) {
  return (
    <section id="do-next">
      <h2>{entries.length === 0 ? t.clear : t.doNext}</h2>
      {entries.length === 0 ? (
        <>
          <p>{t.clearWords(looked.length)}</p>
          <LookedAt looked={looked} />
        </>
      ) : (
        <>
          <ol class="todo">
            {entries.map((entry) => (
              <Item key={entry.key} entry={entry} />
            ))}
          </ol>
          <Unnamed entries={entries} looked={looked} />
          <details>
            <summary>{t.looked(looked.length)}</summary>
            <LookedAt looked={looked} />
          </details>
        </>
      )}
    </section>
  );
}

const Item = ({ entry }: { entry: Entry }) => (
  <li>
    <Mark tone={entry.tone} />
    <div>
      <p>
        <strong>{entry.object}</strong> <span class="vh">{t.severities[entry.severity]}: </span>
        {entry.what}
      </p>
      {(entry.why !== null || entry.at !== null) && (
        <p class="soft fine">
          {entry.why}
          {entry.why !== null && entry.at !== null && " · "}
          {entry.at !== null &&
            (entry.due === null ? (
              <Time iso={entry.at} isRelative />
            ) : (
              <>
                {entry.due} <InDays at={entry.at} isLawDay={entry.isLawDay} />
              </>
            ))}
        </p>
      )}
    </div>
    <Act entry={entry} />
  </li>
);

/** The entry's button. The docs are pages of their own. */
function Act({ entry: { to, act, object } }: { entry: Entry }) {
  const says = { class: "button", "data-entry": true, "aria-label": `${act}: ${object}` };
  return to.startsWith("/docs/") ? (
    <a href={to} target="_blank" rel="noreferrer" {...says}>
      {act}
    </a>
  ) : (
    <Link href={to} {...says}>
      {act}
    </Link>
  );
}

/** In how many days a law starts or a request ends, counted as everywhere else. */
function InDays({ at, isLawDay }: { at: string; isLawDay: boolean }) {
  const day = at.slice(0, 10);
  const days = inDays(today(), day);
  return isLawDay ? (
    <time dateTime={day}>
      {days}, {dayText(day)}
    </time>
  ) : (
    <time dateTime={at} title={instantText(at)}>
      {days}
    </time>
  );
}

/** The address of the list of all entries of a kind. */
const lists: Partial<Record<Looked["kind"], string>> = {
  review_expiring: "/reviews?status=pending&stage=due",
  review_expired: "/reviews?status=expired",
  mail_bounced: "/reviews?mail=bounced",
  mail_complained: "/reviews?mail=complained",
  room_question: "/rooms",
  closed_room_question: "/rooms",
};

/** Work that is counted, but too much to be named one by one. */
function Unnamed(props: { entries: readonly Entry[]; looked: readonly Looked[] }) {
  const rest = props.looked.flatMap(({ kind, count, is_more }) => {
    const own = props.entries.filter((entry) => entry.kind === kind);
    const named = kind === "setup" ? own.length : countOfKind(kind, own);
    const words = `${t.kinds[kind]}: ${t.many(count - named, is_more)}`;
    return count > named ? [{ kind, words, list: lists[kind] }] : [];
  });
  return rest.length === 0 ? null : (
    <p>
      {t.unnamed}{" "}
      {rest.map(({ kind, words, list }, index) => (
        <Fragment key={kind}>
          {index > 0 && ", "}
          {list === undefined ? words : <Link href={list}>{words}</Link>}
        </Fragment>
      ))}
    </p>
  );
}

const LookedAt = ({ looked }: { looked: readonly Looked[] }) => (
  <>
    <p class="soft fine">{t.lookedAt(localTime(new Date().toISOString()))}</p>
    <ul class="looked">
      {looked.map(({ kind, count, is_more }) => (
        <li key={kind}>
          <Badge tone={count === 0 ? (is_more ? "quiet" : "sound") : "warn"}>
            {t.kinds[kind]}: {t.many(count, is_more)}
          </Badge>
        </li>
      ))}
    </ul>
  </>
);
