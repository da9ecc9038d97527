import { Link } from "wouter-preact";
import { Facts, LinkButton, Screen, Time, Value } from "../parts/basics.tsx";
import { FormOpener } from "../parts/confirm.tsx";
import { connectionColumns } from "../parts/connections.tsx";
import { chainText, HealthBadge } from "../parts/extractors.tsx";
import { TextField } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { List } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { useAll, useCall } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

/** One tenant: its people's claims, its connections, its extractors. */
export function TenantDetail({ id }: { id: string }) {
  const tenant = useCall("getTenant", { params: { tenant_id: id } });
  const connections = useAll("listAllConnections", { query: { tenant_id: id } } as never);
  const extractors = useCall("getExtractorStatus", { query: { tenant_id: id } });
  const found = tenant.data;
  const status = extractors.data?.tenants[0];
  return (
    <Screen
      title={line(found?.name ?? t.title)}
      aside={
        found && (
          <>
            <FormOpener
              label={t.rename}
              act={shell.save}
              initial={{ name: found.name }}
              send={(body) => call("updateTenant", { params: { tenant_id: id }, body })}
              done={tenant.reload}
            >
              {(form) => <TextField form={form} name="name" label={t.name} />}
            </FormOpener>
            <LinkButton to={`/audit?tenant_id=${id}`} label={t.audit} />
          </>
        )
      }
    >
      <Pending of={tenant} />
      {found && (
        <>
          <Facts
            rows={[
              [t.id, <Value text={found.id} of={t.id} />],
              [t.created, <Time iso={found.created_at} />],
            ]}
          />
          <People />
          <h2>{t.connections}</h2>
          <List
            of={connections}
            empty={<p class="soft">{t.noConnections}</p>}
            name={t.connections}
            columns={connectionColumns()}
          />
          <h2>{t.extractors}</h2>
          <Pending of={extractors} />
          {status && <Extractors of={status} />}
          <p>
            <Link href={`/extractors?tenant_id=${id}`}>{t.toExtractors}</Link>
          </p>
        </>
      )}
    </Screen>
  );
}

const People = () => (
  <>
    <h2>{t.peopleTitle}</h2>
    <p>{t.people}</p>
    <Facts rows={t.claims.map(([claim, meaning]) => [<code>{claim}</code>, meaning])} />
    <p class="hint">{t.peopleCommand}</p>
  </>
);

const Extractors = ({ of }: { of: Answer<"getExtractorStatus">["tenants"][number] }) => (
  <Facts
    rows={[
      [t.chain, chainText(of.chain)],
      [t.health, <HealthBadge health={of.health} />],
      [t.success, <Time iso={of.last_success_at} isRelative />],
      [t.failure, <Time iso={of.last_failure_at} isRelative />],
    ]}
  />
);
