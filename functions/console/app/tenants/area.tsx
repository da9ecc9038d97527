import { Link } from "wouter-preact";
import { Facts, LinkButton, Time, Value } from "../parts/basics.tsx";
import { connectionColumns } from "../parts/connections.tsx";
import { chainText, HealthBadge } from "../parts/extractors.tsx";
import { Fields } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { resource } from "../parts/resource.tsx";
import { Entry, List } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, callAll } from "../shell/client.ts";
import { useAll, useCall } from "../shell/load.ts";
import { screens } from "../shell/screens.tsx";
import { t } from "./texts.ts";

const at = (tenant_id: string) => ({ params: { tenant_id } });

/** Every tenant of the platform, and each tenant's claims, connections and extractors. */
export const Area = screens(
  ...resource("/tenants", {
    words: t,
    isInDialog: true,
    list: () => callAll("listTenants", {}),
    get: (id) => call("getTenant", at(id)),
    valuesOf: (row) => ({ name: row?.name ?? "" }),
    send: (body, row) =>
      row === null ? call("createTenant", { body }) : call("updateTenant", { ...at(row.id), body }),
    Fields: ({ form }) => <Fields form={form} words={t.fields} of={{ name: {} }} />,
    nameOf: ({ name }) => line(name),
    searched: ({ id, name }) => [[name], [id]],
    useColumns: () => [
      [t.fields.name[0], (row) => <Entry to={`/tenants/${row.id}`}>{line(row.name)}</Entry>],
      [t.id, (row) => <code>{row.id}</code>],
      [t.created, (row) => <Time iso={row.created_at} isRelative />],
    ],
    useFacts: (row) => [
      [t.id, <Value text={row.id} of={t.id} />],
      [t.created, <Time iso={row.created_at} />],
    ],
    Acts: ({ of: { id } }) => <LinkButton to={`/audit?tenant_id=${id}`} label={t.audit} />,
    Below: ({ of: { id } }) => (
      <>
        <h2>{t.peopleTitle}</h2>
        <p>{t.people}</p>
        <Facts rows={t.claims.map(([claim, meaning]) => [<code>{claim}</code>, meaning])} />
        <p class="hint">{t.peopleCommand}</p>
        <Connections id={id} />
        <Extractors id={id} />
      </>
    ),
  }),
);

function Connections({ id }: { id: string }) {
  const connections = useAll("listAllConnections", { query: { tenant_id: id } } as never);
  return (
    <>
      <h2>{t.connections}</h2>
      <List
        of={connections}
        empty={<p class="soft">{t.noConnections}</p>}
        name={t.connections}
        columns={connectionColumns()}
      />
    </>
  );
}

function Extractors({ id }: { id: string }) {
  const extractors = useCall("getExtractorStatus", { query: { tenant_id: id } });
  const status = extractors.data?.tenants[0];
  return (
    <>
      <h2>{t.extractors}</h2>
      <Pending of={extractors} />
      {status && (
        <Facts
          rows={[
            [t.chain, chainText(status.chain)],
            [t.health, <HealthBadge health={status.health} />],
            [t.success, <Time iso={status.last_success_at} isRelative />],
            [t.failure, <Time iso={status.last_failure_at} isRelative />],
          ]}
        />
      )}
      <p>
        <Link href={`/extractors?tenant_id=${id}`}>{t.toExtractors}</Link>
      </p>
    </>
  );
}
