import { useEffect } from "preact/hooks";
import { Copy } from "../parts/basics.tsx";
import { leaving } from "../shell/navigation.ts";
import { t } from "./texts.ts";

/** A secret that is shown this once; leaving asks whether it was stored. */
export function SecretOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  useEffect(() => {
    leaving.value = { question: t.secretQuestion };
    return () => {
      leaving.value = null;
    };
  }, []);
  const done = () => {
    leaving.value = null;
    onDone();
  };
  return (
    <section class="narrow">
      <div class="field">
        <label for="secret">{t.secret}</label>
        <input
          id="secret"
          readOnly
          value={secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="actions">
        <Copy text={secret} of={t.secret} />
        <button type="button" class="primary" onClick={done}>
          {t.secretStored}
        </button>
      </div>
    </section>
  );
}
