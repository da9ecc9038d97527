import { useState } from "preact/hooks";
import { Trouble } from "../parts/trouble.tsx";
import { type Answer, call, type Failure } from "../shell/client.ts";
import { operations } from "./operations.ts";
import { t } from "./texts.ts";

/** Sends a test, and says what came of it. */
export function SendTest({ id }: { id: string }) {
  const [result, setResult] = useState<Answer<"testWebhookEndpoint"> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    if (isBusy) return;
    setBusy(true);
    setResult(null);
    setFailure(null);
    const outcome = await call(operations().test, { params: { id } });
    setBusy(false);
    if (outcome.kind === "done") setResult(outcome.body);
    else setFailure(outcome);
  };
  return (
    <div class="probe">
      <button type="button" onClick={test} aria-disabled={isBusy}>
        {t.test}
        {isBusy && " …"}
      </button>
      <div role="status">
        {result && (
          <p>
            {result.delivered && result.status !== null
              ? t.testOk(result.status)
              : t.testFailed(result.status)}
          </p>
        )}
      </div>
      {failure && <Trouble failure={failure} isWrite />}
    </div>
  );
}
