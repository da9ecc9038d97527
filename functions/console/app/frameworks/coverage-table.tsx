import { useState } from "preact/hooks";
import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import { Empty } from "../parts/basics.tsx";
import { csvOfRows, download } from "../parts/download.ts";
import { Search } from "../parts/search.tsx";
import { useFilters } from "../parts/table.tsx";
import type { Row } from "./coverage-marks.tsx";
import { type Placed, Rows } from "./coverage-rows.tsx";
import { t } from "./texts.ts";

/** A table of up to this many rules is rendered even while folded, so that it appears on paper. */
const MAX_FOLDED = 100;

/** Every rule in the order of the act as a table, folded, with a search. */
export function RuleTable(props: {
  id: string;
  rows: readonly Row[];
  events: readonly NonNullable<Placed["event"]>[];
  asOf: string;
}) {
  const { id, rows, events, asOf } = props;
  const filters = useFilters(["search"]);
  const { search } = filters.values;
  const [isOpen, setOpen] = useState(search !== "");
  const asked = rows.map((row) => ({
    ...row,
    citations: row.citation === null ? [] : [{ label: row.citation }],
  }));
  const shown = findRulesBy(asked, search).map((row) => {
    const event = events.find((one) => one.id === row.event_id) ?? null;
    return { id, row, event };
  });
  const save = () =>
    download(`coverage-${id}-${asOf.slice(0, 10)}.csv`, csvOfRows(rows, coverageColumns(asOf)));
  return (
    <details
      class="whole"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{t.tableOf(rows.length)}</summary>
      {(isOpen || rows.length <= MAX_FOLDED) && (
        <>
          <search class="filters">
            <Search of={filters} name="search" label={t.search} />
          </search>
          {shown.length === 0 ? (
            <Empty>{t.noneFits}</Empty>
          ) : (
            <Rows key={search} rows={shown} onSave={save} />
          )}
        </>
      )}
    </details>
  );
}
