import type { ComponentChildren } from "preact";
import type { Loaded } from "../shell/load.ts";
import { Empty, LinkButton, Screen } from "./basics.tsx";
import { type Columns, itemsOf, List, type Listed, type Paged } from "./table.tsx";

/** The texts of the list of a kind of record. */
export interface ListWords {
  title: string;
  lead?: string;
  /** The text of the button for a new one; absent: something else leads there. */
  create?: string;
  /** The same while the list is empty. */
  createFirst?: string;
  empty: string;
  /** Shown if there are some, but none fits the filters. */
  noneFits?: string;
}

/** The list of a kind of record, with a button for a new one. */
export function ListScreen<T>(props: {
  /** The path of the list; those of its records are below it. */
  at: string;
  words: ListWords;
  of: Loaded<Listed<T>>;
  /** Those of its items that are shown; absent: all of them. */
  rows?: readonly T[];
  columns: Columns<T>;
  pages?: Paged;
  /** Whether other items may exist besides those requested. */
  isFiltered?: boolean;
  /** Leads to a new one, if not a button. */
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
