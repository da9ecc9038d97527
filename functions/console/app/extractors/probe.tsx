import { useState } from "preact/hooks";
import { line, words } from "../parts/format.ts";
import { Trouble } from "../parts/trouble.tsx";
import type { Answer, Failure, Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

type Result = Answer<"testPreset">;

/** Tests an extractor and shows the result: code, duration, and the upstream's own message. */
export function Probe({ label, send }: { label: string; send: () => Promise<Outcome<Result>> }) {
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    if (isBusy) return;
    setBusy(true);
    setResult(null);
    setFailure(null);
    const outcome = await send();
    setBusy(false);
    if (outcome.kind === "done") setResult(outcome.body);
    else setFailure(outcome);
  };
  return (
    <div class="probe">
      <button type="button" onClick={test} aria-disabled={isBusy}>
        {label}
        {isBusy && " …"}
      </button>
      <div role="status">
        {result && (
          <p>
            {result.ok
              ? t.probeOk(result.latency_ms)
              : t.probeFailed(words(result.code ?? ""), result.latency_ms)}{" "}
            {line(result.detail)}
          </p>
        )}
      </div>
      {failure && <Trouble failure={failure} isWrite />}
    </div>
  );
}
