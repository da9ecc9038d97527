/** The sentences of a mail. `{name}` is a placeholder; plural forms are those of `Intl.PluralRules`. */
export interface MailTexts {
  subject: string;
  reminderSubject: string;
  extendedSubject: string;
  answerSubject: string;
  greeting: string;
  /** Who asks for what. */
  asks: string;
  reminds: string;
  /** Says that a question of counsel's was answered. */
  answers: string;
  /** Says that counsel has more time. */
  extends: string;
  /** "{count} rules of {framework}". */
  rules: { one: string; other: string };
  /** The articles that the rules belong to. */
  articles: string;
  /** Says that others are asked too: "{members}", "{need}". */
  panel: string;
  /** Who passed the request on: "{by}". */
  passedOn: string;
  until: string;
  button: string;
  /** Shown below the button, before the full address. */
  address: string;
  /** Replaces the button where the mail cannot contain the link. */
  ownLink: string;
  /** Comes before the requester's name for the matter. */
  matter: string;
  /** What happens next: one sentence. */
  next: string;
  confidential: string;
  /** The same if counsel may pass the request on. */
  personal: string;
  stop: string;
  /** The mail that invites counsel to enrol a key. */
  key: { subject: string; asks: string; until: string; button: string; confidential: string };
}
