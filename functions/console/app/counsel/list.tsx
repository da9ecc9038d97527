import { findNamed } from "#shared/domain/evidence/question/question.ts";
import { Badge } from "../parts/basics.tsx";
import { askCounsel, bookName, type Framework, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { ListScreen } from "../parts/list-screen.tsx";
import { BookFilter, ChoiceFilter, Search } from "../parts/search.tsx";
import { type Columns, Entry, Noted, useFilters } from "../parts/table.tsx";
import type { Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { awaitsSecondPerson } from "./second-person.ts";
import { SigningBadge } from "./signing.tsx";
import { t } from "./texts.ts";

type Counsel = Item<"listCounsel">;

/** All counsel who are registered to review rules. */
export function CounselList() {
  const filters = useFilters(["framework_id", "state", "search"]);
  const { values } = filters;
  const books = useBooks();
  const list = useLoad(`counsel ${values.framework_id}`, () => askCounsel(values.framework_id));
  const inState = (list.data ?? [])
    .filter(({ active }) => values.state === "" || active === (values.state === "active"))
    .sort((a, b) => a.display_name.localeCompare(b.display_name));
  const shown = findNamed(inState, values.search, (one) => [
    [one.display_name],
    [one.firm, one.email, one.bar_registration, bookName(books.data, one.framework_id)],
  ]);
  return (
    <ListScreen
      at="/counsel"
      words={t}
      isFiltered={values.framework_id !== ""}
      of={list}
      rows={shown}
      columns={columnsOf(books.data)}
    >
      <search class="filters">
        <Search of={filters} name="search" label={t.searchLabel} />
        <BookFilter of={filters} label={t.book} books={books.data} />
        <ChoiceFilter of={filters} name="state" label={t.state} choices={t.states} />
      </search>
    </ListScreen>
  );
}

const columnsOf = (books: readonly Framework[] | null): Columns<Counsel> => [
  [
    t.fields.display_name[0],
    (row) => (
      <Entry to={`/counsel/${row.id}`} note={line(row.firm)}>
        {line(row.display_name)}
      </Entry>
    ),
  ],
  [t.fields.email[0], (row) => line(row.email)],
  [t.book, (row) => bookName(books, row.framework_id)],
  [
    t.signs,
    (row) => (
      <Noted note={row.keys_in_use > 0 && t.keysInUse(row.keys_in_use)}>
        <SigningBadge policy={row.signing_policy} hasKey={row.keys_in_use > 0} />
      </Noted>
    ),
  ],
  [
    t.state,
    (row) => (
      <>
        <Badge tone={row.active ? "sound" : "quiet"}>
          {row.active ? t.states.active : t.states.inactive}
        </Badge>
        {(row.confirmed_at === null || (row.active && awaitsSecondPerson(row))) && (
          <p class="fine">
            <Badge tone="warn">{t.notConfirmed}</Badge>
          </p>
        )}
      </>
    ),
  ],
];
