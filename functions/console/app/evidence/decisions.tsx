import { Empty, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { asInstant, line } from "../parts/format.ts";
import { BookFilter, ChoiceFilter, Search, TypedFilter } from "../parts/search.tsx";
import { StatusBadge } from "../parts/states.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { titleOf } from "../reviews/title.ts";
import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { everyDecision } from "./address.ts";
import { Export } from "./export.tsx";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

type Found = Item<"searchEvidence">;
const names = ["counsel_email", "framework_id", "status", "decided_from", "decided_to"] as const;

/** Every decision, filtered by counsel, book, outcome and time, with the bundles as one file. */
export function Decisions() {
  const filters = useFilters(names);
  const { values, cursor } = filters;
  const books = useBooks();
  const query = {
    ...values,
    status: values.status || everyDecision,
    decided_from: asInstant(values.decided_from),
    decided_to: asInstant(values.decided_to),
  };
  const list = useCall("searchEvidence", { query: { limit: "50", ...query, cursor } as object });
  const columns: Columns<Found> = [
    [
      t.columns.review,
      (row) => (
        <Entry to={`/reviews/${row.id}`}>
          {titleOf(row, bookName(books.data, row.framework_id))}
        </Entry>
      ),
    ],
    [t.columns.counsel, (row) => line((row.signed_as ?? row.counsel)?.display_name ?? "–")],
    [t.columns.signed, (row) => line(row.counsel_email ?? "–")],
    [t.columns.decision, (row) => <StatusBadge of={row} />],
    [t.columns.decided, (row) => <Time iso={row.decided_at} />],
  ];
  return (
    <Screen title={t.decisionsTitle} lead={t.decisionsLead}>
      <EvidenceTabs />
      <search class="filters">
        <Search of={filters} name="counsel_email" label={t.fields.counsel_email} />
        <BookFilter of={filters} label={t.fields.framework_id} books={books.data} />
        <ChoiceFilter of={filters} name="status" label={t.fields.status} choices={t.statuses} />
        {(["decided_from", "decided_to"] as const).map((name) => (
          <TypedFilter key={name} of={filters} name={name} label={t.fields[name]} type="date" />
        ))}
      </search>
      {list.data && list.data.items.length > 0 && <Export query={query} />}
      <List
        of={list}
        empty={<Empty>{t.empty}</Empty>}
        name={t.decisionsTitle}
        columns={columns}
        pages={filters}
      />
    </Screen>
  );
}
