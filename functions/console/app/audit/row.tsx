import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { useActorNames } from "../parts/actor-names.ts";
import { type AuditRow, Who } from "../parts/audit-table.tsx";
import { actionText, thingText } from "../parts/audit-words.ts";
import { Copy, Facts, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

type Rows = { items: AuditRow[] };

/** The rows of one millisecond; none if the address contains no valid time. */
async function askAround(at: number): Promise<Outcome<Rows>> {
  if (Number.isNaN(at)) return { kind: "done", body: { items: [] } };
  const [from, to] = [at, at + 1].map((ms) => new Date(ms).toISOString());
  const query = { from, to, limit: "200" };
  return may("listAudit") ? call("listAudit", { query }) : call("listTenantAudit", { query });
}

/** One row at its permanent address: the time it was written, and its id. */
export function AuditRowDetail(address: { at: string; id: string }) {
  const [at, id] = [decodeURIComponent(address.at), decodeURIComponent(address.id)];
  const rows = useLoad(`row ${at} ${id}`, () => askAround(Date.parse(at)));
  const row = rows.data?.items.find((one) => one.id === id);
  const names = useActorNames(row === undefined ? [] : [row]);
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
                  {thingText(line(row.resource_type))} {names.about(row)}{" "}
                  <code>{line(row.resource_id)}</code>
                </Link>,
              ],
              [t.columns.who, <Who names={names} row={row} />],
              [t.address, <Copy text={location.href} of={t.address} />],
            ]}
          />
          <div class="row titled">
            <h2>{t.json}</h2>
            <Copy text={json} of={t.json} />
          </div>
          <pre>{visible(json)}</pre>
        </>
      )}
    </Screen>
  );
}
