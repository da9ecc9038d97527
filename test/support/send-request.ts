import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The answer, with its body as text. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  /** Text, bytes and a form are sent as they are, everything else as JSON. */
  body: unknown;
}

const agent = new Agent({ keepAlive: true });

/** The headers that `fetch` sends by default. */
const always = {
  "accept-encoding": "gzip, deflate",
  "accept-language": "*",
  "user-agent": "node",
};

const decodings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Sends one request to a system on this machine and follows no redirect. With `fetch`, the request
 * would cost a good part of what the system's answer costs.
 */
export async function sendRequest(url: string, { method, headers, body }: Sent): Promise<Received> {
  if (body instanceof FormData) return fetched(url, { method, headers, body });
  const bytes = bytesOf(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = bytes === undefined ? {} : { "content-length": String(bytes.byteLength) };
    const given = { method, agent, headers: { ...always, ...length, ...headers } };
    request(new URL(url), given, resolve).on("error", reject).end(bytes);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const sent = Buffer.concat(chunks);
  const decode = decodings[answer.headers["content-encoding"] ?? ""];
  const text = new TextDecoder().decode(
    decode === undefined || sent.length === 0 ? sent : decode(sent),
  );
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), text };
}

async function fetched(url: string, given: RequestInit): Promise<Received> {
  const answer = await fetch(url, { ...given, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** Keeps repeated headers. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  return headers;
}
