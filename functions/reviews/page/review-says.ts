import { type Language, languages } from "#shared/domain/language.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { catalogues } from "./languages/catalogues.ts";

/** The decisions' names in every language: what is signed may be in another one than the page. */
const decisionLabels = () =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      decisions.map((decision) => catalogues[language].options[decision].label),
    ]),
  ) as Record<Language, string[]>;

/** What the page's script says, in one language. */
export const reviewSays = (language: Language) => ({
  language,
  ...catalogues[language].script,
  labels: decisionLabels(),
  signedIn: catalogues[language].review.form.signedIn,
  signedAs: catalogues[language].review.form.signedAs,
  reading: catalogues[language].review.facts.reading,
  remarks: decisions.map((decision) => catalogues[language].options[decision].remark),
});
