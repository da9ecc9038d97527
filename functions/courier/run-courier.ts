import { bindJob } from "#shared/edge/bind-job.ts";
import { keySender } from "#shared/use-cases/courier/key-sender.ts";
import { questionSender } from "#shared/use-cases/courier/question-sender.ts";
import { reviewSenders } from "#shared/use-cases/courier/review-senders.ts";
import { runCourier, type Senders } from "#shared/use-cases/courier/run-courier.ts";
import { composeKeyMail } from "./mail/compose-key-mail.ts";
import { composeMail } from "./mail/compose-mail.ts";
import { composeQuestion } from "./mail/compose-question.ts";

const senders: Senders = {
  ...reviewSenders(composeMail),
  review_question: questionSender(composeQuestion),
  key_invitation: keySender(composeKeyMail),
};

/** Sends every mail and every webhook that is due, whether announced or at the tick. */
export const handler = bindJob("runCourier", async ({ payload, remainingMs, waitUntil }) => {
  const time = { remainingMs, waitUntil, waitsFor: waitedForBy(payload) };
  const both = [
    runCourier(senders, remainingMs),
    // Loaded separately, because the courier's function would load slowly with all of it at once.
    import("#shared/use-cases/webhooks/run-webhooks.ts").then(({ runWebhooks }) =>
      runWebhooks(time),
    ),
  ] as const;
  // A fault of one does not end the run before the other is done.
  await Promise.allSettled(both);
  const [mails] = await Promise.all(both);
  return mails;
});

/** A tick waits for everything that is due before the next one; a run by hand waits for nothing. */
function waitedForBy(payload: unknown): "all" | "own" | "nothing" {
  const { "detail-type": type } = (payload ?? {}) as { "detail-type"?: unknown };
  if (type === "Scheduled Event") return "all";
  return type === "MessagePromised" ? "own" : "nothing";
}
