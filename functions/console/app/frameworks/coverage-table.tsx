import { useLayoutEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Empty, Time } from "../parts/basics.tsx";
import { csvOfRows, download } from "../parts/download.ts";
import { fieldName } from "../parts/field-names.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { OpenBeside } from "../parts/open-beside.tsx";
import { Search } from "../parts/search.tsx";
import { type Columns, Entry, Table, useFilters } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import type { Row } from "./coverage-marks.tsx";
import { ReviewState } from "./objections.tsx";
import { t } from "./texts.ts";

type Event = Answer<"getEnforcement">["events"][number];

const MOST_ROWS = 200;
/** A table of so many rules is rendered while it is folded, so that it is on paper. */
const MOST_FOLDED = 100;

/** Every rule in the order of the act as a table, folded, with a search. */
export function RuleTable(props: {
  id: string;
  rows: readonly Row[];
  events: readonly Event[];
  asOf: string;
}) {
  const { id, rows } = props;
  const filters = useFilters(["search"]);
  const { search } = filters.values;
  const [isOpen, setOpen] = useState(search !== "");
  const [most, setMost] = useState(MOST_ROWS);
  useLayoutEffect(() => setMost(MOST_ROWS), [search]);
  const asked = rows.map((row) => ({
    ...row,
    citations: row.citation === null ? [] : [{ label: row.citation }],
  }));
  const shown = findRulesBy(asked, search);
  return (
    <details
      class="whole"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{t.tableOf(rows.length)}</summary>
      {(isOpen || rows.length <= MOST_FOLDED) && (
        <>
          <search class="filters">
            <Search of={filters} name="search" label={t.search} />
          </search>
          <p class="row">
            <button
              type="button"
              onClick={() =>
                download(`coverage-${id}-${props.asOf.slice(0, 10)}.csv`, csvOf(rows, props.asOf))
              }
            >
              {t.csv}
            </button>
          </p>
          {shown.length === 0 ? (
            <Empty>{t.noneFits}</Empty>
          ) : (
            <Table
              name={t.coverage}
              columns={columnsOf<Row>((row) => ({
                id,
                row,
                event: props.events.find((event) => event.id === row.event_id) ?? null,
              }))}
              rows={shown.slice(0, most)}
              keyOf={({ use_case_id }) => use_case_id}
            />
          )}
          {shown.length > most && (
            <button type="button" onClick={() => setMost(most + 5 * MOST_ROWS)}>
              {t.moreRows(shown.length - most)}
            </button>
          )}
        </>
      )}
    </details>
  );
}

/** A rule with its book, and the event that decides whether its law applies, if there is one. */
interface Placed {
  id: string;
  row: Row;
  event: Event | null;
}

/** The columns of a table of rules. @param at where each of its rows is */
export const columnsOf = <T,>(at: (one: T) => Placed): Columns<T> => [
  [
    t.columns.rule,
    (one) => {
      const { id, row } = at(one);
      return (
        <Entry
          to={ruleAt(id, row.use_case_id)}
          note={row.citation !== null && provisionOf(line(row.citation))}
        >
          {line(row.title)}
        </Entry>
      );
    },
  ],
  [
    t.columns.status,
    (one) => {
      const { row } = at(one);
      return (
        <>
          <ReviewState status={row.status} objection={row.objection} />
          {row.status !== "pending" && <OpenBeside row={row} />}
        </>
      );
    },
  ],
  [
    t.columns.law,
    (one) => {
      const { row, event } = at(one);
      return <LawState in_force={row.in_force} enforcement={event} />;
    },
  ],
  [t.columns.decided, (one) => <Decided row={at(one).row} />],
  [
    t.columns.changed,
    (one) =>
      at(one)
        .row.changed.map((field) => fieldName(field))
        .join(", ") || "–",
  ],
];

/** The decision that counts, or what waits for one. */
function Decided({ row }: { row: Row }) {
  const { review_id, panel_id, decided_at } = row;
  if (decided_at === null) return row.status === "pending" ? <OpenBeside row={row} /> : "–";
  const to = panel_id === null ? `/reviews/${review_id}` : `/reviews/panels/${panel_id}`;
  return (
    <Link href={to}>
      <Time iso={decided_at} />
    </Link>
  );
}

const csvOf = (rows: readonly Row[], asOf: string): string =>
  csvOfRows(rows, coverageColumns(asOf));
