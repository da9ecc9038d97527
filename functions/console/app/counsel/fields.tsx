import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import { type Form, SelectField, TextField } from "../parts/form.tsx";
import { t } from "./texts.ts";

/** The editable fields of a counsel; an empty text clears an optional one. */
export interface CounselValues {
  display_name: string;
  email: string;
  firm: string;
  jurisdiction: string;
  bar_registration: string;
  notes: string;
  /** Empty: what their browser prefers. */
  language: Language | "";
}

export const noCounsel: CounselValues = {
  display_name: "",
  email: "",
  firm: "",
  jurisdiction: "",
  bar_registration: "",
  notes: "",
  language: "",
};

/** The chosen language; null, which clears it, for what their browser prefers. */
export const languageOrNull = (chosen: Language | ""): Language | null =>
  chosen === "" ? null : chosen;

/** The value of an optional field; null, which clears it, if the text is blank. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

export function CounselFields<V extends CounselValues>({ form }: { form: Form<V> }) {
  const plain = form as unknown as Form<CounselValues>;
  return (
    <>
      <TextField form={plain} name="display_name" label={t.fields.display_name} />
      <TextField form={plain} name="email" type="email" label={t.fields.email} hint={t.emailHint} />
      <TextField form={plain} name="firm" label={t.fields.firm} isOptional />
      <TextField form={plain} name="jurisdiction" label={t.fields.jurisdiction} isOptional />
      <TextField
        form={plain}
        name="bar_registration"
        label={t.fields.bar_registration}
        isOptional
      />
      <SelectField
        form={plain}
        name="language"
        label={t.fields.language}
        hint={t.languageHint}
        options={[
          ["", t.anyLanguage],
          ...languages.map((language) => [language, languageNames[language]] as const),
        ]}
      />
      <TextField
        form={plain}
        name="notes"
        label={t.fields.notes}
        hint={t.notesHint}
        rows={3}
        isOptional
      />
    </>
  );
}
