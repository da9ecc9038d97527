import type { ComponentChildren } from "preact";
import type { Loaded } from "../shell/load.ts";
import { Empty, LinkButton, Screen } from "./basics.tsx";
import { type Columns, itemsOf, List, type Listed, type Paged } from "./table.tsx";

/** What the list of a kind of record says. */
export interface ListWords {
  title: string;
  lead?: string;
  /** Of the button that leads to a new one; absent: something else does. */
  create?: string;
  /** The same, while there is none. */
  createFirst?: string;
  empty: string;
  /** There are some, but the filters leave none of them. */
  noneFits?: string;
}

/** The list of a kind of record, with the way to a new one. */
export function ListScreen<T>(props: {
  /** Its path; those of its records are below it. */
  at: string;
  words: ListWords;
  of: Loaded<Listed<T>>;
  /** Those of its items that are shown; absent: all of them. */
  rows?: readonly T[];
  columns: Columns<T>;
  pages?: Paged;
  /** Whether there can be others than those that were asked for. */
  isFiltered?: boolean;
  /** What leads to a new one, if not a button. */
  aside?: ComponentChildren;
  /** Tabs and filters. */
  children?: ComponentChildren;
}) {
  const { at, words, aside, children, isFiltered = false, ...list } = props;
  const to = `${at}/new`;
  const first = words.createFirst ? { action: { to, label: words.createFirst } } : {};
  const isNone = !isFiltered && itemsOf(list.of).length === 0;
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      aside={aside ?? <LinkButton to={to} label={words.create ?? ""} isPrimary />}
    >
      {children}
      <List
        {...list}
        name={words.title}
        empty={isNone ? <Empty {...first}>{words.empty}</Empty> : <Empty>{words.noneFits}</Empty>}
      />
    </Screen>
  );
}
