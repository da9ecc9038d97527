import { Link } from "wouter-preact";
import { channelOf } from "#shared/domain/connections/connection.ts";
import { REFUSAL_ROWS_A_MINUTE } from "#shared/domain/connections/limits.ts";
import { runAmongAll } from "../parts/addresses.ts";
import { Badge, Empty, Time, type Tone, Value } from "../parts/basics.tsx";
import type { Connection } from "../parts/connections.tsx";
import { asInstant, line } from "../parts/format.ts";
import { reasonRemedy, reasonText } from "../parts/reasons.ts";
import { ChoiceFilter, TypedFilter } from "../parts/search.tsx";
import { type Columns, type Filters, List, Noted, useFilters } from "../parts/table.tsx";
import { call, type Item, may, type Outcome } from "../shell/client.ts";
import { filteredPage, type Page } from "../shell/filtered.ts";
import { useLoad } from "../shell/load.ts";
import { Redeliver } from "./redeliver.tsx";
import { t } from "./texts.ts";

type Delivery = Item<"listConnectionDeliveries">;

const tones: Readonly<Record<string, Tone>> = {
  accepted: "sound",
  ignored: "quiet",
  duplicate: "quiet",
  rejected: "bad",
  account_mismatch: "bad",
};
const outcomes: Readonly<Record<string, string>> = t.outcomes;

/** Platform admins have no list per connection: they get the tenant's list, filtered. */
function askPage(
  { id, tenant_id, subtype }: Connection,
  asked: object,
  cursor: string,
): Promise<Outcome<Page<Delivery>>> {
  if (may("listConnectionDeliveries")) {
    const query = { limit: "50", cursor, ...asked };
    return call("listConnectionDeliveries", { params: { id }, query });
  }
  const channel = channelOf({ subtype }) ?? undefined;
  return filteredPage<Item<"listWebhookDeliveries">>(
    cursor,
    50,
    (from) =>
      call("listWebhookDeliveries", {
        query: { limit: "200", cursor: from, tenant_id, channel, ...asked },
      }),
    ({ connection_id }) => connection_id === null || connection_id === id,
  );
}

/** The filters that are set. */
const given = ({ outcome, from }: Readonly<Record<"outcome" | "from", string>>): object => ({
  ...(outcome === "" ? {} : { outcome }),
  ...(from === "" ? {} : { from: asInstant(from) }),
});

const runAt = ({ tenant_id }: Connection, id: string): string =>
  may("getDiscoveryRun") ? `/connections/runs/${id}` : runAmongAll(tenant_id, id);

/** The deliveries, newest first, with the reason why each was accepted or refused. */
export function Deliveries({ connection }: { connection: Connection }) {
  const filters = useFilters(["outcome", "from"]);
  const { values, cursor, key } = filters;
  const list = useLoad(`deliveries ${connection.id} ${key}`, () =>
    askPage(connection, given(values), cursor),
  );
  const columns: Columns<Delivery> = [
    [t.deliveryColumns.received, (row) => <Time iso={row.received_at} />],
    [t.deliveryColumns.event, (row) => line(row.event)],
    [
      t.deliveryColumns.outcome,
      (row) => (
        <Badge tone={tones[row.outcome] ?? "quiet"}>{outcomes[row.outcome] ?? row.outcome}</Badge>
      ),
    ],
    [
      t.deliveryColumns.reason,
      ({ reason }) => <Noted note={reasonRemedy(reason)}>{reasonText(reason) || "–"}</Noted>,
    ],
    [t.deliveryColumns.id, (row) => <Id of={row} />],
    [
      t.deliveryColumns.run,
      (row) => (
        <>
          {row.job_id && <Link href={runAt(connection, row.job_id)}>{t.deliveryColumns.run}</Link>}
          {connection.provider === "sourcehost" && row.delivery_id && (
            <Redeliver id={connection.id} deliveryId={row.delivery_id} onDone={list.reload} />
          )}
        </>
      ),
    ],
  ];
  return (
    <section>
      <Asked of={filters} />
      {values.outcome === "refused" && <p class="hint">{t.refusedListed(REFUSAL_ROWS_A_MINUTE)}</p>}
      <List
        of={list}
        empty={
          values.outcome !== "" || values.from !== "" ? (
            <Empty>{t.noSuchDeliveries}</Empty>
          ) : (
            <None id={connection.id} />
          )
        }
        name={t.tabs.deliveries}
        columns={columns}
        keyOf={(row) => `${row.received_at} ${row.delivery_id}`}
        pages={filters}
      />
    </section>
  );
}

const Asked = ({ of }: { of: Filters<"outcome" | "from"> }) => (
  <search class="filters">
    <ChoiceFilter of={of} name="outcome" label={t.outcome} choices={t.outcomesAsked} />
    <TypedFilter of={of} name="from" label={t.receivedSince} type="datetime-local" />
  </search>
);

const Id = ({ of }: { of: Delivery }) => (
  <>
    <code>{line(of.delivery_id) || "–"}</code>
    {of.payload_digest && (
      <details class="fine">
        <summary>{t.deliveryColumns.digest}</summary>
        <Value text={of.payload_digest} of={t.deliveryColumns.digest} />
      </details>
    )}
  </>
);

function None({ id }: { id: string }) {
  const action = { to: `/connections/${id}?tab=onboarding`, label: t.toOnboarding };
  return <Empty {...(may("getConnectionOnboarding") ? { action } : {})}>{t.noDeliveries}</Empty>;
}
