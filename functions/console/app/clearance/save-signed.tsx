import { download } from "../parts/download.ts";
import { useSending } from "../parts/sending.ts";
import { Trouble } from "../parts/trouble.tsx";
import type { Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

/** The answer with its signed statement, as a file. @param ask asks the same question once more */
export function SaveSigned({
  ask,
  name,
}: {
  ask: () => Promise<Outcome<unknown>>;
  /** Of the file, without its ending. */
  name: string;
}) {
  const { failure, isBusy, submit } = useSending();
  const save = () =>
    submit(ask, (signed) =>
      download(`${name}.json`, "application/json", `${JSON.stringify(signed, null, 2)}\n`),
    );
  return (
    <>
      <div class="actions">
        <button type="button" onClick={save} aria-disabled={isBusy}>
          {t.save}
          {isBusy && " …"}
        </button>
        <span class="hint">{t.saveHint}</span>
      </div>
      {failure && <Trouble failure={failure} />}
    </>
  );
}
