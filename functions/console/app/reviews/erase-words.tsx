import { FormOpener } from "../parts/confirm.tsx";
import { TextField } from "../parts/form.tsx";
import { call } from "../shell/client.ts";
import { t } from "./texts.ts";

/** Erases what counsel wrote, for a reason that the record keeps. */
export const EraseWords = ({ id, onChanged }: { id: string; onChanged: () => void }) => (
  <FormOpener
    label={t.erase.label}
    title={t.erase.question}
    act={t.erase.act}
    initial={{ reason: "" }}
    send={(body) => call("eraseWords", { params: { id }, body })}
    done={onChanged}
  >
    {(form) => (
      <>
        <p>{t.erase.words}</p>
        <TextField form={form} name="reason" label={t.erase.reason} hint={t.erase.reasonHint} />
      </>
    )}
  </FormOpener>
);
