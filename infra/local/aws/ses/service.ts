import { ACCOUNT, addressIn, REGION } from "#infra/local/aws/resources.ts";
import type { AwsService } from "#infra/local/aws/service.ts";
import { eventOf } from "./mail-events.ts";
import { openOutbox } from "./outbox.ts";
import { startSes } from "./ses.ts";

/** The job that the default bus's rule for SES's events invokes. */
const RECEIVER = "receiveMailEvents";

/** SES, limited to what we use: it takes mails into an outbox and reports what became of them. */
export const ses = {
  sdkName: "SESV2",
  start: async ({ stateOf, now, check, runtime, onUnforeseen }) => {
    const outbox = openOutbox(stateOf("outbox.json"));
    const telling = new Set<Promise<unknown>>();
    const server = await startSes({
      outbox,
      now,
      authorize: ({ accessKeyId, from }) =>
        check(accessKeyId, [
          {
            action: "ses:SendEmail",
            resource: `arn:aws:ses:${REGION}:${ACCOUNT}:identity/${addressIn(from)}`,
            context: { "ses:FromAddress": [addressIn(from)] },
          },
        ]),
      onTaken: (mail) => {
        const told = runtime
          .invoke(RECEIVER, eventOf(mail, now()))
          .catch(onUnforeseen)
          .finally(() => telling.delete(told));
        telling.add(told);
      },
      onUnforeseen,
    });
    return {
      ...server,
      outbox,
      close: async () => {
        await server.close();
        await Promise.all(telling);
      },
    };
  },
} satisfies AwsService;
