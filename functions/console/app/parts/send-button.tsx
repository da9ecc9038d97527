import type { Outcome } from "../shell/client.ts";
import { useSending } from "./sending.ts";
import { Trouble } from "./trouble.tsx";

/** A button that asks the service for something at once, after what went wrong the last time. */
export function SendButton<T>(props: {
  label: string;
  /** What tells it from others of its label, for screen readers. */
  of?: string;
  class?: string;
  /** It changes something. */
  isWrite?: boolean;
  send: () => Promise<Outcome<T>>;
  done: (body: T) => void;
}) {
  const { label, of } = props;
  const { failure, isBusy, submit } = useSending();
  return (
    <>
      {failure && <Trouble failure={failure} isWrite={props.isWrite === true} />}
      <button
        type="button"
        class={props.class ?? ""}
        aria-disabled={isBusy}
        {...(of ? { "aria-label": `${label}: ${of}` } : {})}
        onClick={() => submit(props.send, props.done)}
      >
        {label}
        {isBusy && " …"}
      </button>
    </>
  );
}
