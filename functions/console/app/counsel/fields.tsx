import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import type { Options } from "../parts/field.tsx";
import { Fields, type Form } from "../parts/form.tsx";
import { config } from "../shell/provider.ts";
import { t } from "./texts.ts";

/** The editable fields of a counsel; an empty text clears an optional one. */
export const noCounsel = {
  framework_id: "",
  display_name: "",
  email: "",
  firm: "",
  jurisdiction: "",
  bar_registration: "",
  notes: "",
  /** Empty: the language that their browser prefers. */
  language: "" as Language | "",
};
export type CounselValues = typeof noCounsel;

/** Null, which clears the field, if the text is blank. */
const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** The form's values in the form that the API takes. */
export const bodyOf = (values: CounselValues) => ({
  display_name: values.display_name,
  email: values.email,
  firm: orNull(values.firm),
  jurisdiction: orNull(values.jurisdiction),
  bar_registration: orNull(values.bar_registration),
  notes: orNull(values.notes),
  language: values.language === "" ? null : values.language,
});

/** The languages that are offered here, and the chosen one. */
const languagesFor = (chosen: Language | ""): readonly Language[] =>
  languages.filter(
    (language) => language === chosen || (config.counsel_languages ?? languages).includes(language),
  );

/** @param books the books to choose from; absent: the book stays as it is */
export function CounselFields({ form, books }: { form: Form<CounselValues>; books?: Options }) {
  const { language } = form.values;
  const offered = languagesFor(language).map((one) => [one, languageNames[one]] as const);
  return (
    <Fields
      form={form}
      words={t.fields}
      of={{
        framework_id: books !== undefined && { options: books },
        display_name: {},
        email: { type: "email" },
        firm: { isOptional: true },
        jurisdiction: { isOptional: true },
        bar_registration: { isOptional: true },
        language: { options: [["", t.anyLanguage], ...offered] },
        notes: { rows: 3, isOptional: true },
      }}
    />
  );
}
