import { isGivenUp } from "#shared/domain/webhooks/endpoint.ts";
import { Badge } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Probe } from "../parts/probe.tsx";
import { call } from "../shell/client.ts";
import { at, type Endpoint, operations } from "./operations.ts";
import { t } from "./texts.ts";

/** The actions on an endpoint. One that was given up can be switched on, or left off. */
export function EndpointActs(props: {
  of: Endpoint;
  onChanged: () => void;
  onMade: (made: { id: string; secret: string }) => void;
}) {
  const { id, url, enabled, previous_secret_until } = props.of;
  const lead = (
    <p>
      <code>{line(url)}</code>
    </p>
  );
  const switched = (isOn: boolean) => ({
    lead,
    send: () => call(operations().update, { ...at(id), body: { enabled: isOn } }),
    done: props.onChanged,
  });
  return (
    <>
      <Probe
        label={t.test}
        send={() => call(operations().test, at(id))}
        say={({ delivered, status }) =>
          delivered && status !== null ? t.testOk(status) : t.testFailed(status)
        }
      />
      {enabled ? (
        <Confirm key="off" does={t.switchOff} {...switched(false)} />
      ) : (
        <Confirm key="on" does={t.switchOn} isPrimary {...switched(true)} />
      )}
      {isGivenUp(props.of) && <Confirm does={t.leaveOff} {...switched(false)} />}
      <Confirm
        does={t.rotate}
        lead={lead}
        send={() => call(operations().rotate, at(id))}
        done={props.onMade}
      >
        {previous_secret_until !== null && <p>{t.rotateAgain}</p>}
      </Confirm>
    </>
  );
}

export function StateBadge({ of }: { of: Endpoint }) {
  if (of.enabled) return <Badge tone="sound">{t.on}</Badge>;
  return (
    <Badge tone={isGivenUp(of) ? "bad" : "quiet"}>{t.off[of.disabled_reason ?? "operator"]}</Badge>
  );
}
