import { Empty, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { useCall } from "../shell/load.ts";
import { type Room, StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

/** Every room, newest first. */
export function Rooms() {
  const filters = useFilters([]);
  const { cursor } = filters;
  const books = useBooks();
  const list = useCall("listRooms", { query: cursor === "" ? {} : { cursor } });
  const columns: Columns<Room> = [
    [t.columns.title, (row) => <Entry to={`/rooms/${row.id}`}>{line(row.title)}</Entry>],
    [t.columns.status, (row) => <StateBadge of={row} />],
    [t.columns.books, (row) => row.framework_ids.map((id) => bookName(books.data, id)).join(", ")],
    [t.columns.uses, (row) => row.uses, "number"],
    [t.columns.last, (row) => <Time iso={row.last_used_at} isRelative />],
    [t.columns.expires, (row) => <Time iso={row.expires_at} />],
  ];
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={<LinkButton to="/rooms/new" label={t.create} isPrimary />}
    >
      <List
        of={list}
        empty={<Empty action={{ to: "/rooms/new", label: t.createFirst }}>{t.empty}</Empty>}
        name={t.title}
        columns={columns}
        pages={filters}
      />
    </Screen>
  );
}
