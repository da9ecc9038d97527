import { FormDialog, Opener } from "../parts/confirm.tsx";
import { TextField, useForm } from "../parts/form.tsx";
import { call } from "../shell/client.ts";
import { t } from "./texts.ts";

/** Erases what counsel wrote, for a reason that the record keeps. */
export const EraseWords = ({ id, onChanged }: { id: string; onChanged: () => void }) => (
  <Opener label={t.erase.label}>
    {(close) => <Reason id={id} onChanged={onChanged} onClose={close} />}
  </Opener>
);

function Reason(props: { id: string; onChanged: () => void; onClose: () => void }) {
  const form = useForm({ reason: "" });
  const send = () =>
    form.submit(
      () => call("eraseWords", { params: { id: props.id }, body: form.values }),
      () => {
        props.onClose();
        props.onChanged();
      },
    );
  return (
    <FormDialog
      title={t.erase.question}
      form={form}
      act={t.erase.act}
      onSubmit={send}
      onClose={props.onClose}
    >
      <p>{t.erase.words}</p>
      <TextField form={form} name="reason" label={t.erase.reason} hint={t.erase.reasonHint} />
    </FormDialog>
  );
}
