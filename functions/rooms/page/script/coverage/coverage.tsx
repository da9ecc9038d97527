import { useEffect, useMemo, useState } from "preact/hooks";
import { endOfDay } from "#shared/domain/frameworks/days.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { Outcome } from "../api.ts";
import { Mark, Trouble } from "../basics.tsx";
import { dayOf, line } from "../format.ts";
import { type Coverage, type Room, type Rule, readCoverage } from "../room.ts";
import { t } from "../texts.ts";
import { lawDaysOf, spanOf } from "./days.ts";
import { TimeLine } from "./time-line.tsx";

type Status = keyof typeof t.statuses;
type Row = Coverage["rules"][number];

/** A slider passes many days as it moves. Only the day where it rests is requested. */
const SETTLE_MS = 350;

/** What was approved on a given day, with the wording and the law of that day. */
export function CoverageOfDay({ room }: { room: Room }) {
  const today = new Date().toISOString().slice(0, 10);
  const [book, setBook] = useState(room.frameworks[0]?.id ?? "");
  const [day, setDay] = useState(today);
  const rules = useMemo(
    () => room.rules.filter(({ framework_id }) => framework_id === book),
    [room, book],
  );
  const lawDays = useMemo(() => lawDaysOf(rules), [rules]);
  const span = useMemo(() => spanOf(lawDays, room.reviews, today), [lawDays, room, today]);
  const { coverage, again } = useCoverage(book, day);
  return (
    <>
      <h2>{t.coverage.title}</h2>
      <p>{t.coverage.lead}</p>
      {room.frameworks.length > 1 && (
        <p>
          <label for="book">{t.coverage.book}</label>{" "}
          <select
            id="book"
            value={book}
            onChange={({ currentTarget }) => setBook(currentTarget.value)}
          >
            {room.frameworks.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {line(display_name)}
              </option>
            ))}
          </select>
        </p>
      )}
      <TimeLine lawDays={lawDays} span={span} today={today} day={day} onDay={setDay} />
      <h3>{t.coverage.summary(dayOf(day))}</h3>
      <p role="status">{coverage === null ? t.coverage.loading : totalsText(coverage)}</p>
      {coverage !== null && coverage.kind !== "done" && (
        <Trouble failure={coverage} onAgain={again} />
      )}
      {coverage?.kind === "done" && <Table rows={coverage.body.rules} rules={rules} />}
    </>
  );
}

function totalsText(coverage: Outcome<Coverage>): string {
  if (coverage.kind !== "done") return "";
  const { totals, rules } = coverage.body;
  const parts = (Object.keys(t.statuses) as Status[])
    .filter((status) => (totals[status] ?? 0) > 0)
    .map((status) => `${t.statuses[status][1].toLowerCase()}: ${totals[status]}`);
  return `${countOf(rules.length, "rule")}: ${parts.join("; ") || t.evidence.none}.`;
}

/** The coverage of a book on a day. Another one's coverage never appears under its heading. */
function useCoverage(book: string, day: string) {
  const key = `${book} ${day}`;
  const [read, setRead] = useState<{ key: string; outcome: Outcome<Coverage> } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (book === "") return;
    let isCurrent = true;
    const put = (outcome: Outcome<Coverage>) => {
      if (isCurrent) setRead({ key, outcome });
    };
    setRead(null);
    const timer = setTimeout(
      () => readCoverage(book, endOfDay(day)).then(put, () => put({ kind: "unreachable" })),
      SETTLE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, attempt]);
  return {
    coverage: read?.key === key ? read.outcome : null,
    again: () => setAttempt(attempt + 1),
  };
}

function Table({ rows, rules }: { rows: readonly Row[]; rules: readonly Rule[] }) {
  const titles = new Map(rules.map(({ use_case_id, title }) => [use_case_id, title]));
  return (
    <table>
      <caption class="vh">{t.coverage.title}</caption>
      <thead>
        <tr>
          {t.coverage.columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ use_case_id, status, in_force, decided_at }) => (
          <tr key={use_case_id}>
            <th scope="row">{line(titles.get(use_case_id) ?? use_case_id)}</th>
            <td data-name={t.coverage.columns[1]}>
              <Mark mark={t.statuses[status]} is={status} />
            </td>
            <td data-name={t.coverage.columns[2]}>{t.laws[in_force]}</td>
            <td data-name={t.coverage.columns[3]}>
              {decided_at === null ? "–" : <time dateTime={decided_at}>{dayOf(decided_at)}</time>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
