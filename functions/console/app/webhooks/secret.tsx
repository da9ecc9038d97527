import { ShownOnce } from "../parts/shown-once.tsx";
import { t } from "./texts.ts";

/** A secret that is shown this once; leaving asks whether it was stored. */
export const SecretOnce = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <ShownOnce
    id="secret"
    label={t.secret}
    value={secret}
    question={t.secretQuestion}
    done={t.secretStored}
    onDone={onDone}
  />
);
