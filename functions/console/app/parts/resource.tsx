import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import type { Operation, Outcome } from "../shell/client.ts";
import { NotFound } from "../shell/frame.tsx";
import { useLoad } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { type Fact, Facts, LinkButton, Screen } from "./basics.tsx";
import { Confirm, type Deed } from "./confirm.tsx";
import { type Form, FormBox, useForm } from "./form.tsx";
import { ListScreen, type ListWords } from "./list-screen.tsx";
import { type Columns, type Listed, useFilters } from "./table.tsx";
import { Pending } from "./trouble.tsx";

interface Identified {
  id: string;
}

/**
 * A kind of record, as its screens are drawn from it.
 * @typeParam V what its form holds
 * @typeParam M what comes of sending the form, where that is not the record itself
 */
export interface Resource<T extends Identified, V extends object, M extends Identified = T> {
  words: ListWords & {
    newTitle: string;
    /** Absent: that of the list. */
    newLead?: string;
    /** Of the button that sends a new one. */
    add: string;
    /** Absent: one that was made stays as it is. */
    editTitle?: (name: string) => string;
    /** Above one, and above its form. */
    oneLead?: string;
  };
  /** Who may call this sees its screens; absent: whoever sees the area. */
  needs?: Operation;
  nameOf: (row: T) => string;
  list: (cursor: string) => Promise<Outcome<Listed<T>>>;
  get: (id: string) => Promise<Outcome<T>>;
  useColumns: () => Columns<T>;
  useFacts: (row: T) => readonly Fact[];
  /** Above the list. */
  Tabs?: ComponentType;
  /** What the form holds at first. @param row null: it is for a new one */
  valuesOf: (row: T | null) => V;
  Fields: ComponentType<{ form: Form<V>; isNew: boolean }>;
  send: (values: V, row: T | null) => Promise<Outcome<M>>;
  remove?: { does: Deed; send: (id: string) => Promise<Outcome<unknown>> };
  /** What else can be done with one. */
  Acts?: ComponentType<{ of: T; onChanged: () => void; onMade: (made: M) => void }>;
  /** What is shown this once, of one that was made, or was given another secret. */
  Once?: ComponentType<{ made: M; isNew: boolean; onDone: () => void }>;
  /** Below the facts of one. */
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
    [`${at}/new`, () => <New of={of} />, needs],
    [`${at}/:id`, ({ id }: Identified) => <One of={of} id={id} />, needs],
    [
      `${at}/:id/edit`,
      ({ id }: Identified) => (of.words.editTitle ? <Edit of={of} id={id} /> : <NotFound />),
      needs,
    ],
  ] as const;
}

function All({ of }: { of: Known }) {
  const pages = useFilters([]);
  const list = useLoad(`${of.at} ${pages.cursor}`, () => of.list(pages.cursor));
  return (
    <ListScreen {...of} of={list} columns={of.useColumns()} pages={pages}>
      {of.Tabs && <of.Tabs />}
    </ListScreen>
  );
}

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

function RecordForm(props: {
  of: Known;
  row: Identified | null;
  onDone: (made: Identified) => void;
}) {
  const { of, row, onDone } = props;
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
      {of.words.editTitle && <LinkButton to={`${of.at}/${row.id}/edit`} label={t.change} />}
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
