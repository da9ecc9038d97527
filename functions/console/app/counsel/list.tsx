import { findNamed } from "#shared/domain/evidence/question/question.ts";
import { Badge, Empty, LinkButton, Screen } from "../parts/basics.tsx";
import { askCounsel, bookName, type Framework, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { BookFilter, ChoiceFilter, Search } from "../parts/search.tsx";
import { type Columns, Entry, List, Noted, useFilters } from "../parts/table.tsx";
import type { Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { awaitsSecondPerson } from "./second-person.ts";
import { SigningBadge } from "./signing.tsx";
import { t } from "./texts.ts";

type Counsel = Item<"listCounsel">;

const states = [
  ["", shell.all],
  ["active", t.active],
  ["inactive", t.inactive],
] as const;

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
  const register = { to: "/counsel/new", label: t.register };
  return (
    <Screen title={t.title} aside={<LinkButton to={register.to} label={t.register} isPrimary />}>
      <search class="filters">
        <Search of={filters} name="search" label={t.searchLabel} />
        <BookFilter of={filters} label={t.book} books={books.data} />
        <ChoiceFilter of={filters} name="state" label={t.state} options={states} />
      </search>
      <List
        of={list}
        rows={shown}
        empty={
          list.data?.length === 0 && values.framework_id === "" ? (
            <Empty action={{ ...register, label: t.registerFirst }}>{t.emptyAll}</Empty>
          ) : (
            <Empty>{t.empty}</Empty>
          )
        }
        name={t.title}
        columns={columnsOf(books.data)}
      />
    </Screen>
  );
}

const columnsOf = (books: readonly Framework[] | null): Columns<Counsel> => [
  [
    t.columns.name,
    (row) => (
      <Entry to={`/counsel/${row.id}`} note={line(row.firm)}>
        {line(row.display_name)}
      </Entry>
    ),
  ],
  [t.columns.email, (row) => line(row.email)],
  [t.columns.book, (row) => bookName(books, row.framework_id)],
  [
    t.columns.signs,
    (row) => (
      <Noted note={row.keys_in_use > 0 && t.keysInUse(row.keys_in_use)}>
        <SigningBadge policy={row.signing_policy} hasKey={row.keys_in_use > 0} />
      </Noted>
    ),
  ],
  [
    t.columns.state,
    (row) => (
      <>
        <Badge tone={row.active ? "sound" : "quiet"}>{row.active ? t.active : t.inactive}</Badge>
        {(row.confirmed_at === null || (row.active && awaitsSecondPerson(row))) && (
          <p class="fine">
            <Badge tone="warn">{t.notConfirmed}</Badge>
          </p>
        )}
      </>
    ),
  ],
];
