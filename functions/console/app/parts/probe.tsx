import { useState } from "preact/hooks";
import { mayChange, type Outcome } from "../shell/client.ts";
import { useSending } from "./sending.ts";
import { Trouble } from "./trouble.tsx";

interface Props<Result> {
  label: string;
  send: () => Promise<Outcome<Result>>;
  say: (result: Result) => string;
  /** The page's names for the values that it sends. */
  nameOf?: (path: string) => string | null;
}

/** A button that tries something out once and shows the result. */
export function Probe<Result>({ label, send, say, nameOf }: Props<Result>) {
  const [result, setResult] = useState<Result | null>(null);
  const { failure, isBusy, submit } = useSending();
  if (!mayChange()) return null;
  const test = () => {
    if (!isBusy) setResult(null);
    return submit(send, setResult);
  };
  return (
    <div class="probe">
      <button type="button" onClick={test} aria-disabled={isBusy}>
        {label}
        {isBusy && " …"}
      </button>
      <div role="status">{result !== null && <p>{say(result)}</p>}</div>
      {failure && (
        <Trouble failure={failure} isWrite {...(nameOf === undefined ? {} : { nameOf })} />
      )}
    </div>
  );
}
