import { isGivenUp } from "#shared/domain/webhooks/endpoint.ts";
import { Empty, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { ChoiceFilter } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { useAll } from "../shell/load.ts";
import { type Endpoint, operations } from "./operations.ts";
import { StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

const columns: Columns<Endpoint> = [
  [
    t.columns.address,
    (row) => (
      <Entry to={`/webhooks/${row.id}`} note={line(row.description)}>
        {line(row.url ?? t.hiddenUrl)}
      </Entry>
    ),
  ],
  [t.columns.state, (row) => <StateBadge of={row} />],
  [t.columns.events, (row) => <span class="fine">{row.events.map(line).join(", ")}</span>],
  [
    t.columns.secret,
    (row) =>
      row.previous_secret_until === null ? (
        t.oneSecret
      ) : (
        <>
          {t.twoSecrets} <Time iso={row.previous_secret_until} />
        </>
      ),
  ],
  [t.columns.changed, (row) => <Time iso={row.updated_at} isRelative />],
];

/** Every endpoint of the platform, or of the organisation. */
export function Endpoints() {
  const filters = useFilters(["given_up"]);
  const { given_up } = filters.values;
  const list = useAll(operations().list, {});
  const rows = (list.data ?? []).filter(
    (one) => given_up === "" || String(isGivenUp(one)) === given_up,
  );
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={<LinkButton to="/webhooks/new" label={t.create} isPrimary />}
    >
      {list.data !== null && list.data.length > 0 && (
        <search class="filters">
          <ChoiceFilter
            of={filters}
            name="given_up"
            label={t.show}
            options={Object.entries(t.shown)}
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
      />
    </Screen>
  );
}
