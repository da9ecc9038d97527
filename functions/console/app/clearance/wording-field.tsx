import { TextInput } from "../parts/field.tsx";
import { FileField } from "../parts/file-field.tsx";
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
  const choose = async (file: File | null) => {
    const isCurrent = begin();
    const text = file === null ? "" : await file.text();
    if (isCurrent()) form.set("wording", text);
  };
  return (
    <>
      <div class="field">
        <FileField
          id="wording-file"
          label={t.file}
          hint={t.fileHint}
          accept=".json,application/json"
          onChoose={(file) => unawaited(choose(file))}
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
