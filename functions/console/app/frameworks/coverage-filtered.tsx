import { useState } from "preact/hooks";
import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import type { OutlineRow } from "#shared/domain/standing/coverage-outline.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { Empty, Live } from "../parts/basics.tsx";
import { bookName, type Framework } from "../parts/books.ts";
import { csvOfRows, download } from "../parts/download.ts";
import { type Columns, Table } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { filterNames } from "./coverage-filter.tsx";
import { columnsOf } from "./coverage-table.tsx";
import { instantOf } from "./slider.tsx";
import { t } from "./texts.ts";

/** So many rules are shown at a time. */
const PAGE = 50;

interface Found {
  frameworkId: string;
  row: OutlineRow;
}

interface Asked {
  /** Where is looked: one book, or all current ones. */
  books: readonly Framework[];
  /** As in the address; empty: not filtered by it. */
  filters: Readonly<Record<"status" | "starts" | "open" | "objections", string>>;
  /** From today on; of an earlier day they are negative. */
  days: number;
}

async function ask({ books, filters, days }: Asked): Promise<Outcome<Found[]>> {
  const query = {
    view: "outline",
    ...Object.fromEntries(
      filterNames.flatMap((name) => (filters[name] === "" ? [] : [[name, filters[name]]])),
    ),
    ...(days === 0 ? {} : { as_of: instantOf(days) }),
  } as object;
  const answers = await Promise.all(
    books.map(({ id }) => call("getCoverage", { params: { framework_id: id }, query })),
  );
  const found: Found[] = [];
  for (const [i, answer] of answers.entries()) {
    if (answer.kind !== "done") return answer;
    const frameworkId = books[i]?.id ?? "";
    for (const row of answer.body.outline ?? []) found.push({ frameworkId, row });
  }
  return { kind: "done", body: found };
}

/** The rules that the address asks for, of one book or of all: as many as the count that led here. */
export function Filtered(props: Asked & { all: readonly Framework[] }) {
  const { books, filters, days, all } = props;
  const key = [...books.map(({ id }) => id), ...Object.values(filters), days].join(" ");
  const found = useLoad(`coverage of ${key}`, () => ask(props));
  const [from, setFrom] = useState(0);
  const rows = found.data ?? [];
  const shown = rows.slice(from, from + PAGE);
  const named: Columns<Found> = [
    ...columnsOf<Found>(({ frameworkId, row }) => ({ id: frameworkId, row, event: null })),
    [t.book, ({ frameworkId }) => bookName(all, frameworkId)],
  ];
  if (found.data === null) return <Pending of={found} />;
  if (rows.length === 0) return <Empty>{t.noneFiltered}</Empty>;
  return (
    <>
      <Live>{t.range(from + 1, from + shown.length, rows.length)}</Live>
      <p class="share">
        <strong>{numberOf(rows.length)}</strong>{" "}
        {t.range(from + 1, from + shown.length, rows.length)}
      </p>
      <p class="row">
        <button type="button" onClick={() => save(rows)}>
          {t.csv}
        </button>
      </p>
      <Table
        name={t.coverage}
        columns={named}
        rows={shown}
        keyOf={({ frameworkId, row }) => `${frameworkId} ${row.use_case_id}`}
      />
      {rows.length > PAGE && (
        <nav class="actions" aria-label={t.pages}>
          {from > 0 && (
            <button type="button" onClick={() => setFrom(from - PAGE)}>
              {t.before_50}
            </button>
          )}
          {from + PAGE < rows.length && (
            <button type="button" onClick={() => setFrom(from + PAGE)}>
              {t.next_50}
            </button>
          )}
        </nav>
      )}
    </>
  );
}

function save(rows: readonly Found[]): void {
  const now = new Date().toISOString();
  const columns = Object.entries(coverageColumns(now)).map(
    ([name, cell]) => [name, ({ row }: Found) => cell(row)] as const,
  );
  const cells = {
    framework_id: ({ frameworkId }: Found) => frameworkId,
    ...Object.fromEntries(columns),
  };
  download(`coverage-${now.slice(0, 10)}.csv`, csvOfRows(rows, cells));
}
