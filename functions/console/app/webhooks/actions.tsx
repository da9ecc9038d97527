import { isGivenUp } from "#shared/domain/webhooks/endpoint.ts";
import { LinkButton } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Probe } from "../parts/probe.tsx";
import { call } from "../shell/client.ts";
import { type Endpoint, operations } from "./operations.ts";
import { t } from "./texts.ts";

interface Given {
  endpoint: Endpoint;
  onChanged: () => void;
  onSecret: (secret: string) => void;
  onDeleted: () => void;
}

/** What can be done with an endpoint; one that was given up can be switched on, or be left off. */
export function EndpointActions({ endpoint, onChanged, onSecret, onDeleted }: Given) {
  const { id, url, enabled, previous_secret_until } = endpoint;
  const params = { id };
  const lead = (
    <p>
      <code>{line(url)}</code>
    </p>
  );
  const switched = (isOn: boolean) => ({
    lead,
    send: () => call(operations().update, { params, body: { enabled: isOn } }),
    done: onChanged,
  });
  return (
    <div class="actions">
      <Probe
        label={t.test}
        send={() => call(operations().test, { params })}
        say={({ delivered, status }) =>
          delivered && status !== null ? t.testOk(status) : t.testFailed(status)
        }
      />
      {enabled ? (
        <Confirm key="off" does={t.switchOff} {...switched(false)} />
      ) : (
        <Confirm key="on" does={t.switchOn} isPrimary {...switched(true)} />
      )}
      {isGivenUp(endpoint) && <Confirm does={t.leaveOff} {...switched(false)} />}
      <Confirm
        does={t.rotate}
        lead={lead}
        send={() => call(operations().rotate, { params })}
        done={({ secret }) => onSecret(secret)}
      >
        {previous_secret_until !== null && <p>{t.rotateAgain}</p>}
      </Confirm>
      <LinkButton to={`/webhooks/${id}/edit`} label={t.edit} />
      <Confirm
        does={t.remove}
        lead={lead}
        isDangerous
        send={() => call(operations().remove, { params })}
        done={onDeleted}
      />
    </div>
  );
}
