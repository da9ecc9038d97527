import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Time } from "../parts/basics.tsx";
import { fieldName } from "../parts/field-names.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { OpenBeside } from "../parts/open-beside.tsx";
import { type Columns, Entry, Table } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import type { Row } from "./coverage-marks.tsx";
import { ReviewState } from "./objections.tsx";
import { t } from "./texts.ts";

/** A rule with its book, and the event that decides whether its law applies, if there is one. */
export interface Placed {
  id: string;
  row: Row;
  event: Answer<"getEnforcement">["events"][number] | null;
}

const MAX_ROWS = 200;

/**
 * Rules of the report as a table, with a button that saves them. A long table shows the first rules
 * until the user asks for more.
 */
export function Rows(props: {
  rows: readonly Placed[];
  onSave: () => void;
  /** Further columns. */
  more?: Columns<Placed>;
}) {
  const { rows, more = [] } = props;
  const [most, setMost] = useState(MAX_ROWS);
  return (
    <>
      <p class="row">
        <button type="button" onClick={props.onSave}>
          {t.csv}
        </button>
      </p>
      <Table
        name={t.coverage}
        columns={[...columns, ...more]}
        rows={rows.slice(0, most)}
        keyOf={({ id, row }) => `${id} ${row.use_case_id}`}
      />
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + 5 * MAX_ROWS)}>
          {t.moreRows(rows.length - most)}
        </button>
      )}
    </>
  );
}

const columns: Columns<Placed> = [
  [
    t.columns.rule,
    ({ id, row }) => (
      <Entry
        to={ruleAt(id, row.use_case_id)}
        note={row.citation !== null && provisionOf(line(row.citation))}
      >
        {line(row.title)}
      </Entry>
    ),
  ],
  [
    t.columns.status,
    ({ row }) => (
      <>
        <ReviewState status={row.status} objection={row.objection} />
        {row.status !== "pending" && <OpenBeside row={row} />}
      </>
    ),
  ],
  [t.columns.law, ({ row, event }) => <LawState in_force={row.in_force} enforcement={event} />],
  [t.columns.decided, ({ row }) => <Decided row={row} />],
  [t.columns.changed, ({ row }) => row.changed.map((field) => fieldName(field)).join(", ") || "–"],
];

/** The decision that counts, or the requests that wait for one. */
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
