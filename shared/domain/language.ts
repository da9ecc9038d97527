/** The languages of mails, as BCP 47 tags; the first is the default. */
const languages = ["en"] as const;
export type Language = (typeof languages)[number];
