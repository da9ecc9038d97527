import { useLocation } from "wouter-preact";
import { findNamed } from "#shared/domain/evidence/question/question.ts";
import { Empty, Screen, Time } from "../parts/basics.tsx";
import { Naming } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Search } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { call, type Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

type Tenant = Item<"listTenants">;

/** Every tenant of the platform. */
export function Tenants() {
  const filters = useFilters(["search"]);
  const list = useAll("listTenants", {});
  const [, go] = useLocation();
  const shown = findNamed(list.data ?? [], filters.values.search, ({ id, name }) => [[name], [id]]);
  const columns: Columns<Tenant> = [
    [t.columns.name, (row) => <Entry to={`/tenants/${row.id}`}>{line(row.name)}</Entry>],
    [t.columns.id, (row) => <code>{row.id}</code>],
    [t.columns.created, (row) => <Time iso={row.created_at} isRelative />],
  ];
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={
        <Naming
          title={t.create}
          isPrimary
          act={t.create}
          name="name"
          label={t.name}
          value=""
          send={(body) => call("createTenant", { body })}
          onDone={({ id }) => go(`/tenants/${id}`)}
        />
      }
    >
      <search class="filters">
        <Search of={filters} name="search" label={t.search} />
      </search>
      <List
        of={list}
        rows={shown}
        empty={<Empty>{list.data?.length === 0 ? t.empty : t.noneFits}</Empty>}
        name={t.title}
        columns={columns}
      />
    </Screen>
  );
}
