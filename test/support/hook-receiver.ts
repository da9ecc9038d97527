import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as an endpoint received it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface HookReceiver {
  url: string;
  /** `127.0.0.1:<port>`, for WEBHOOK_ALLOWED_HOSTS. */
  host: string;
  received: Received[];
  /** How the next messages are answered, by path; 204 by default. */
  answers: Map<string, (response: ServerResponse, number: number) => void>;
  /** Messages in flight at once, at most so far. */
  mostAtOnce: number;
  close(): Promise<void>;
}

/** Somebody's webhook endpoint. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  let open = 0;
  const receiver: HookReceiver = {
    url: `http://${host}`,
    host,
    received: [],
    answers: new Map(),
    mostAtOnce: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("request", (request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.on("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(chunks).toString("utf8");
      receiver.received.push({ path, headers: request.headers as Record<string, string>, body });
      const number = receiver.received.filter((one) => one.path === path).length;
      const answer = receiver.answers.get(path);
      if (answer === undefined) response.writeHead(204).end();
      else answer(response, number);
    });
  });
  return receiver;
}
