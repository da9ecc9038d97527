import { t } from "../connections/texts.ts";
import type { Item } from "../shell/client.ts";
import { Badge, Time, type Tone } from "./basics.tsx";
import { line } from "./format.ts";
import { providerName } from "./provider-names.ts";
import { type Columns, Entry, Noted } from "./table.tsx";

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

/** The columns of a list of connections. @param tenantName for whoever sees those of every tenant */
export const connectionColumns = (tenantName?: (id: string) => string): Columns<Connection> => [
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
  [t.columns.lastRun, ({ last_run: run }) => (run ? <LastRun of={run} /> : "–")],
];

const LastRun = ({ of }: { of: NonNullable<Connection["last_run"]> }) => (
  <Noted note={t.runStates[of.status as keyof typeof t.runStates] ?? line(of.status)}>
    <Time iso={of.created_at} isRelative />
  </Noted>
);
