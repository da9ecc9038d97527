import { useLocation } from "wouter-preact";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { currentFirst, type Framework, nameAmong, useBooks } from "../parts/books.ts";
import { Opener } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { type Columns, Entry, List } from "../parts/table.tsx";
import { BookForm } from "./book-form.tsx";
import { t } from "./texts.ts";

/** Every rule book. */
export function Books() {
  const books = useBooks();
  const [, go] = useLocation();
  const columns: Columns<Framework> = [
    [
      t.bookColumns.name,
      (row) => (
        <Entry
          to={`/rule-books/${row.id}`}
          note={row.short_name !== null && line(row.display_name)}
        >
          {nameAmong(books.data ?? [], row)}
        </Entry>
      ),
    ],
    [t.bookColumns.jurisdiction, (row) => line(row.jurisdiction) || "–"],
    [
      t.bookColumns.state,
      (row) => (
        <Badge tone={row.status === "current" ? "sound" : "quiet"}>
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
        <Opener label={t.newBook} isPrimary>
          {(close) => (
            <BookForm book={null} onDone={(id) => go(`/rule-books/${id}/import`)} onClose={close} />
          )}
        </Opener>
      }
    >
      <List
        of={books}
        rows={currentFirst(books.data ?? [])}
        empty={<Empty>{t.noBooks}</Empty>}
        name={t.books}
        columns={columns}
      />
    </Screen>
  );
}
