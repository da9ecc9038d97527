import { t } from "../connections/texts.ts";
import type { Item } from "../shell/client.ts";
import { Badge, Time, type Tone } from "./basics.tsx";
import { line } from "./format.ts";
import { providerName } from "./provider-names.ts";
import { type Columns, Entry, List, type ListProps } from "./table.tsx";

export type Connection = Item<"listConnections">;

const tones: Readonly<Record<Connection["status"], Tone>> = {
  active: "sound",
  needs_reauthorization: "bad",
  inactive: "quiet",
};

export const ConnectionBadge = ({ status }: Pick<Connection, "status">) => (
  <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
);

/** `Source host (GitHub)`, `Cloud B (Amazon Web Services), event bus`. */
export const kindOf = ({ provider, subtype }: Pick<Connection, "provider" | "subtype">): string =>
  subtype === null ? providerName(provider) : `${providerName(provider)}, ${t.subtypes[subtype]}`;

/** Connections as a list. @param tenantName for whoever sees those of every tenant */
export function ConnectionTable({
  tenantName,
  ...list
}: Omit<ListProps<Connection>, "name"> & { tenantName?: ((id: string) => string) | undefined }) {
  const columns: Columns<Connection> = [
    [
      t.columns.name,
      (row) => (
        <Entry to={`/connections/${row.id}`} note={kindOf(row)}>
          {line(row.display_name)}
        </Entry>
      ),
    ],
    ...(tenantName
      ? [[t.columns.tenant, (row: Connection) => line(tenantName(row.tenant_id))] as const]
      : []),
    [t.columns.status, (row) => <ConnectionBadge status={row.status} />],
    [
      t.columns.lastRun,
      (row) =>
        row.last_run ? (
          <>
            <Time iso={row.last_run.created_at} isRelative />
            <p class="soft fine">
              {t.runStates[row.last_run.status as keyof typeof t.runStates] ??
                line(row.last_run.status)}
            </p>
          </>
        ) : (
          "–"
        ),
    ],
  ];
  return <List {...list} name={t.title} columns={columns} />;
}
