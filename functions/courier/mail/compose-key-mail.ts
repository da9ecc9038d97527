import { visibleLine } from "#shared/domain/text/text.ts";
import { html, trusted } from "#shared/html/html.ts";
import type { KeyMail } from "#shared/use-cases/courier/review-mail.ts";
import { type ComposedMail, fill, untilText } from "./compose-mail.ts";
import { mailStyle } from "./mail-style.ts";
import { mailTexts } from "./mail-texts.ts";
import { nameInMail } from "./name-in-mail.ts";

/** Writes the mail that invites counsel to enrol a key: who asks, why, until when, and the link. */
export function composeKeyMail({
  language,
  asker,
  counsel,
  expiresAt,
  link,
}: KeyMail): ComposedMail {
  const { key, greeting, address } = mailTexts[language];
  const name = nameInMail(counsel);
  const values = { asker: visibleLine(asker), name, until: untilText(language, expiresAt) };
  const say = (sentence: string): string => fill(sentence, values);
  const subject = say(key.subject);
  const greeted = name === "" ? [] : [say(greeting)];
  const asks = `${say(key.asks)} ${say(key.until)}`;
  const text = [...greeted, asks, `${key.button}: ${link}`, key.confidential].join("\n\n");
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title><style>${trusted(mailStyle)}</style></head>
<body><div class="mail">${greeted.map((line) => html`<p>${line}</p>`)}<p>${asks}</p>
<p><a class="open" href="${link}">${key.button}</a></p><p class="small">${address}<br><span class="address">${link}</span></p>
<p>${key.confidential}</p></div></body></html>`;
  return { subject, text: `${text}\n`, html: page.markup };
}
