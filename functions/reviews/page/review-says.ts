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

/**
 * The texts of the review's script, in one language.
 * @param proofs the address at which the public log proves an entry, to be followed by its hash
 */
export const reviewSays = (
  language: Language,
  { script, review, options }: Catalogue,
  proofs: string,
) => ({
  language,
  ...script,
  proofs,
  qr: review.receipt.qr,
  labels: labels(),
  signedIn: review.form.signedIn,
  signedAs: review.form.signedAs,
  reading: review.facts.reading,
  /** Shown while a file is on its way. */
  moment: review.loading.text,
  remarks: decisions.map((decision) => options[decision].remark),
});
