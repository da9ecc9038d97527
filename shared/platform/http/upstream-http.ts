import type { Http } from "#shared/domain/discovery/upstream.ts";
import { send, Unanswered } from "./send.ts";

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
  async (request) => {
    try {
      const { status, headers, bytes } = await send({
        ...request,
        ...{ timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES, isCompressed: true },
        ...(stop === undefined ? {} : { stop }),
      });
      const told = (name: string) => headers[name]?.toString() ?? null;
      return {
        ...{ reached: true, status, text: new TextDecoder().decode(bytes) },
        ...{ retryAfter: told("retry-after"), link: told("link") },
        rateLimit: { remaining: told("x-ratelimit-remaining"), reset: told("x-ratelimit-reset") },
        errorType: told("x-amzn-errortype"),
      };
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      return { reached: false, code: error.code };
    }
  };
