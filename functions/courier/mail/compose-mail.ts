import { visibleLine } from "#shared/domain/text/text.ts";
import { html, trusted } from "#shared/html/html.ts";
import type { CounselMailKind, ReviewMail } from "#shared/use-cases/courier/review-mail.ts";
import type { MailTexts } from "./mail-sentences.ts";
import { mailStyle } from "./mail-style.ts";
import { mailTexts } from "./mail-texts.ts";
import { nameInMail } from "./name-in-mail.ts";

/** The content of a mail twice: as text and as HTML. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a review's mail: who asks, framework, articles, number of rules, deadline, panel, who passed
 * it on, the link, what happens next. It contains no rule text.
 */
export function composeMail(mail: ReviewMail): ComposedMail {
  const { language, kind, link, stopLink } = mail;
  const texts = mailTexts[language];
  const counted = texts.rules[pluralOf(language, mail.ruleCount)];
  const framework = visibleLine(mail.framework);
  const values = {
    framework,
    name: nameInMail(mail.counsel),
    asker: visibleLine(mail.asker),
    until: untilText(language, mail.expiresAt),
    rules: fill(counted, { count: String(mail.ruleCount), framework }),
    articles: visibleLine(mail.articles.join(", ")),
    members: String(mail.panel?.members),
    need: String(mail.panel?.need),
    by: nameInMail(mail.passedOnBy ?? ""),
  };
  const say = (sentence: string): string => fill(sentence, values);
  const opening = openings(texts)[kind];
  const subject = say(opening.subject);
  const asks = say(opening.asks);
  const until = say(texts.until);
  const about = [
    ...(mail.passedOnBy === null ? [] : [say(texts.passedOn)]),
    ...(mail.articles.length === 0 ? [] : [say(texts.articles)]),
    ...(mail.panel === null ? [] : [say(texts.panel)]),
  ];
  const alone = mail.mayPassOn ? texts.personal : texts.confidential;
  const matter = mail.matter === null ? [] : [`${texts.matter}: ${visibleLine(mail.matter)}`];
  const greeting = values.name === "" ? [] : [say(texts.greeting)];
  const text = [
    ...greeting,
    `${asks} ${until}`,
    ...matter,
    ...(about.length === 0 ? [] : [about.join(" ")]),
    link === null ? texts.ownLink : `${texts.button}: ${link}`,
    texts.next,
    ...(link === null ? [] : [alone, `${texts.stop}: ${stopLink}`]),
  ].join("\n\n");
  const open =
    link === null
      ? html`<p>${texts.ownLink}</p>`
      : html`<p><a class="open" href="${link}">${texts.button}</a></p><p class="small">${texts.address}<br><span class="address">${link}</span></p>`;
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title><style>${trusted(mailStyle)}</style></head>
<body><div class="mail">${greeting.map((line) => html`<p>${line}</p>`)}<p>${asks} <strong>${until}</strong></p>${matter.map((line) => html`<p>${line}</p>`)}
${about.length === 0 ? "" : html`<p>${about.join(" ")}</p>\n`}${open}
<p>${texts.next}</p>${stopLink === null ? "" : html`<p>${alone}</p><p class="small"><a href="${stopLink}">${texts.stop}</a></p>`}</div></body></html>`;
  return { subject, text: `${text}\n`, html: page.markup };
}

/** The first sentence of each kind of mail. */
const openings = (texts: MailTexts) =>
  ({
    review_link: { subject: texts.subject, asks: texts.asks },
    review_reminder: { subject: texts.reminderSubject, asks: texts.reminds },
    review_extended: { subject: texts.extendedSubject, asks: texts.extends },
    review_answer: { subject: texts.answerSubject, asks: texts.answers },
  }) satisfies Record<CounselMailKind, object>;

/** Inserts values just once: a `{name}` inside a value stays as it is. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

const pluralOf = (language: string, count: number): "one" | "other" =>
  new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";

/** A time in full, in UTC, e.g. "Friday, 4 December 2026 at 10:15 UTC". */
export const untilText = (language: string, at: string): string =>
  `${new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(Date.parse(at))} UTC`;
