import { Probe } from "../parts/probe.tsx";
import { call } from "../shell/client.ts";
import { operations } from "./operations.ts";
import { t } from "./texts.ts";

/** Sends a test, and says what came of it. */
export const SendTest = ({ id }: { id: string }) => (
  <Probe
    label={t.test}
    send={() => call(operations().test, { params: { id } })}
    say={({ delivered, status }) =>
      delivered && status !== null ? t.testOk(status) : t.testFailed(status)
    }
  />
);
