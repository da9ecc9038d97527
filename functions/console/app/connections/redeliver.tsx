import { useState } from "preact/hooks";
import { line } from "../parts/format.ts";
import { call, type Failure, may } from "../shell/client.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

/** Asks the source host to redeliver a webhook. */
export function Redeliver({
  id,
  deliveryId,
  onDone,
}: {
  id: string;
  deliveryId: string;
  onDone: () => void;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isAsked, setAsked] = useState(false);
  if (!may("redeliverDelivery")) return null;
  const ask = async () => {
    const outcome = await call("redeliverDelivery", { params: { id, delivery_id: deliveryId } });
    setFailure(outcome.kind === "done" ? null : outcome);
    setAsked(outcome.kind === "done");
    if (outcome.kind === "done") onDone();
  };
  return (
    <div role="status">
      <button type="button" class="small" onClick={ask}>
        {t.redeliver}
      </button>
      {isAsked && ` ${t.redelivered}`}
      {failure && ` ${failure.kind === "problem" ? line(failure.detail) : shell.unreachableWrite}`}
    </div>
  );
}
