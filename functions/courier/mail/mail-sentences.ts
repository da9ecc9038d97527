/** The sentences of a mail. `{name}` is a placeholder; plural forms are those of `Intl.PluralRules`. */
export interface MailTexts {
  subject: string;
  reminderSubject: string;
  greeting: string;
  /** Who asks for what. */
  asks: string;
  reminds: string;
  /** "{count} rules of {framework}". */
  rules: { one: string; other: string };
  until: string;
  button: string;
  /** Below the button, before the address in full. */
  address: string;
  /** Before what the requester calls the matter. */
  matter: string;
  /** What happens next: one sentence. */
  next: string;
  confidential: string;
  stop: string;
}
