import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { findNamed } from "#shared/domain/evidence/question/question.ts";
import type { Operation, Outcome } from "../shell/client.ts";
import { NotFound } from "../shell/frame.tsx";
import { useLoad } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { type Fact, Facts, LinkButton, Screen } from "./basics.tsx";
import { Confirm, type Deed, FormOpener } from "./confirm.tsx";
import { type Form, FormBox, useForm } from "./form.tsx";
import { ListScreen, type ListWords } from "./list-screen.tsx";
import { Search } from "./search.tsx";
import { type Columns, itemsOf, type Listed, useFilters } from "./table.tsx";
import { Pending } from "./trouble.tsx";

interface Identified {
  id: string;
}

/**
 * A kind of record, with what is needed to draw its screens.
 * @typeParam V the form's values
 * @typeParam M the result of sending the form, where that is not the record itself
 */
export interface Resource<T extends Identified, V extends object, M extends Identified = T> {
  words: ListWords & {
    newTitle: string;
    /** Absent: the lead of the list. */
    newLead?: string;
    /** The text of the button that sends a new one. */
    add: string;
    /** Absent: a record cannot be edited. */
    editTitle?: (name: string) => string;
    /** The text of the button that leads to its form, if that is not "Change". */
    edit?: string;
    /** The label of the search. */
    search?: string;
    /** Shown above one record, and above its form. */
    oneLead?: string;
  };
  /** Users who may call this see the screens; absent: all users who see the area. */
  needs?: Operation;
  nameOf: (row: T) => string;
  list: (cursor: string) => Promise<Outcome<Listed<T>>>;
  get: (id: string) => Promise<Outcome<T>>;
  useColumns: () => Columns<T>;
  useFacts: (row: T) => readonly Fact[];
  /** Shown above the list. */
  Tabs?: ComponentType;
  /** The texts that the search looks in, the best first; absent: the list has no search. */
  searched?: (row: T) => readonly (readonly (string | null)[])[];
  /** The form is a dialog that opens from the list and from one record. */
  isInDialog?: boolean;
  /** The form's initial values. @param row null: for a new record */
  valuesOf: (row: T | null) => V;
  Fields: ComponentType<{ form: Form<V>; isNew: boolean }>;
  send: (values: V, row: T | null) => Promise<Outcome<M>>;
  remove?: { does: Deed; send: (id: string) => Promise<Outcome<unknown>> };
  /** Further actions on one record. */
  Acts?: ComponentType<{ of: T; onChanged: () => void; onMade: (made: M) => void }>;
  /** Shown just once, after a record was made or got another secret. */
  Once?: ComponentType<{ made: M; isNew: boolean; onDone: () => void }>;
  /** Shown below the facts of one record. */
  Below?: ComponentType<{ of: T }>;
}

type Known = Resource<Identified, object, Identified> & { at: string };

/** The screens of a kind of record, for `screens`. @param at the path of its list */
export function resource<
  const At extends string,
  T extends Identified,
  V extends object,
  M extends Identified = T,
>(at: At, described: Resource<T, V, M>) {
  const of = { at, ...described } as unknown as Known;
  const { needs } = of;
  return [
    [at, () => <All of={of} />, needs],
    [`${at}/new`, () => (of.isInDialog ? <NotFound /> : <New of={of} />), needs],
    [`${at}/:id`, ({ id }: Identified) => <One of={of} id={id} />, needs],
    [
      `${at}/:id/edit`,
      ({ id }: Identified) =>
        of.words.editTitle && !of.isInDialog ? <Edit of={of} id={id} /> : <NotFound />,
      needs,
    ],
  ] as const;
}

function All({ of }: { of: Known }) {
  const filters = useFilters(["search"]);
  const [, go] = useLocation();
  const { at, words, searched, Tabs } = of;
  const list = useLoad(`${at} ${filters.cursor}`, () => of.list(filters.cursor));
  const open = ({ id }: Identified) => go(`${at}/${id}`);
  return (
    <ListScreen
      at={at}
      words={words}
      of={list}
      {...(searched
        ? { rows: findNamed(itemsOf(list), filters.values.search, (row) => [...searched(row)]) }
        : {})}
      columns={of.useColumns()}
      pages={filters}
      {...(of.isInDialog ? { aside: <InDialog of={of} row={null} onDone={open} /> } : {})}
    >
      {Tabs && <Tabs />}
      {searched && (
        <search class="filters">
          <Search of={filters} name="search" label={words.search ?? ""} />
        </search>
      )}
    </ListScreen>
  );
}

