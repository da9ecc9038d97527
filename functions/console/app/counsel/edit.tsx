import { useState } from "preact/hooks";
import { Dialog } from "../parts/confirm.tsx";
import { type Form, FormBox, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Trouble } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { session } from "../shell/session.ts";
import { t as shell } from "../shell/texts.ts";
import { unawaited } from "../shell/unawaited.ts";
import { bodyOf, CounselFields, type CounselValues } from "./fields.tsx";
import { t } from "./texts.ts";

type Counsel = Answer<"getCounsel">;

/** Edits a counsel. A new e-mail needs confirmation, because signatures stop verifying for it. */
export function Edit({
  counsel,
  onDone,
  onCancel,
}: {
  counsel: Counsel;
  onDone: () => void;
  onCancel: () => void;
}) {
  const form = useForm<CounselValues>({
    framework_id: counsel.framework_id,
    display_name: counsel.display_name,
    email: counsel.email,
    firm: counsel.firm ?? "",
    jurisdiction: counsel.jurisdiction ?? "",
    bar_registration: counsel.bar_registration ?? "",
    notes: counsel.notes ?? "",
    language: counsel.language ?? "",
  });
  /** How many signatures would stop verifying; null unless the dialog asks for confirmation. */
  const [affected, setAffected] = useState<number | null>(null);
  const { values } = form;
  const request = (dry_run: "true" | "false") =>
    call("editCounsel", {
      params: { counsel_id: counsel.id },
      query: { dry_run },
      body: bodyOf(values),
    });
  const save = () => form.submit(() => request("false"), onDone);
  const send = () => {
    const isSame = values.email.trim().toLowerCase() === counsel.email;
    if (isSame) return unawaited(save());
    unawaited(
      form.submit(
        () => request("true"),
        ({ signatures_affected }) => setAffected(signatures_affected),
      ),
    );
  };
  return (
    // While the dialog is open, it shows the failure, because the form behind it cannot be read.
    <FormBox
      form={affected === null ? form : { ...form, failure: null }}
      act={shell.save}
      onSubmit={send}
      label={t.edit}
      beside={
        <button type="button" onClick={onCancel}>
          {shell.cancel}
        </button>
      }
    >
      <CounselFields form={form} />
      {needsTwoPeople && <p class="note">{hintFor(counsel)}</p>}
      {affected !== null && (
        <Question form={form} affected={affected} onSave={save} onClose={() => setAffected(null)} />
      )}
    </FormBox>
  );
}

/** Says who will have to confirm the saved changes. */
const hintFor = ({ changed_by }: Counsel): string =>
  changed_by.some((user) => user !== session.value?.person.userId) ? t.thirdHint : t.secondHint;

/** Asks before the e-mail changes. While the dialog is open, it shows the failure. */
const Question = (props: {
  form: Form<CounselValues>;
  affected: number;
  onSave: () => Promise<void>;
  onClose: () => void;
}) => (
  <Dialog title={t.emailTitle} onClose={props.onClose}>
    {props.form.failure && <Trouble failure={props.form.failure} isWrite />}
    <p>{t.emailWords(props.affected, line(props.form.values.email.trim().toLowerCase()))}</p>
    <div class="actions">
      <button
        type="button"
        class="primary"
        aria-disabled={props.form.isBusy}
        onClick={() => unawaited(props.onSave())}
      >
        {t.emailAct}
      </button>
      <button type="button" onClick={props.onClose}>
        {shell.keep}
      </button>
    </div>
  </Dialog>
);
