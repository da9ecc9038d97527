import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text.ts";
import { actionText } from "../parts/audit-table.tsx";
import { Copy, Facts, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, may } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

/** One row under its permanent address: the instant it was written at, and its id. */
export function AuditRowDetail({ at, id }: { at: string; id: string }) {
  const from = new Date(at).toISOString();
  const to = new Date(Date.parse(at) + 1).toISOString();
  const query = { from, to, limit: "200" };
  const rows = useLoad(`row ${at} ${id}`, () =>
    may("listAudit") ? call("listAudit", { query }) : call("listTenantAudit", { query }),
  );
  const row = rows.data?.items.find((one) => one.id === id);
  const json = row === undefined ? "" : JSON.stringify(row, null, 2);
  return (
    <Screen title={row ? actionText(line(row.action)) : t.rowTitle}>
      <Pending of={rows} />
      {rows.data && row === undefined && <p>{t.gone}</p>}
      {row && (
        <>
          <Facts
            rows={[
              [t.columns.when, <Time iso={row.created_at} />],
              [
                t.columns.about,
                <Link
                  href={`/audit?resource_type=${row.resource_type}&resource_id=${encodeURIComponent(row.resource_id)}`}
                >
                  {line(`${row.resource_type} ${row.resource_id}`)}
                </Link>,
              ],
              [t.columns.who, line(row.actor_user_id ?? t.system)],
              [t.address, <Copy text={location.href} of={t.address} />],
            ]}
          />
          <div class="row">
            <h2>{t.json}</h2>
            <Copy text={json} of={t.json} />
          </div>
          <pre>{visible(json)}</pre>
        </>
      )}
    </Screen>
  );
}
