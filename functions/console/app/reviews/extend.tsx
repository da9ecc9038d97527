import { expiryDays } from "#shared/domain/reviews/limits.ts";
import { FormDialog, Opener } from "../parts/confirm.tsx";
import { TextField, useForm } from "../parts/form.tsx";
import { localTime } from "../parts/format.ts";
import { type Answer, call } from "../shell/client.ts";
import { t } from "./texts.ts";

type Request = Answer<"getEvidence">["request"];

/** Gives counsel more time for a review that waits for them. */
export const Extend = (props: { request: Request; onChanged: () => void }) => (
  <Opener label={t.extend.label}>{(close) => <Days {...props} onClose={close} />}</Opener>
);

function Days({
  request: { id, expires_at },
  onChanged,
  onClose,
}: {
  request: Request;
  onChanged: () => void;
  onClose: () => void;
}) {
  const form = useForm({ expiry_days: String(expiryDays.usual) });
  const body = () => ({ expiry_days: Number(form.values.expiry_days) });
  const send = () =>
    form.submit(
      () => call("extendReview", { params: { id }, body: body() }),
      () => {
        onClose();
        onChanged();
      },
    );
  return (
    <FormDialog
      title={t.extend.question}
      form={form}
      act={t.extend.label}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{t.extend.words(localTime(expires_at))}</p>
      <TextField
        form={form}
        name="expiry_days"
        label={t.extend.days}
        hint={t.extend.daysHint}
        type="number"
      />
    </FormDialog>
  );
}
