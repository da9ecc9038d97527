import { Facts, Time, Value } from "../parts/basics.tsx";
import { type Connection, ConnectionBadge, kindOf } from "../parts/connections.tsx";
import { line } from "../parts/format.ts";
import { type Answer, may } from "../shell/client.ts";
import { t } from "./texts.ts";

/** A connection, with the fields that only its own tenant can see. */
export type Shown = Connection & Partial<Answer<"getConnection">>;

type Refusal = NonNullable<Shown["not_run_because"]>;

const Waiting = ({ refusal }: { refusal: Refusal }) => (
  <>
    {line(refusal.description)}
    <p class="soft fine">{refusal.hint}</p>
    <p class="soft fine">
      {t.nextTry} <Time iso={refusal.next_try_at} isRelative />
    </p>
  </>
);

/** The facts about a connection; those that do not apply to its kind are left out. */
export function Overview({ connection }: { connection: Shown }) {
  const health = connection.webhook_health;
  const { facts } = t;
  const values = [
    [facts.webhook, connection.webhook_url],
    [facts.account, connection.remote_tenant_id],
    [facts.installation, connection.installation_id],
    [facts.bus, connection.eventbus_bus_id],
    [facts.role, connection.role_arn],
    [facts.external, connection.external_id],
    [facts.audience, connection.wif_audience],
    [facts.serviceAccount, connection.wif_service_account_email],
  ] as const;
  return (
    <Facts
      rows={[
        [facts.kind, kindOf(connection)],
        [facts.status, <ConnectionBadge status={connection.status} />],
        connection.status === "needs_reauthorization" &&
          !may("reauthorizeConnection") && [facts.who, t.whoAuthorises],
        [facts.created, <Time iso={connection.created_at} />],
        connection.not_run_because !== undefined && [
          facts.waiting,
          <Waiting refusal={connection.not_run_because} />,
        ],
        health !== undefined && [facts.received, <Time iso={health.last_received_at} isRelative />],
        health !== undefined && [facts.day, t.outcomeCounts(health.outcomes_24h)],
        ...values
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, <Value text={value} of={name} />] as const),
      ]}
    />
  );
}
