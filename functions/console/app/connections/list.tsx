import { Link } from "wouter-preact";
import { Empty, Screen } from "../parts/basics.tsx";
import { type Connection, ConnectionTable } from "../parts/connections.tsx";
import { line } from "../parts/format.ts";
import { Choice } from "../parts/search.tsx";
import { Pages, useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, callAll, may, type Outcome } from "../shell/client.ts";
import { filteredPage } from "../shell/filtered.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

const states = [["", t.anyStatus], ...Object.entries(t.statuses)] as [string, string][];
type Page = { items: Connection[]; next_cursor: string | null };

/** The connections of the user's own tenant; a platform admin sees those of every tenant. */
export function Connections() {
  const { values, set, cursor, key } = useFilters(["status", "tenant_id"]);
  const isPlatform = may("listAllConnections");
  const tenants = useLoad("tenants", () =>
    isPlatform ? callAll("listTenants", {}) : Promise.resolve({ kind: "done" as const, body: [] }),
  );
  const list = useLoad<Page>(`connections ${key}`, (): Promise<Outcome<Page>> => {
    if (isPlatform)
      return call("listAllConnections", { query: { limit: "50", cursor, ...values } as object });
    return filteredPage<Connection>(
      cursor,
      50,
      (from) => call("listConnections", { query: { limit: "50", cursor: from } }),
      ({ status }) => values.status === "" || status === values.status,
    );
  });
  const names = new Map((tenants.data ?? []).map(({ id, name }) => [id, line(name)]));
  const rows = list.data?.items ?? [];
  const connect = { to: "/connections/new", label: t.connect };
  const isFiltered = values.status !== "" || values.tenant_id !== "";
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={
        <>
          {may("listAllDiscoveryRuns") && (
            <Link href="/connections/runs" class="button">
              {t.allRuns}
            </Link>
          )}
          {may("createConnection") && (
            <Link href={connect.to} class="button primary">
              {t.connect}
            </Link>
          )}
        </>
      }
    >
      <search class="filters">
        <Choice
          id="status"
          label={t.filterStatus}
          value={values.status}
          options={states}
          onChoose={(status) => set({ status })}
        />
        {isPlatform && (
          <Choice
            id="tenant"
            label={t.filterTenant}
            value={values.tenant_id}
            options={[["", shell.all], ...names]}
            onChoose={(tenant_id) => set({ tenant_id })}
          />
        )}
      </search>
      <Pending of={list} />
      {list.data && rows.length === 0 && (
        <Empty
          {...(may("createConnection") && !isFiltered
            ? { action: { ...connect, label: t.connectFirst } }
            : {})}
        >
          {isFiltered ? t.emptyAll : isPlatform ? t.emptyOfAll : t.empty}
        </Empty>
      )}
      {rows.length > 0 && (
        <ConnectionTable
          rows={rows}
          {...(isPlatform ? { tenantName: (id: string) => names.get(id) ?? id } : {})}
        />
      )}
      <Pages
        next={list.data?.next_cursor ?? null}
        cursor={cursor}
        onGo={(to) => set({ cursor: to })}
      />
    </Screen>
  );
}
