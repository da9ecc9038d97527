import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { type Framework, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { type Columns, Entry, List } from "../parts/table.tsx";
import { BookForm } from "./book-form.tsx";
import { t } from "./texts.ts";

/** Every rule book. */
export function Books() {
  const books = useBooks();
  const [, go] = useLocation();
  const [isNew, setNew] = useState(false);
  const columns: Columns<Framework> = [
    [
      t.bookColumns.name,
      (row) => (
        <>
          <Entry to={`/rule-books/${row.id}`}>{nameAmong(books.data ?? [], row)}</Entry>
          {row.short_name !== null && <p class="soft fine">{line(row.display_name)}</p>}
        </>
      ),
    ],
    [t.bookColumns.jurisdiction, (row) => line(row.jurisdiction) || "–"],
    [
      t.bookColumns.state,
      (row) => (
        <Badge tone={row.status === "current" ? "good" : "quiet"}>
          {row.status === "current" ? t.current : t.superseded}
        </Badge>
      ),
    ],
    [t.bookColumns.updated, (row) => <Time iso={row.updated_at} isRelative />],
  ];
  return (
    <Screen
      title={t.books}
      aside={
        <button type="button" class="primary" onClick={() => setNew(true)}>
          {t.newBook}
        </button>
      }
    >
      <List
        of={books}
        rows={(books.data ?? []).toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))}
        empty={<Empty>{t.noBooks}</Empty>}
        name={t.books}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {isNew && (
        <BookForm
          book={null}
          onDone={(id) => go(`/rule-books/${id}/import`)}
          onClose={() => setNew(false)}
        />
      )}
    </Screen>
  );
}
