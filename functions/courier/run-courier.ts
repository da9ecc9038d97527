import { bindJob } from "#shared/edge/bind-job.ts";
import { reviewSenders } from "#shared/use-cases/courier/review-senders.ts";
import { runCourier } from "#shared/use-cases/courier/run-courier.ts";
import { composeMail } from "./mail/compose-mail.ts";

/** Sends every message that is due, whether announced or at the tick. */
export const handler = bindJob("runCourier", ({ remainingMs }) =>
  runCourier(reviewSenders(composeMail), remainingMs),
);
