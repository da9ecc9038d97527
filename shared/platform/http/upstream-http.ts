import type { Http, HttpAnswer } from "#shared/domain/discovery/upstream.ts";
import { traceHeaders } from "#shared/platform/log.ts";

const TIMEOUT_MS = 30_000;
/** A page of 100 resources is far below this; larger ones would not fit in memory together. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Requests to the clouds' own APIs, whose addresses come from settings alone. The time limit covers
 * the whole body; redirects are not followed, so that a token stays with its host.
 * @param stop aborts requests when the work has to stop
 */
export const upstreamHttp =
  (stop?: AbortSignal): Http =>
  async ({ method, url, headers, body }) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...traceHeaders() },
        redirect: "manual",
        signal,
        ...(body === undefined ? {} : { body }),
      });
      const text = await boundedText(response);
      if (text === null) return { reached: false, code: "response_too_large" };
      const retryAfter = response.headers.get("retry-after");
      const link = response.headers.get("link");
      const rateLimit = {
        remaining: response.headers.get("x-ratelimit-remaining"),
        reset: response.headers.get("x-ratelimit-reset"),
      };
      const errorType = response.headers.get("x-amzn-errortype");
      const { status } = response;
      return { reached: true, status, retryAfter, text, link, rateLimit, errorType };
    } catch {
      return { reached: false, code: whyNot(timeout, stop) };
    }
  };

const whyNot = (
  timeout: AbortSignal,
  stop: AbortSignal | undefined,
): Extract<HttpAnswer, { reached: false }>["code"] =>
  stop?.aborted ? "aborted" : timeout.aborted ? "timeout" : "unreachable";

async function boundedText(response: Response): Promise<string | null> {
  if (Number(response.headers.get("content-length") ?? 0) > MAX_BYTES) {
    await response.body?.cancel();
    return null;
  }
  if (response.headers.has("content-length") && !response.headers.has("content-encoding")) {
    return response.text();
  }
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      await response.body?.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
