import { type Language, languages } from "#shared/domain/language.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { decisionLabels } from "./languages/labels.ts";

/** In every language, in the order of the decisions. */
const labels = () =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      decisions.map((decision) => decisionLabels[language][decision]),
    ]),
  ) as Record<Language, string[]>;

/** What the review's script says, in one language. */
export const reviewSays = (language: Language, { script, review, options }: Catalogue) => ({
  language,
  ...script,
  labels: labels(),
  signedIn: review.form.signedIn,
  signedAs: review.form.signedAs,
  reading: review.facts.reading,
  remarks: decisions.map((decision) => options[decision].remark),
});
