import { Link } from "wouter-preact";
import { Empty, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Choice } from "../parts/search.tsx";
import { Entry, List, useFilters } from "../parts/table.tsx";
import { callAll } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { type Endpoint, operations } from "./operations.ts";
import { isGivenUp, StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

const columns = [
  {
    name: t.columns.address,
    cell: (row: Endpoint) => (
      <>
        <Entry to={`/webhooks/${row.id}`}>{line(row.url)}</Entry>
        {row.description && <p class="soft fine">{line(row.description)}</p>}
      </>
    ),
  },
  { name: t.columns.state, cell: (row: Endpoint) => <StateBadge of={row} /> },
  {
    name: t.columns.events,
    cell: (row: Endpoint) => <span class="fine">{row.events.map(line).join(", ")}</span>,
  },
  {
    name: t.columns.secret,
    cell: (row: Endpoint) =>
      row.previous_secret_until === null ? (
        t.oneSecret
      ) : (
        <>
          {t.twoSecrets} <Time iso={row.previous_secret_until} />
        </>
      ),
  },
  { name: t.columns.changed, cell: (row: Endpoint) => <Time iso={row.updated_at} isRelative /> },
];

/** Every endpoint of the platform, or of the organisation. */
export function Endpoints() {
  const { values, set } = useFilters(["given_up"]);
  const list = useLoad("endpoints", () => callAll(operations().list, {}));
  const rows = (list.data ?? []).filter(
    (one) => values.given_up === "" || String(isGivenUp(one)) === values.given_up,
  );
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={
        <Link href="/webhooks/new" class="button primary">
          {t.create}
        </Link>
      }
    >
      {list.data !== null && list.data.length > 0 && (
        <search class="filters">
          <Choice
            id="given_up"
            label={t.show}
            value={values.given_up}
            options={Object.entries(t.shown)}
            onChoose={(given_up) => set({ given_up }, true)}
          />
        </search>
      )}
      <List
        of={list}
        rows={rows}
        empty={
          list.data?.length === 0 ? (
            <Empty action={{ to: "/webhooks/new", label: t.createFirst }}>{t.empty}</Empty>
          ) : (
            <Empty>{t.noneGivenUp}</Empty>
          )
        }
        name={t.title}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </Screen>
  );
}
