import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { Empty, Live } from "../parts/basics.tsx";
import { bookName, type Framework } from "../parts/books.ts";
import { csvOfRows, download } from "../parts/download.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { filterNames } from "./coverage-filter.tsx";
import { type Placed, Rows } from "./coverage-rows.tsx";
import { instantOf } from "./slider.tsx";
import { t } from "./texts.ts";

interface Asked {
  /** The books to search: one, or all current ones. */
  books: readonly Framework[];
  /** As in the address; empty: no filter. */
  filters: Readonly<Record<"status" | "starts" | "open" | "objections", string>>;
  /** Days from today; negative for earlier days. */
  days: number;
}

/** A rule with the instant of the report that it is from. */
interface Found extends Placed {
  asOf: string;
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
    const id = books[i]?.id ?? "";
    const { as_of: asOf, outline = [] } = answer.body;
    for (const row of outline) found.push({ id, row, event: null, asOf });
  }
  return { kind: "done", body: found };
}

/** The rules that the address asks for, in one book or all: as many as the count that led here. */
export function Filtered(props: Asked & { all: readonly Framework[] }) {
  const { books, filters, days, all } = props;
  const key = [...books.map(({ id }) => id), ...Object.values(filters), days].join(" ");
  const found = useLoad(`coverage of ${key}`, () => ask(props));
  const rows = found.data;
  if (rows === null) return <Pending of={found} />;
  if (rows.length === 0) return <Empty>{t.noneFiltered}</Empty>;
  return (
    <>
      <Live>{t.rules(rows.length)}</Live>
      <p class="share">
        <strong>{numberOf(rows.length)}</strong> {t.rulesShown(rows.length)}
      </p>
      <Rows
        rows={rows}
        onSave={() => save(rows)}
        more={[[t.book, ({ id }) => bookName(all, id)]]}
      />
    </>
  );
}

function save(rows: readonly Found[]): void {
  const asOf = rows[0]?.asOf ?? "";
  const columns = Object.entries(coverageColumns(asOf)).map(
    ([name, cell]) => [name, ({ row }: Found) => cell(row)] as const,
  );
  const cells = {
    framework_id: ({ id }: Found) => id,
    ...Object.fromEntries(columns),
    as_of: (one: Found) => one.asOf,
  };
  download(`coverage-${asOf.slice(0, 10)}.csv`, csvOfRows(rows, cells));
}
