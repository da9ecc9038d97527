import { Link } from "wouter-preact";
import { Badge, Empty, Time, type Tone, Value } from "../parts/basics.tsx";
import type { Connection } from "../parts/connections.tsx";
import { line, words } from "../parts/format.ts";
import { Choice } from "../parts/search.tsx";
import { List, useFilters } from "../parts/table.tsx";
import { call, type Item, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { Redeliver } from "./redeliver.tsx";
import { t } from "./texts.ts";

type Delivery = Item<"listConnectionDeliveries">;
type Page = { items: Delivery[]; next_cursor: string | null };

const tones: Readonly<Record<string, Tone>> = {
  accepted: "good",
  ignored: "quiet",
  duplicate: "quiet",
  rejected: "bad",
  account_mismatch: "bad",
};
const outcomes: Readonly<Record<string, string>> = t.outcomes;

/** What came in, newest first, and why it was taken or refused. */
export function Deliveries({ connection }: { connection: Connection }) {
  const { values, set, cursor, key } = useFilters(["outcome"]);
  const query = {
    limit: "50",
    cursor,
    ...(values.outcome === "" ? {} : { outcome: values.outcome }),
  };
  const list = useLoad<Page>(
    `deliveries ${connection.id} ${key}`,
    (): Promise<Outcome<Page>> =>
      may("listConnectionDeliveries")
        ? call("listConnectionDeliveries", {
            params: { id: connection.id },
            query: query as object,
          })
        : call("listWebhookDeliveries", {
            query: { ...query, tenant_id: connection.tenant_id } as object,
          }),
  );
  const columns = [
    { name: t.deliveryColumns.received, cell: (row: Delivery) => <Time iso={row.received_at} /> },
    { name: t.deliveryColumns.event, cell: (row: Delivery) => line(row.event) },
    {
      name: t.deliveryColumns.outcome,
      cell: (row: Delivery) => (
        <Badge tone={tones[row.outcome] ?? "quiet"}>{outcomes[row.outcome] ?? row.outcome}</Badge>
      ),
    },
    { name: t.deliveryColumns.reason, cell: (row: Delivery) => words(line(row.reason)) || "–" },
    {
      name: t.deliveryColumns.id,
      cell: (row: Delivery) => (
        <>
          <code>{line(row.delivery_id) || "–"}</code>
          {row.payload_digest && (
            <details class="fine">
              <summary>{t.deliveryColumns.digest}</summary>
              <Value text={row.payload_digest} of={t.deliveryColumns.digest} />
            </details>
          )}
        </>
      ),
    },
    {
      name: t.deliveryColumns.run,
      cell: (row: Delivery) => (
        <>
          {row.job_id && (
            <Link href={`/connections/runs/${row.job_id}`}>{t.deliveryColumns.run}</Link>
          )}
          {connection.provider === "sourcehost" && row.delivery_id && (
            <Redeliver id={connection.id} deliveryId={row.delivery_id} onDone={list.reload} />
          )}
        </>
      ),
    },
  ];
  return (
    <section>
      <search class="filters">
        <Choice
          id="outcome"
          label={t.outcome}
          value={values.outcome}
          options={[["", shell.all], ...Object.entries(t.outcomes)]}
          onChoose={(outcome) => set({ outcome })}
        />
      </search>
      <List
        of={list}
        rows={list.data?.items ?? []}
        empty={<Empty>{t.noDeliveries}</Empty>}
        name={t.tabs.deliveries}
        columns={columns}
        keyOf={(row) => `${row.received_at} ${row.delivery_id}`}
        pages={{ next: list.data?.next_cursor, cursor, onGo: (to) => set({ cursor: to }) }}
      />
    </section>
  );
}
