import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";

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
  close(): Promise<void>;
}

/** Somebody's webhook endpoint. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const server = await startLocalServer(async (request, response) => {
    const path = request.url ?? "";
    const body = await text(request);
    receiver.received.push({ path, headers: request.headers as Record<string, string>, body });
    const number = receiver.received.filter((one) => one.path === path).length;
    const answer = receiver.answers.get(path);
    if (answer === undefined) response.writeHead(204).end();
    else answer(response, number);
  });
  const receiver: HookReceiver = { ...server, received: [], answers: new Map() };
  return receiver;
}
