import { useState } from "preact/hooks";
import { SendButton } from "../parts/send-button.tsx";
import { call, may } from "../shell/client.ts";
import { t } from "./texts.ts";

/** Asks the source host to redeliver a webhook. */
export function Redeliver(props: { id: string; deliveryId: string; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!may("redeliverDelivery")) return null;
  const params = { id: props.id, delivery_id: props.deliveryId };
  return (
    <div role="status">
      <SendButton
        label={t.redeliver}
        class="small"
        isWrite
        send={() => call("redeliverDelivery", { params })}
        done={() => {
          setAsked(true);
          props.onDone();
        }}
      />
      {isAsked && ` ${t.redelivered}`}
    </div>
  );
}
