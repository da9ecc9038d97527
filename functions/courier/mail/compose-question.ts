import { countOf, visibleLine } from "#shared/domain/text/text.ts";
import { html, trusted } from "#shared/html/html.ts";
import type { QuestionMail } from "#shared/use-cases/courier/question-sender.ts";
import type { ComposedMail } from "./compose-mail.ts";
import { mailStyle } from "./mail-style.ts";

/**
 * Writes the mail to a review's requester. It says that counsel's questions wait, but does not quote
 * them.
 */
export function composeQuestion(mail: QuestionMail): ComposedMail {
  const framework = visibleLine(mail.framework);
  const articles = visibleLine(mail.articles.join(", "));
  const subject = `Counsel asks before deciding: ${framework}`;
  const waits = `${countOf(mail.count, "question")} about a review that you requested ${mail.count === 1 ? "waits" : "wait"} for an answer.`;
  const about = articles === "" ? framework : `${framework}, ${articles}`;
  const next = "Counsel can decide without an answer, but asked for one first.";
  const text = [waits, about, `Read and answer: ${mail.link}`, next].join("\n\n");
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title><style>${trusted(mailStyle)}</style></head>
<body><div class="mail"><p>${waits}</p><p>${about}</p><p><a class="open" href="${mail.link}">Read and answer</a></p><p>${next}</p></div></body></html>`;
  return { subject, text: `${text}\n`, html: page.markup };
}
