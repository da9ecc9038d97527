import type { ComponentChildren } from "preact";
import { Link, useSearchParams } from "wouter-preact";
import type { Loaded } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { Pending } from "./trouble.tsx";

/** A table's columns: what stands above, what a row has in it, and whether that is a number. */
export type Columns<T> = readonly (readonly [
  name: string,
  cell: (row: T) => ComponentChildren,
  "number"?,
])[];

interface Looks<T> {
  name: string;
  columns: Columns<T>;
  /** Identifies a row; absent: the row's id does. */
  keyOf?: (row: T) => string;
}

/** A table whose rows become cards on narrow screens; its name is for screen readers. */
export function Table<T>(props: Looks<T> & { rows: readonly T[] }) {
  const { keyOf = (row: T) => (row as { id: string }).id } = props;
  return (
    <div class="scroll">
      <table>
        <caption class="vh">{props.name}</caption>
        <thead>
          <tr>
            {props.columns.map(([name, , kind = ""]) => (
              <th key={name} scope="col" class={kind}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={keyOf(row)}>
              {props.columns.map(([name, cell, kind = ""]) => (
                <td key={name} data-name={name} class={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A list's content: all of its items, or a page of them. */
export type Listed<T> = readonly T[] | { items: readonly T[]; next_cursor: string | null };

/** The items loaded so far. */
export function itemsOf<T>({ data }: Loaded<Listed<T>>): readonly T[] {
  if (data === null) return [];
  return "items" in data ? data.items : data;
}

export interface ListProps<T> {
  of: Loaded<Listed<T>>;
  /** The items that are shown; absent: all of them. */
  rows?: readonly T[];
  empty: ComponentChildren;
  name: string;
  /** Requests the next page; absent: the list has one page. */
  pages?: Paged | undefined;
}

/** A list as on every screen: loading state, empty state, rows, and a button for the next page. */
export function List<T>(props: ListProps<T> & Looks<T>) {
  const { of, rows = itemsOf(of), empty, pages, ...table } = props;
  return (
    <>
      <Pending of={of} />
      {of.data !== null && rows.length === 0 && empty}
      {rows.length > 0 && <Table rows={rows} {...table} />}
      {pages && (
        <Pages next={of.data && "items" in of.data ? of.data.next_cursor : null} of={pages} />
      )}
    </>
  );
}

/** Some content and, below it, a less prominent note if there is one. */
export const Noted = (props: { note: ComponentChildren; children: ComponentChildren }) => (
  <>
    {props.children}
    {props.note && <p class="soft fine">{props.note}</p>}
  </>
);

/** A row's link, and the content below it. */
export const Entry = (props: {
  to: string;
  note?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <Noted note={props.note}>
    <Link href={props.to} class="entry" data-entry>
      {props.children}
    </Link>
  </Noted>
);

/** A screen's filters. They are part of its address, so that a filtered list can be linked to. */
export function useFilters<K extends string>(names: readonly K[]) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Record<
    K,
    string
  >;
  const set = (changed: Partial<Record<K | "cursor", string>>, isReplacing = false) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("cursor");
        for (const [name, value] of Object.entries(changed) as [string, string][]) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: isReplacing },
    );
  return { values, set, cursor: search.get("cursor") ?? "", key: search.toString() };
}

export type Filters<K extends string> = ReturnType<typeof useFilters<K>>;

export type Paged = Pick<Filters<never>, "cursor" | "set">;

/** The button for the next page of a list; the browser's Back returns to the previous page. */
export function Pages({
  next,
  of: { cursor, set },
}: {
  next: string | null | undefined;
  of: Paged;
}) {
  if (!next && cursor === "") return null;
  return (
    <nav class="actions" aria-label="Pages">
      {cursor !== "" && (
        <button type="button" onClick={() => set({ cursor: "" })}>
          {t.first}
        </button>
      )}
      {next && (
        <button type="button" onClick={() => set({ cursor: next })}>
          {t.next}
        </button>
      )}
    </nav>
  );
}
