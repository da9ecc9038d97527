import { Empty, LinkButton, Screen } from "../parts/basics.tsx";
import { type Connection, ConnectionTable } from "../parts/connections.tsx";
import { ChoiceFilter, TenantFilter } from "../parts/search.tsx";
import { useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { filteredPage, type Page } from "../shell/filtered.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

const states = [["", t.anyStatus], ...Object.entries(t.statuses)] as [string, string][];

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
  const connect = { to: "/connections/new", label: t.connect };
  const isFiltered = values.status !== "" || values.tenant_id !== "";
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={
        <>
          {may("listAllDiscoveryRuns") && <LinkButton to="/connections/runs" label={t.allRuns} />}
          {may("createConnection") && <LinkButton to={connect.to} label={t.connect} isPrimary />}
        </>
      }
    >
      <search class="filters">
        <ChoiceFilter of={filters} name="status" label={t.filterStatus} options={states} />
        {isPlatform && <TenantFilter of={filters} label={t.filterTenant} names={names} />}
      </search>
      <ConnectionTable
        of={list}
        empty={
          <Empty
            {...(may("createConnection") && !isFiltered
              ? { action: { ...connect, label: t.connectFirst } }
              : {})}
          >
            {isFiltered ? t.emptyAll : isPlatform ? t.emptyOfAll : t.empty}
          </Empty>
        }
        tenantName={isPlatform ? (id) => names.get(id) ?? id : undefined}
        pages={filters}
      />
    </Screen>
  );
}
