import { useLocation } from "wouter-preact";
import { Badge, Time } from "../parts/basics.tsx";
import { currentFirst, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { ListScreen } from "../parts/list-screen.tsx";
import { Entry } from "../parts/table.tsx";
import { BookForm } from "./book-form.tsx";
import { t } from "./texts.ts";

/** Every rule book. */
export function Books() {
  const books = useBooks();
  const [, go] = useLocation();
  return (
    <ListScreen
      at="/rule-books"
      words={{ title: t.books, empty: t.noBooks }}
      aside={<BookForm book={null} done={(id) => go(`/rule-books/${id}/import`)} />}
      of={books}
      rows={currentFirst(books.data ?? [])}
      columns={[
        [
          t.fields.display_name[0],
          (row) => (
            <Entry
              to={`/rule-books/${row.id}`}
              note={row.short_name !== null && line(row.display_name)}
            >
              {nameAmong(books.data ?? [], row)}
            </Entry>
          ),
        ],
        [t.fields.jurisdiction[0], (row) => line(row.jurisdiction) || "–"],
        [
          t.state,
          (row) => (
            <Badge tone={isCurrent(row) ? "sound" : "quiet"}>
              {isCurrent(row) ? t.current : t.superseded}
            </Badge>
          ),
        ],
        [t.updated, (row) => <Time iso={row.updated_at} isRelative />],
      ]}
    />
  );
}
