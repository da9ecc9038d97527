import { LinkButton } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { call } from "../shell/client.ts";
import { type Endpoint, operations } from "./operations.ts";
import { isGivenUp } from "./state.tsx";
import { SendTest } from "./test.tsx";
import { t } from "./texts.ts";

interface Given {
  endpoint: Endpoint;
  onChanged: () => void;
  onSecret: (secret: string) => void;
  onDeleted: () => void;
}

/** What can be done with an endpoint. */
export function EndpointActions({ endpoint, onChanged, onSecret, onDeleted }: Given) {
  const { id, url, previous_secret_until } = endpoint;
  const params = { id };
  return (
    <div class="actions">
      <SendTest id={id} />
      <Switch endpoint={endpoint} onChanged={onChanged} />
      <Confirm
        label={t.rotate}
        question={t.rotateQuestion}
        act={t.rotate}
        send={() => call(operations().rotate, { params })}
        done={({ secret }) => onSecret(secret)}
      >
        <p>
          <code>{line(url)}</code>
        </p>
        <p>{t.rotateWords}</p>
        {previous_secret_until !== null && <p>{t.rotateAgain}</p>}
      </Confirm>
      <LinkButton to={`/webhooks/${id}/edit`} label={t.edit} />
      <Confirm
        label={t.remove}
        question={t.removeQuestion}
        act={t.remove}
        isDangerous
        send={() => call(operations().remove, { params })}
        done={onDeleted}
      >
        <p>
          <code>{line(url)}</code>
        </p>
        <p>{t.removeWords}</p>
      </Confirm>
    </div>
  );
}

/** On and off; one that was given up can also be left off. */
function Switch({ endpoint, onChanged }: Pick<Given, "endpoint" | "onChanged">) {
  const { id, url, enabled } = endpoint;
  const send = (isOn: boolean) => () =>
    call(operations().update, { params: { id }, body: { enabled: isOn } });
  const address = (
    <p>
      <code>{line(url)}</code>
    </p>
  );
  if (enabled) {
    return (
      <Confirm
        label={t.switchOff}
        question={t.switchOffQuestion}
        act={t.switchOff}
        send={send(false)}
        done={onChanged}
      >
        {address}
        <p>{t.switchOffWords}</p>
      </Confirm>
    );
  }
  return (
    <>
      <Confirm
        label={t.switchOn}
        question={t.switchOnQuestion}
        act={t.switchOn}
        isPrimary
        send={send(true)}
        done={onChanged}
      >
        {address}
        <p>{t.switchOnWords}</p>
      </Confirm>
      {isGivenUp(endpoint) && (
        <Confirm
          label={t.leaveOff}
          question={t.leaveOffQuestion}
          act={t.leaveOff}
          send={send(false)}
          done={onChanged}
        >
          {address}
          <p>{t.leaveOffWords}</p>
        </Confirm>
      )}
    </>
  );
}
