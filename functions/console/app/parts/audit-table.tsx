import { t } from "../audit/texts.ts";
import { type Item, may } from "../shell/client.ts";
import { type ActorNames, useActorNames } from "./actor-names.ts";
import { actionText, thingText } from "./audit-words.ts";
import { Time } from "./basics.tsx";
import { line } from "./format.ts";
import { type Columns, Entry, itemsOf, List, type ListProps } from "./table.tsx";

export type AuditRow = Item<"listAudit">;

/** The permanent address of a row, from its time and id. */
const rowAddress = ({ created_at, id }: AuditRow): string =>
  `/audit/row/${created_at}/${encodeURIComponent(id)}`;

/** Kinds that a deployment has only one of, so the id says nothing more. */
const onlyOnes = ["oidc_issuer", "idp_federation", "evidence_log_key", "clearance_key"];

/** The subject of a row: its kind and its name, or its id if we know nothing else. */
function About({ row, names }: { row: AuditRow; names: ActorNames }) {
  const { resource_type: kind, resource_id: id } = row;
  if (kind === "platform_secret") return <>{thingText(line(id))}</>;
  return (
    <>
      {thingText(line(kind))}
      {!onlyOnes.includes(kind) && (
        <p class="soft fine">
          {names.about(row) ?? (names.isAsking ? "…" : <code>{line(id)}</code>)}
        </p>
      )}
    </>
  );
}

/** Audit rows as a list. @param tenants names of tenants by id, where the screen knows them */
export function AuditTable({
  tenants,
  ...list
}: ListProps<AuditRow> & { tenants?: ReadonlyMap<string, string> }) {
  const names = useActorNames(list.rows ?? itemsOf(list.of), tenants);
  // Members see the history of a system, but not the audit screens.
  const maySeeRows = may("listAudit") || may("listTenantAudit");
  const columns: Columns<AuditRow> = [
    [
      t.columns.when,
      (row) => {
        const time = <Time iso={row.created_at} />;
        return maySeeRows ? <Entry to={rowAddress(row)}>{time}</Entry> : time;
      },
    ],
    [t.columns.what, (row) => actionText(line(row.action))],
    [t.columns.about, (row) => <About row={row} names={names} />],
    [t.columns.who, (row) => <Who names={names} row={row} />],
  ];
  return <List {...list} columns={columns} />;
}

/** Who did what a row records: by name or e-mail, or by id if we know nothing else. */
export function Who({ names, row }: { names: ActorNames; row: AuditRow }) {
  const who = names.who(row);
  if (who === null) return t.system;
  return who === row.actor_user_id ? <code>{who}</code> : who;
}
