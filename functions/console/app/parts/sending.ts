import { useState } from "preact/hooks";
import type { Failure, Outcome } from "../shell/client.ts";

/** The state of a button's request: sending it, and why it failed. */
export interface Sending {
  failure: Failure | null;
  isBusy: boolean;
  /** Sends only one request at a time, and stays busy until `done` has finished. */
  submit: <T>(
    send: () => Promise<Outcome<T>>,
    done: (body: T) => void | Promise<void>,
  ) => Promise<void>;
  forget: () => void;
}

export function useSending(): Sending {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    failure,
    isBusy,
    submit: async (send, done) => {
      if (isBusy) return;
      setBusy(true);
      setFailure(null);
      try {
        const outcome = await send();
        if (outcome.kind === "done") await done(outcome.body);
        else setFailure(outcome);
      } finally {
        setBusy(false);
      }
    },
    forget: () => setFailure(null),
  };
}
