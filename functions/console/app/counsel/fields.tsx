import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import { type Form, SelectField, TextField } from "../parts/form.tsx";
import { config } from "../shell/provider.ts";
import { t } from "./texts.ts";

/** The editable fields of a counsel; an empty text clears an optional one. */
export const noCounsel = {
  display_name: "",
  email: "",
  firm: "",
  jurisdiction: "",
  bar_registration: "",
  notes: "",
  /** Empty: what their browser prefers. */
  language: "" as Language | "",
};
export type CounselValues = typeof noCounsel;

/** Null, which clears it, if the text is blank. */
const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** What the form holds, as the API takes it. */
export const bodyOf = (values: CounselValues) => ({
  display_name: values.display_name,
  email: values.email,
  firm: orNull(values.firm),
  jurisdiction: orNull(values.jurisdiction),
  bar_registration: orNull(values.bar_registration),
  notes: orNull(values.notes),
  language: values.language === "" ? null : values.language,
});

/** Those that are offered here, and the one that is chosen. */
const languagesFor = (chosen: Language | ""): readonly Language[] =>
  languages.filter(
    (language) => language === chosen || (config.counsel_languages ?? languages).includes(language),
  );

export function CounselFields<V extends CounselValues>({ form }: { form: Form<V> }) {
  const plain = form as unknown as Form<CounselValues>;
  return (
    <>
      <TextField form={plain} name="display_name" label={t.fields.display_name} />
      <TextField form={plain} name="email" type="email" label={t.fields.email} hint={t.emailHint} />
      {(["firm", "jurisdiction", "bar_registration"] as const).map((name) => (
        <TextField key={name} form={plain} name={name} label={t.fields[name]} isOptional />
      ))}
      <SelectField
        form={plain}
        name="language"
        label={t.fields.language}
        hint={t.languageHint}
        options={[
          ["", t.anyLanguage],
          ...languagesFor(plain.values.language).map(
            (language) => [language, languageNames[language]] as const,
          ),
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
