import { useState } from "preact/hooks";
import type { Failure, Outcome } from "../shell/client.ts";
import { Trouble } from "./trouble.tsx";

interface Props<Result> {
  label: string;
  send: () => Promise<Outcome<Result>>;
  say: (result: Result) => string;
}

/** A button that tries something out once, and says what came of it. */
export function Probe<Result>({ label, send, say }: Props<Result>) {
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
      <div role="status">{result !== null && <p>{say(result)}</p>}</div>
      {failure && <Trouble failure={failure} isWrite />}
    </div>
  );
}
