import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Facts, Screen, Time, Value } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { useCall } from "../shell/load.ts";
import { EndpointActions } from "./actions.tsx";
import { Deliveries } from "./deliveries.tsx";
import { type Endpoint, operations } from "./operations.ts";
import { SecretOnce } from "./secret.tsx";
import { StateBadge } from "./state.tsx";
import { t } from "./texts.ts";

const hostOf = (url: string | null): string =>
  url === null ? t.hiddenUrl : line(URL.parse(url)?.host ?? url);

/** One endpoint: how it stands, what can be done with it, what was sent to it. */
export function EndpointDetail({ id }: { id: string }) {
  const [, go] = useLocation();
  const [secret, setSecret] = useState<string | null>(null);
  const endpoint = useCall(operations().get, { params: { id } });
  const found = endpoint.data;
  if (secret !== null) {
    const done = () => {
      setSecret(null);
      endpoint.reload();
    };
    return (
      <Screen title={t.secretTitle} lead={t.rotatedLead}>
        <SecretOnce secret={secret} onDone={done} />
      </Screen>
    );
  }
  return (
    <Screen title={found === null ? t.title : hostOf(found.url)}>
      <Pending of={endpoint} />
      {found && (
        <>
          {!found.enabled && (
            <div class="note">
              <p>
                <StateBadge of={found} />
              </p>
              <p>{t.offWords[found.disabled_reason ?? "operator"]}</p>
            </div>
          )}
          <EndpointFacts of={found} />
          <EndpointActions
            endpoint={found}
            onChanged={endpoint.reload}
            onSecret={setSecret}
            onDeleted={() => go("/webhooks")}
          />
          <h2>{t.deliveries}</h2>
          <Deliveries endpoint={found} />
        </>
      )}
    </Screen>
  );
}

const EndpointFacts = ({ of }: { of: Endpoint }) => (
  <Facts
    rows={[
      [t.url, of.url === null ? t.hiddenUrl : <Value text={of.url} of={t.url} />],
      [t.state, <StateBadge of={of} />],
      of.disabled_at !== null && [t.since, <Time iso={of.disabled_at} isRelative />],
      [t.events, of.events.map(line).join(", ")],
      of.description !== null && [t.description, line(of.description)],
      of.previous_secret_until !== null && [t.previous, <Time iso={of.previous_secret_until} />],
      [t.created, <Time iso={of.created_at} />],
    ]}
  />
);
