import { Link } from "wouter-preact";
import { useActorNames } from "../parts/actor-names.ts";
import { Who } from "../parts/audit-table.tsx";
import { Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { type Columns, itemsOf, List, type Paged } from "../parts/table.tsx";
import type { Answer, Item } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "./texts.ts";

type Row = Item<"listAudit">;

/** The events in the room, newest first. */
export function Trail({ of: rows, pages }: { of: Loaded<Answer<"listAudit">>; pages: Paged }) {
  const names = useActorNames(itemsOf(rows));
  const columns: Columns<Row> = [
    [t.when, (row) => <Time iso={row.created_at} />],
    [t.what, (row) => t.actions[row.action] ?? line(row.action)],
    [
      t.which,
      ({ action, context }) =>
        typeof context.review_id === "string" ? (
          <Link href={`/reviews/${context.review_id}`}>
            {names.review(context.review_id) ?? <code>{line(context.review_id.slice(0, 8))}</code>}
          </Link>
        ) : action === "room.bundle_downloaded" ? (
          t.everything
        ) : (
          ""
        ),
    ],
    [t.by, (row) => <Who names={names} row={row} />],
  ];
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">{t.trail}</h2>
      <List of={rows} empty={null} name={t.trail} columns={columns} pages={pages} />
    </section>
  );
}
