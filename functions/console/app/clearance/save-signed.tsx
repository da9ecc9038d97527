import { download } from "../parts/download.ts";
import { SendButton } from "../parts/send-button.tsx";
import type { Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

/** Saves the answer with its signed statement as a file. @param ask asks the same question again */
export const SaveSigned = (props: {
  ask: () => Promise<Outcome<unknown>>;
  /** The file's name, without its ending. */
  name: string;
}) => (
  <div class="actions">
    <SendButton
      label={t.save}
      send={props.ask}
      done={(signed) => {
        const text = `${JSON.stringify(signed, null, 2)}\n`;
        download(`${props.name}.json`, text);
      }}
    />
    <span class="hint">{t.saveHint}</span>
  </div>
);
