import { AsyncLocalStorage } from "node:async_hooks";
import { setting } from "./settings.ts";
import { spanOf } from "./trace-context.ts";

/** The piece of work in progress: a tick works on several runs concurrently, each with its own. */
const spans = new AsyncLocalStorage<string>();

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");

/**
 * Runs a piece of work in a span of its own.
 * @param sent the `traceparent` received with it, unvalidated; a malformed one starts a new trace
 */
export const inSpan = <T>(sent: string | null | undefined, work: () => T): T =>
  spans.run(spanOf(sent ?? undefined, setting("_X_AMZN_TRACE_ID"), hex), work);

/** The header that passes the trace on to a called service; none outside any span. */
export function traceHeaders(): { traceparent?: string } {
  const own = spans.getStore();
  return own === undefined ? {} : { traceparent: own };
}
