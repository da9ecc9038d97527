import { Link } from "wouter-preact";
import { t } from "../audit/texts.ts";
import type { Item } from "../shell/client.ts";
import { type ActorNames, useActorNames } from "./actor-names.ts";
import { Time } from "./basics.tsx";
import { line, titled, words } from "./format.ts";
import { Table } from "./table.tsx";

export type AuditRow = Item<"listAudit">;

/** The permanent address of a row, from its time and id. */
const rowAddress = ({ created_at, id }: AuditRow): string =>
  `/audit/row/${created_at}/${encodeURIComponent(id)}`;

/** `rule_review.viewed_by_counsel` in words: `Rule review: viewed by counsel`. */
export const actionText = (action: string): string => {
  const [area = "", ...rest] = action.split(".");
  return titled(words(rest.length === 0 ? area : `${area}: ${rest.join(" ")}`));
};

export function AuditTable({ name, rows }: { name: string; rows: readonly AuditRow[] }) {
  const names = useActorNames(rows);
  const columns = [
    {
      name: t.columns.when,
      cell: (row: AuditRow) => (
        <Link href={rowAddress(row)} class="entry" data-entry>
          <Time iso={row.created_at} />
        </Link>
      ),
    },
    { name: t.columns.what, cell: (row: AuditRow) => actionText(line(row.action)) },
    {
      name: t.columns.about,
      cell: (row: AuditRow) => (
        <>
          {titled(words(line(row.resource_type)))}
          <p class="soft fine">{names.about(row) ?? <code>{line(row.resource_id)}</code>}</p>
        </>
      ),
    },
    { name: t.columns.who, cell: (row: AuditRow) => <Who names={names} row={row} /> },
  ];
  return <Table name={name} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

/** Who did what a row tells: by name or e-mail, by id only if nothing else is known. */
export function Who({ names, row }: { names: ActorNames; row: AuditRow }) {
  const who = names.who(row);
  if (who === null) return t.system;
  return who === row.actor_user_id ? <code>{who}</code> : who;
}
