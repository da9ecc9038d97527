import { faultSentence, fieldId } from "../parts/faults.ts";
import { TextInput } from "../parts/field.tsx";
import { FileField } from "../parts/file-field.tsx";
import type { Form } from "../parts/form.tsx";
import { RulePicks } from "../parts/rule-picks.tsx";
import { picks } from "../parts/rule-texts.ts";
import { Pending } from "../parts/trouble.tsx";
import { may } from "../shell/client.ts";
import { useLatestWins } from "../shell/latest-wins.ts";
import { useAll } from "../shell/load.ts";
import { unawaited } from "../shell/unawaited.ts";
import { type Asked, idsIn, type NamedBook } from "./question.ts";
import { t } from "./texts.ts";

/** Rules of a book to tick. Users who may see the rules' status see it here too. */
export function SomeRules({ form, book }: { form: Form<Asked>; book: NamedBook | undefined }) {
  const maySee = may("listRules");
  const seen = useAll(
    "listRules",
    book === undefined || !maySee ? null : { params: { framework_id: book.id } },
  );
  const rules = maySee ? seen.data : book?.rules.map(asCited);
  const fault = form.fault("use_case_ids");
  const picked = idsIn(form.values.ids);
  return (
    <fieldset id={fieldId("use_case_ids")} tabIndex={-1}>
      <legend>{t.someRules}</legend>
      {fault && <p class="fault">{faultSentence(t.someRules, fault)}</p>}
      {book === undefined ? <p class="hint">{t.bookFirst}</p> : maySee && <Pending of={seen} />}
      {book && rules && (
        <>
          <p class="soft" role="status">
            {picks.picked(picked.length)}
          </p>
          <RulePicks
            rules={rules}
            picked={picked}
            names={[book.short_name, book.display_name]}
            onPick={(ids) => form.set("ids", ids.join("\n"))}
          />
        </>
      )}
    </fieldset>
  );
}

const asCited = ({ citation, ...rule }: NamedBook["rules"][number]) => ({
  ...rule,
  citations: citation === null ? [] : [{ label: citation }],
});

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
