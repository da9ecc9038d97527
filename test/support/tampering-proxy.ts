import { buffer } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";

interface Passing {
  method: string;
  path: string;
}

interface PassedAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** A proxy in front of a system that can alter its answers, as a broken edge would. */
export interface TamperingProxy {
  url: string;
  /** The system's address; set once the system has started. */
  target: string;
  /** Null passes everything through unchanged. */
  tamper: ((asked: Passing, answer: PassedAnswer) => PassedAnswer) | null;
  /** Headers that it adds to every request, as CloudFront does. */
  adds: Record<string, string>;
  close(): Promise<void>;
}

export async function startTamperingProxy(): Promise<TamperingProxy> {
  const server = await startLocalServer(async (request, response) => {
    const body = await buffer(request);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const sent = await fetch(`${proxy.target}${request.url}`, {
      method: request.method ?? "GET",
      headers: { ...(headers as Record<string, string>), ...proxy.adds },
      ...(body.length > 0 ? { body } : {}),
    });
    const answer = {
      status: sent.status,
      contentType: sent.headers.get("content-type") ?? "",
      text: await sent.text(),
    };
    const asked = { method: request.method ?? "", path: request.url ?? "" };
    const { status, contentType, text } = proxy.tamper?.(asked, answer) ?? answer;
    response.writeHead(status, { "content-type": contentType });
    response.end(text);
  });
  const proxy: TamperingProxy = {
    url: server.url,
    target: "",
    tamper: null,
    adds: {},
    close: server.close,
  };
  return proxy;
}