interface Formed {
  of: Known;
  /** Null: it is for a new one. */
  row: Identified | null;
  onDone: (made: Identified) => void;
}

const InDialog = ({ of, row, onDone }: Formed) => (
  <FormOpener
    label={row ? (of.words.edit ?? t.change) : (of.words.create ?? "")}
    isPrimary={row === null}
    act={row ? t.save : of.words.add}
    initial={of.valuesOf(row)}
    send={(values) => of.send(values, row)}
    done={onDone}
  >
    {(form) => <of.Fields form={form} isNew={row === null} />}
  </FormOpener>
);

function New({ of }: { of: Known }) {
  const [, go] = useLocation();
  const [made, setMade] = useState<Identified | null>(null);
  const open = ({ id }: Identified) => go(`${of.at}/${id}`);
  if (made !== null && of.Once) return <of.Once made={made} isNew onDone={() => open(made)} />;
  return (
    <Screen title={of.words.newTitle} lead={of.words.newLead ?? of.words.lead}>
      <RecordForm of={of} row={null} onDone={of.Once ? setMade : open} />
    </Screen>
  );
}

const useOne = (of: Known, id: string) => useLoad(`${of.at}/${id}`, () => of.get(id));

function Edit({ of, id }: { of: Known; id: string }) {
  const [, go] = useLocation();
  const one = useOne(of, id);
  const name = one.data ? of.nameOf(one.data) : id;
  return (
    <Screen title={of.words.editTitle?.(name) ?? name} lead={of.words.oneLead}>
      <Pending of={one} />
      {one.data && <RecordForm of={of} row={one.data} onDone={() => go(`${of.at}/${id}`)} />}
    </Screen>
  );
}

function RecordForm({ of, row, onDone }: Formed) {
  const form = useForm(of.valuesOf(row));
  const send = () => form.submit(() => of.send(form.values, row), onDone);
  return (
    <FormBox form={form} onSubmit={send} act={row ? t.save : of.words.add}>
      <of.Fields form={form} isNew={row === null} />
    </FormBox>
  );
}

function One({ of, id }: { of: Known; id: string }) {
  const one = useOne(of, id);
  const [made, setMade] = useState<Identified | null>(null);
  const found = one.data;
  if (made !== null && of.Once) {
    const done = () => {
      setMade(null);
      one.reload();
    };
    return <of.Once made={made} isNew={false} onDone={done} />;
  }
  return (
    <Screen
      title={found ? of.nameOf(found) : of.words.title}
      lead={of.words.oneLead}
      aside={found && <Acts of={of} row={found} onChanged={one.reload} onMade={setMade} />}
    >
      <Pending of={one} />
      {found && <FactsOf of={of} row={found} />}
      {found && of.Below && <of.Below of={found} />}
    </Screen>
  );
}

const FactsOf = (props: { of: Known; row: Identified }) => (
  <Facts rows={props.of.useFacts(props.row)} />
);

function Acts(props: {
  of: Known;
  row: Identified;
  onChanged: () => void;
  onMade: (made: Identified) => void;
}) {
  const { of, row, ...changes } = props;
  const { remove } = of;
  const [, go] = useLocation();
  return (
    <>
      {of.Acts && <of.Acts of={row} {...changes} />}
      {of.isInDialog && <InDialog of={of} row={row} onDone={changes.onChanged} />}
      {of.words.editTitle && !of.isInDialog && (
        <LinkButton to={`${of.at}/${row.id}/edit`} label={of.words.edit ?? t.change} />
      )}
      {remove && (
        <Confirm
          does={remove.does}
          to={of.nameOf(row)}
          isDangerous
          send={() => remove.send(row.id)}
          done={() => go(of.at)}
        />
      )}
    </>
  );
}
