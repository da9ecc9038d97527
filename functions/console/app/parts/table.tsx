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

/** A table whose rows become cards on narrow screens; its name is for screen readers. */
export function Table<T>(props: {
  name: string;
  columns: Columns<T>;
  rows: readonly T[];
  keyOf: (row: T) => string;
}) {
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
            <tr key={props.keyOf(row)}>
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

/** A list as on every screen: loading state, empty state, rows, and a button for the next page. */
export function List<T>(props: {
  of: Loaded<unknown>;
  rows: readonly T[];
  empty: ComponentChildren;
  name: string;
  columns: Columns<T>;
  keyOf: (row: T) => string;
  pages?: { next: string | null | undefined; cursor: string; onGo: (cursor: string) => void };
}) {
  const { of, rows, empty, pages, ...table } = props;
  return (
    <>
      <Pending of={of} />
      {of.data !== null && rows.length === 0 && empty}
      {rows.length > 0 && <Table rows={rows} {...table} />}
      {pages && <Pages {...pages} />}
    </>
  );
}

/** A row's link, reachable with `j` and `k`. */
export const Entry = ({ to, children }: { to: string; children: ComponentChildren }) => (
  <Link href={to} class="entry" data-entry>
    {children}
  </Link>
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

/** The button for the next page of a list; the browser's Back returns to the previous page. */
export function Pages({
  next,
  cursor,
  onGo,
}: {
  next: string | null | undefined;
  cursor: string;
  onGo: (cursor: string) => void;
}) {
  if (!next && cursor === "") return null;
  return (
    <nav class="actions" aria-label="Pages">
      {cursor !== "" && (
        <button type="button" onClick={() => onGo("")}>
          {t.first}
        </button>
      )}
      {next && (
        <button type="button" onClick={() => onGo(next)}>
          {t.next}
        </button>
      )}
    </nav>
  );
}
