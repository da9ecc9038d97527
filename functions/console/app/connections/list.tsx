import { LinkButton } from "../parts/basics.tsx";
import { type Connection, connectionColumns } from "../parts/connections.tsx";
import { ListScreen } from "../parts/list-screen.tsx";
import { ChoiceFilter, TenantFilter } from "../parts/search.tsx";
import { useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { filteredPage, type Page } from "../shell/filtered.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

/** The connections of the user's own tenant; a platform admin sees those of every tenant. */
export function Connections() {
  const filters = useFilters(["status", "tenant_id"]);
  const { values, cursor, key } = filters;
  const isPlatform = may("listAllConnections");
  const names = useTenantNames();
  const list = useLoad(`connections ${key}`, (): Promise<Outcome<Page<Connection>>> => {
    if (isPlatform)
      return call("listAllConnections", { query: { limit: "50", cursor, ...values } as object });
    return filteredPage<Connection>(
      cursor,
      50,
      (from) => call("listConnections", { query: { limit: "50", cursor: from } }),
      ({ status }) => values.status === "" || status === values.status,
    );
  });
  return (
    <ListScreen
      at="/connections"
      words={{
        ...t,
        empty: isPlatform ? t.emptyOfAll : t.empty,
        ...(may("createConnection") ? { createFirst: t.connectFirst } : {}),
      }}
      aside={
        <>
          {may("listAllDiscoveryRuns") && <LinkButton to="/connections/runs" label={t.allRuns} />}
          {may("createConnection") && (
            <LinkButton to="/connections/new" label={t.newTitle} isPrimary />
          )}
        </>
      }
      isFiltered={values.status !== "" || values.tenant_id !== ""}
      of={list}
      columns={connectionColumns(isPlatform ? (id) => names.get(id) ?? id : undefined)}
      pages={filters}
    >
      <search class="filters">
        <ChoiceFilter of={filters} name="status" label={t.filterStatus} choices={t.statuses} />
        {isPlatform && <TenantFilter of={filters} label={t.filterTenant} names={names} />}
      </search>
    </ListScreen>
  );
}
