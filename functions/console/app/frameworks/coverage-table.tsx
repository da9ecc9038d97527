import { useLayoutEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Empty, Time } from "../parts/basics.tsx";
import { csvOfRows, download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { fieldName } from "../parts/rule-text.tsx";
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
  const part = search.toLowerCase();
  const shown = rows.filter(({ use_case_id, title, citation }) =>
    `${use_case_id}\n${title}\n${citation}`.toLowerCase().includes(part),
  );
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
                download(
                  `coverage-${id}-${props.asOf.slice(0, 10)}.csv`,
                  "text/csv",
                  csvOf(rows, props.asOf),
                )
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
              columns={columnsOf(id, props.events)}
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

const columnsOf = (id: string, events: readonly Event[]): Columns<Row> => [
  [
    t.columns.rule,
    (row) => (
      <Entry
        to={ruleAt(id, row.use_case_id)}
        note={row.citation !== null && provisionOf(line(row.citation))}
      >
        {line(row.title)}
      </Entry>
    ),
  ],
  [t.columns.status, (row) => <ReviewState status={row.status} objection={row.objection} />],
  [
    t.columns.law,
    (row) => (
      <LawState
        in_force={row.in_force}
        enforcement={events.find((event) => event.id === row.event_id) ?? null}
      />
    ),
  ],
  [
    t.columns.decided,
    (row) =>
      row.review_id !== null && row.decided_at !== null ? (
        <Link href={`/reviews/${row.review_id}`}>
          <Time iso={row.decided_at} />
        </Link>
      ) : row.open_review_id !== null ? (
        <Link href={`/reviews/${row.open_review_id}`}>{t.statuses.pending}</Link>
      ) : (
        "–"
      ),
  ],
  [t.columns.changed, (row) => row.changed.map((field) => fieldName(field)).join(", ") || "–"],
];

const csvOf = (rows: readonly Row[], asOf: string): string =>
  csvOfRows(rows, coverageColumns(asOf));
