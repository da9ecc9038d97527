import { Empty, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { Entry, List, useFilters } from "../parts/table.tsx";
import { call } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { type Room, StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

/** Every room, newest first. */
export function Rooms() {
  const { set, cursor } = useFilters([]);
  const books = useBooks();
  const list = useLoad(`rooms ${cursor}`, () =>
    call("listRooms", { query: cursor === "" ? {} : { cursor } }),
  );
  const columns = [
    {
      name: t.columns.title,
      cell: (row: Room) => <Entry to={`/rooms/${row.id}`}>{line(row.title)}</Entry>,
    },
    { name: t.columns.status, cell: (row: Room) => <StateBadge of={row} /> },
    {
      name: t.columns.books,
      cell: (row: Room) => row.framework_ids.map((id) => bookName(books.data, id)).join(", "),
    },
    { name: t.columns.uses, isNumber: true, cell: (row: Room) => row.uses },
    {
      name: t.columns.last,
      cell: (row: Room) => <Time iso={row.last_used_at} isRelative />,
    },
    { name: t.columns.expires, cell: (row: Room) => <Time iso={row.expires_at} /> },
  ];
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={<LinkButton to="/rooms/new" label={t.create} isPrimary />}
    >
      <List
        of={list}
        rows={list.data?.items ?? []}
        empty={<Empty action={{ to: "/rooms/new", label: t.createFirst }}>{t.empty}</Empty>}
        name={t.title}
        columns={columns}
        keyOf={({ id }) => id}
        pages={{ next: list.data?.next_cursor, cursor, onGo: (next) => set({ cursor: next }) }}
      />
    </Screen>
  );
}
