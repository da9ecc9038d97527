import { TextInput } from "../parts/field.tsx";
import type { Form } from "../parts/form.tsx";
import { useLatestWins } from "../shell/latest-wins.ts";
import { unawaited } from "../shell/unawaited.ts";
import type { Asked } from "./question.ts";
import { t } from "./texts.ts";

/** The ids of the rules in question. */
export const IdsField = ({ form }: { form: Form<Asked> }) => (
  <TextInput
    name="use_case_ids"
    label={t.ids}
    rows={4}
    fault={form.fault("use_case_ids")}
    value={form.values.ids}
    onInput={(ids) => form.set("ids", ids)}
  />
);

/** The wording about to ship: a file, or its text. */
export function WordingField({ form }: { form: Form<Asked> }) {
  const begin = useLatestWins();
  const choose = async (file: File | undefined) => {
    const isCurrent = begin();
    const text = file === undefined ? "" : await file.text();
    if (isCurrent()) form.set("wording", text);
  };
  return (
    <>
      <div class="field">
        <label for="wording-file">{t.file}</label>
        <p class="hint" id="wording-file-hint">
          {t.fileHint}
        </p>
        <input
          id="wording-file"
          type="file"
          accept=".json,application/json"
          aria-describedby="wording-file-hint"
          onChange={({ currentTarget }) => unawaited(choose(currentTarget.files?.[0]))}
        />
      </div>
      <TextInput
        name="rules"
        label={t.wording}
        rows={6}
        fault={form.fault("rules")}
        value={form.values.wording}
        onInput={(wording) => form.set("wording", wording)}
      />
    </>
  );
}
