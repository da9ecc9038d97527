import { keySender } from "#shared/use-cases/courier/key-sender.ts";
import { panelSender } from "#shared/use-cases/courier/panel-sender.ts";
import { questionSender } from "#shared/use-cases/courier/question-sender.ts";
import { reviewSenders } from "#shared/use-cases/courier/review-senders.ts";
import type { Senders } from "#shared/use-cases/courier/run-courier.ts";
import { composeKeyMail } from "./mail/compose-key-mail.ts";
import { composeMail } from "./mail/compose-mail.ts";
import { composeQuestion } from "./mail/compose-question.ts";

/** The sender of each kind of message. */
export const senders: Senders = {
  ...reviewSenders(composeMail),
  review_question: questionSender(composeQuestion),
  key_invitation: keySender(composeKeyMail),
  panel_end: panelSender,
};
