import http, { type Agent, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { urlToHttpOptions } from "node:url";
import { traceHeaders } from "#shared/platform/log.ts";

export interface Outgoing {
  method: string;
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Covers DNS, TLS, headers and the last byte of the answer that is read. */
  timeoutMs: number;
  /** Ends the request when the work has to stop. */
  stop?: AbortSignal;
  /** The limit for the answer's body after decompression. */
  mostBytes: number;
  /** Reads a longer answer up to the limit, instead of failing. */
  isCut?: boolean;
  /**
   * Asks for a compressed answer. Otherwise nothing is decompressed, whatever an answer says about
   * itself.
   */
  isCompressed?: boolean;
  agent?: Agent;
  /** Whether the body of this answer is read; by default always. */
  isRead?: (answer: IncomingMessage) => boolean;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

type Why = "timeout" | "aborted" | "response_too_large" | "unreachable";

/** There was no answer, or it was not read to its end; `cause` is the network's own error. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  readonly code: Why;
  /** The status of an answer whose body failed. */
  readonly status: number | undefined;

  constructor(code: Why, cause: unknown, status?: number) {
    super(`No answer: ${code}.`, { cause });
    this.code = code;
    this.status = status;
  }
}

class TooLarge extends Error {}

/**
 * Sends a request over Node's own HTTP, which the SDK has loaded already. `fetch` would load another
 * implementation, which costs half as much as a function's whole first answer. Answers are counted as
 * they arrive, and an answer that announces that it is too large is not waited for. No redirect is
 * followed, so that what a request carries stays with its host.
 * @throws Unanswered
 */
export async function send(request: Outgoing): Promise<Answered> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const { stop } = request;
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
  let status: number | undefined;
  try {
    const answer = await answerTo(request, signal);
    status = answer.statusCode ?? 0;
    const isRead = request.isRead?.(answer) ?? true;
    const bytes = isRead ? await bytesOf(answer, request) : Buffer.of();
    // The rest of the answer ends with its connection.
    if (!answer.readableEnded) answer.destroy();
    return { status, headers: answer.headers, bytes };
  } catch (error) {
    const why = stop?.aborted ? "aborted" : timeout.aborted ? "timeout" : "unreachable";
    throw new Unanswered(error instanceof TooLarge ? "response_too_large" : why, error, status);
  }
}

function answerTo(request: Outgoing, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, body, agent } = request;
  const headers = {
    "accept-encoding": request.isCompressed ? "gzip" : "identity",
    "user-agent": "countersign",
    ...traceHeaders(),
    ...request.headers,
  };
  const options = { ...urlToHttpOptions(new URL(request.url)), method, headers, signal, agent };
  return new Promise((resolve, reject) => {
    const { request: ask } = options.protocol === "http:" ? http : https;
    const sent = ask(options, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
}

async function bytesOf(
  answer: IncomingMessage,
  { mostBytes, isCut, isCompressed }: Outgoing,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  if (!isCut && Number(answer.headers["content-length"]) > mostBytes) throw new TooLarge();
  for await (const part of isCompressed ? await plain(answer) : answer) {
    length += part.length;
    if (length > mostBytes && isCut) break;
    if (length > mostBytes) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function plain(answer: IncomingMessage): Promise<Readable> {
  if (answer.headers["content-encoding"] !== "gzip") return answer;
  const { createGunzip } = await import("node:zlib");
  // Ends with an error as soon as either of the two streams does.
  return pipeline(answer, createGunzip(), () => undefined);
}
