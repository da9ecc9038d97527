import type { reviewSays } from "../review-says.ts";

/** What the page says in its language; the smaller pages carry only what they need of it. */
export const says: ReturnType<typeof reviewSays> = JSON.parse(
  document.getElementById("says")?.textContent ?? "{}",
);

interface Plural {
  one: string;
  other: string;
}

/** A text with its `{name}` places filled. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** A number as the page's language writes it. */
export const numberText = (n: number): string => n.toLocaleString(locale);

/** A text in the plural form that a number takes, with the number in its `{n}`. */
export const counted = (
  forms: Plural,
  n: number,
  values: Readonly<Record<string, string>> = {},
): string => {
  const form = new Intl.PluralRules(says.language).select(n) === "one" ? forms.one : forms.other;
  return filled(form, { ...values, n: numberText(n) });
};

/** For dates and numbers: day before month in English, too. */
export const locale = says.language === "en" ? "en-GB" : says.language;
