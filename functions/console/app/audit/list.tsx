import { type AuditRow, AuditTable } from "../parts/audit-table.tsx";
import { actionText } from "../parts/audit-words.ts";
import { Empty, Screen } from "../parts/basics.tsx";
import { asInstant } from "../parts/format.ts";
import { ChoiceFilter, Proposals, TypedFilter } from "../parts/search.tsx";
import { type Filters, useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { kindOptions } from "./kinds.ts";
import { t } from "./texts.ts";

const exact = ["action", "resource_type", "resource_id", "tenant_id"] as const;
/** The filters whose values are typed. */
const typed = ["resource_id", "from", "to"] as const;

type Page = { items: AuditRow[]; next_cursor: string | null };

/** Users who may not see every tenant's rows get those of their own tenant. */
const ask = (query: Record<string, string>): Promise<Outcome<Page>> =>
  may("listAudit") ? call("listAudit", { query }) : call("listTenantAudit", { query });

const names = [...exact, "from", "to"] as const;
type Name = (typeof names)[number];

/** The query for a page of the filtered rows. */
function queryOf({ from, to, ...exactly }: Record<Name, string>, cursor: string) {
  const given = Object.entries({ ...exactly, from: asInstant(from), to: asInstant(to), cursor });
  return {
    limit: "100",
    order: "desc",
    ...Object.fromEntries(given.filter(([, value]) => value !== "")),
  };
}

/** All rows, with filters. */
export function AuditList() {
  const filters = useFilters(names);
  const { values, cursor, key } = filters;
  const query = queryOf(values, cursor);
  const list = useLoad(`audit ${key}`, () => ask(query));
  const rows = list.data?.items ?? [];
  const nameOfTenant = useTenantNames();
  return (
    <Screen title={t.title} lead={t.lead}>
      <Narrowing of={filters} rows={rows} tenants={nameOfTenant} />
      <AuditTable
        of={list}
        empty={<Empty>{t.empty}</Empty>}
        name={t.title}
        tenants={nameOfTenant}
        pages={filters}
      />
    </Screen>
  );
}

/** The code of an action, if a row on this page has these words; else made from the typed text. */
const actionCode = (text: string, rows: readonly AuditRow[]): string =>
  rows.find(({ action }) => actionText(action) === text)?.action ??
  text.toLowerCase().replaceAll(": ", ".").replaceAll(" ", "_");

/** The filters, with suggestions from the rows on this page. */
const Narrowing = (props: {
  of: Filters<Name>;
  rows: readonly AuditRow[];
  tenants: ReadonlyMap<string, string>;
}) => (
  <search class="filters">
    <TypedFilter
      of={props.of}
      name="action"
      label={t.filters.action}
      type="text"
      list="actions"
      show={(action) => (action === "" ? "" : actionText(action))}
      read={(text) => actionCode(text, props.rows)}
    />
    <Proposals id="actions" texts={props.rows.map(({ action }) => actionText(action))} />
    <ChoiceFilter
      of={props.of}
      name="resource_type"
      label={t.filters.resource_type}
      choices={kindOptions}
    />
    {may("listTenants") && (
      <ChoiceFilter
        of={props.of}
        name="tenant_id"
        label={t.filters.tenant_id}
        choices={[["null", t.noTenant], ...props.tenants]}
      />
    )}
    {typed.map((name) => (
      <TypedFilter
        key={name}
        of={props.of}
        name={name}
        label={t.filters[name]}
        type={name === "from" || name === "to" ? "datetime-local" : "text"}
      />
    ))}
  </search>
);
