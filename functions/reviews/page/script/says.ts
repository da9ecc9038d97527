import type { reviewSays } from "../review-says.ts";

/** The page's texts in its language. The smaller pages carry only the texts that they need. */
export const says: ReturnType<typeof reviewSays> = JSON.parse(
  document.getElementById("says")?.textContent ?? "{}",
);

/** The text for a code that the service sent; empty if there is none. */
export const textFor = (texts: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(texts, code) ? (texts[code] ?? "") : "";

interface Plural {
  one: string;
  other: string;
}

/** A text with its `{name}` placeholders filled in. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** The service's own message about a field. It is in English. */
export const refused = (message: string): string => filled(says.delegation.refused, { message });

/** A number as the page's language formats it. */
export const numberText = (n: number): string => n.toLocaleString(locale);

/** A text in the plural form that a number requires, with the number in place of `{n}`. */
export const counted = (
  forms: Plural,
  n: number,
  values: Readonly<Record<string, string>> = {},
): string => {
  const form = new Intl.PluralRules(says.language).select(n) === "one" ? forms.one : forms.other;
  return filled(form, { ...values, n: numberText(n) });
};

/** The locale of dates and numbers. English, too, puts the day first. */
export const locale = says.language === "en" ? "en-GB" : says.language;
