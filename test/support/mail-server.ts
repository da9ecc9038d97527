import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { startLocalServer } from "#infra/local/local-server.ts";

/** A mail as it was handed in: its receiver and its message's key. */
interface HandedIn {
  to: string;
  key: string;
}

/** The provider's answer: takes the mail, refuses it with that error, or takes it and hangs up. */
type ProviderMood = "takes" | "hangs_up" | "TooManyRequestsException" | "MessageRejected";

/**
 * A mail provider that behaves as a test wants; `taken` lists the mails that would arrive.
 * @param answerMs how long each answer takes; for measuring
 */
export async function startMailServer(answerMs = 0) {
  const taken: HandedIn[] = [];
  const provider = { taken, mood: "takes" as ProviderMood };
  const server = await startLocalServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: the request as it came
    const input = (await json(request)) as any;
    const { mood } = provider;
    if (answerMs > 0) await wait(answerMs);
    if (mood === "takes" || mood === "hangs_up") {
      taken.push({ to: input.Destination.ToAddresses[0], key: input.EmailTags[0].Value });
    }
    if (mood === "hangs_up") return response.destroy();
    response.setHeader("content-type", "application/json");
    if (mood === "takes") {
      return response.writeHead(200).end(JSON.stringify({ MessageId: `ses-${taken.length}` }));
    }
    const status = mood === "MessageRejected" ? 400 : 429;
    return response.writeHead(status, { "x-amzn-errortype": mood }).end('{"message":"No."}');
  });
  return Object.assign(provider, { url: server.url, close: server.close });
}
