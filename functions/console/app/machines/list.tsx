import { Empty, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { type Columns, Entry, List } from "../parts/table.tsx";
import { Claims } from "../parts/trusted.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import { useAll } from "../shell/load.ts";
import { type Machine, operations } from "./operations.ts";
import { t } from "./texts.ts";

const columns: Columns<Machine> = [
  [
    t.columns.name,
    (row) => (
      <Entry to={`/machines/${row.id}`} note={<code>{row.id}</code>}>
        {line(row.display_name)}
      </Entry>
    ),
  ],
  [t.columns.may, ({ scopes }) => <span class="fine">{scopes.join(", ")}</span>],
  [shared.issuer, (row) => line(row.issuer)],
  [shared.mustSay, (row) => <Claims of={row.claims} />],
  [shared.changed, (row) => <Time iso={row.updated_at} isRelative />],
];

/** The machines of the platform, or of the organisation. */
export function Machines() {
  const list = useAll(operations().list, {});
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={<LinkButton to="/machines/new" label={t.create} isPrimary />}
    >
      <List
        of={list}
        empty={<Empty action={{ to: "/machines/new", label: t.createFirst }}>{t.empty}</Empty>}
        name={t.title}
        columns={columns}
      />
    </Screen>
  );
}
