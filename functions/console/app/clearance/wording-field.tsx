import type { Framework } from "../parts/books.ts";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { TextInput } from "../parts/field.tsx";
import { FileField } from "../parts/file-field.tsx";
import type { Form } from "../parts/form.tsx";
import { RulePicks } from "../parts/rule-picks.tsx";
import { picks } from "../parts/rule-texts.ts";
import { Pending } from "../parts/trouble.tsx";
import { useLatestWins } from "../shell/latest-wins.ts";
import { useAll } from "../shell/load.ts";
import { unawaited } from "../shell/unawaited.ts";
import { type Asked, idsIn } from "./question.ts";
import { t } from "./texts.ts";

/** Some rules of a book, to be ticked. */
export function SomeRules({ form, book }: { form: Form<Asked>; book: Framework | undefined }) {
  const rules = useAll(
    "listRules",
    book === undefined ? null : { params: { framework_id: book.id } },
  );
  const fault = form.fault("use_case_ids");
  const picked = idsIn(form.values.ids);
  return (
    <fieldset id={fieldId("use_case_ids")} tabIndex={-1}>
      <legend>{t.someRules}</legend>
      {fault && <p class="fault">{faultSentence(t.someRules, fault)}</p>}
      {book === undefined ? <p class="hint">{t.bookFirst}</p> : <Pending of={rules} />}
      {book && rules.data && (
        <>
          <p class="soft" role="status">
            {picks.picked(picked.length)}
          </p>
          <RulePicks
            rules={rules.data}
            picked={picked}
            names={[book.short_name, book.display_name]}
            onPick={(ids) => form.set("ids", ids.join("\n"))}
          />
        </>
      )}
    </fieldset>
  );
}

/** The ids of the rules in question, for those who have no list of rules. */
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
