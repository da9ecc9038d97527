import { useRef, useState } from "preact/hooks";
import { type AuditRow, AuditTable } from "../parts/audit-table.tsx";
import { actionText, thingText } from "../parts/audit-words.ts";
import { Empty, Live, Screen } from "../parts/basics.tsx";
import { asInstant } from "../parts/format.ts";
import { ChoiceFilter, Proposals, Search, TypedFilter } from "../parts/search.tsx";
import { type Filters, useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

const exact = ["action", "resource_type", "resource_id", "tenant_id"] as const;
/** The filters whose values are typed. */
const typed = ["resource_type", "resource_id", "from", "to"] as const;
const FRESH_MS = 4000;

type Page = { items: AuditRow[]; next_cursor: string | null };

/** Users who may not see every tenant's rows get those of their own tenant. */
const ask = (query: Record<string, string>): Promise<Outcome<Page>> =>
  may("listAudit") ? call("listAudit", { query }) : call("listTenantAudit", { query });

/** How many rows have arrived since live mode was switched on. */
function useArrived(isLive: boolean, rows: readonly AuditRow[] | null): number {
  const first = useRef<string | null>(null);
  if (!isLive) first.current = null;
  else if (rows !== null) first.current ??= rows[0]?.id ?? "";
  const at = (rows ?? []).findIndex(({ id }) => id === first.current);
  return isLive && at > 0 ? at : 0;
}

const names = [...exact, "from", "to", "order"] as const;
type Name = (typeof names)[number];

/** What is asked for: the filtered rows, or live, the newest of them. */
function queryOf(
  { from, to, order, ...exactly }: Record<Name, string>,
  cursor: string,
  isLive: boolean,
) {
  const page = { from: asInstant(from), to: asInstant(to), cursor };
  const given = Object.entries(isLive ? exactly : { ...exactly, ...page });
  return {
    limit: "100",
    order: isLive || order === "" ? "desc" : order,
    ...Object.fromEntries(given.filter(([, value]) => value !== "")),
  };
}

/** All rows, with filters; or the newest ones, live. */
export function AuditList() {
  const filters = useFilters(names);
  const { values, set, cursor, key } = filters;
  const [isLive, setLive] = useState(false);
  const { order } = values;
  const query = queryOf(values, cursor, isLive);
  const list = useLoad(`audit ${key} ${isLive}`, () => ask(query), isLive ? FRESH_MS : 0);
  const rows = list.data?.items ?? [];
  const arrived = useArrived(isLive, list.data === null ? null : rows);
  const nameOfTenant = useTenantNames();
  return (
    <Screen
      title={t.title}
      lead={order === "asc" && !isLive ? t.leadOldest : t.lead}
      aside={
        <>
          {!isLive && (
            <button
              type="button"
              aria-pressed={order === "asc"}
              onClick={() => set({ order: order === "asc" ? "" : "asc" })}
            >
              {t.oldestFirst}
            </button>
          )}
          <button type="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
            {t.live}
          </button>
        </>
      }
    >
      <Narrowing of={filters} rows={rows} tenants={nameOfTenant} />
      {isLive && <p role="status">{t.following}</p>}
      <Live>{arrived > 0 ? t.arrived(arrived) : ""}</Live>
      <AuditTable
        of={list}
        empty={<Empty>{t.empty}</Empty>}
        name={t.title}
        tenants={nameOfTenant}
        pages={isLive ? undefined : filters}
      />
    </Screen>
  );
}

/** The filters, with what the rows at hand suggest. */
const Narrowing = (props: {
  of: Filters<Name>;
  rows: readonly AuditRow[];
  tenants: ReadonlyMap<string, string>;
}) => (
  <search class="filters">
    <Search
      of={props.of}
      name="action"
      label={t.filters.action}
      proposals={props.rows.map(({ action }) => action)}
      say={actionText}
    />
    {may("listTenants") && (
      <ChoiceFilter
        of={props.of}
        name="tenant_id"
        label={t.filters.tenant_id}
        options={[["", shell.all], ["null", t.noTenant], ...props.tenants]}
      />
    )}
    {typed.map((name) => (
      <TypedFilter
        key={name}
        of={props.of}
        name={name}
        label={t.filters[name]}
        type={name === "from" || name === "to" ? "datetime-local" : "text"}
        {...(name === "resource_type" ? { list: "kinds" } : {})}
      />
    ))}
    <Proposals
      id="kinds"
      texts={props.rows.map(({ resource_type }) => resource_type)}
      say={thingText}
    />
  </search>
);
