import type { Outcome } from "../shell/client.ts";
import { useSending } from "./sending.ts";
import { Trouble } from "./trouble.tsx";

/** A button that sends a request at once. It shows the last failure above itself. */
export function SendButton<T>(props: {
  label: string;
  /** Tells it apart from other buttons with the same label, for screen readers. */
  of?: string;
  class?: string;
  /** The request changes something. */
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
