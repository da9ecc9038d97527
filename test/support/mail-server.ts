import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A mail as it was handed in: its receiver and its message's key. */
interface HandedIn {
  to: string;
  key: string;
}

/** How the provider answers: takes the mail, refuses it by an error's name, or hangs up after taking it. */
type ProviderMood = "takes" | "hangs_up" | "TooManyRequestsException" | "MessageRejected";

/**
 * A mail provider that behaves as a test wants; `taken` are the mails that would arrive.
 * @param answerMs how long each answer takes; for measuring
 */
export async function startMailServer(answerMs = 0) {
  const taken: HandedIn[] = [];
  const provider = { taken, mood: "takes" as ProviderMood, url: "", close: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const input = JSON.parse(Buffer.concat(chunks).toString("utf8"));
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return provider;
}
