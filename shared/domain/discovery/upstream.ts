import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";
import { cut } from "#shared/domain/text/text.ts";
import { cutWritten } from "#shared/domain/text/written.ts";
import { redacted } from "./redaction.ts";

/** One request to a cloud's API. */
export interface HttpRequest {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** The response, or why there was none. Ports never throw on network failures. */
export type HttpAnswer =
  | {
      reached: true;
      status: number;
      retryAfter: string | null;
      text: string;
      /** The `link` header with the pages of a list (RFC 8288). */
      link?: string | null;
      /** `x-ratelimit-remaining` and `x-ratelimit-reset` (seconds since the epoch), as received. */
      rateLimit?: { remaining: string | null; reset: string | null };
      /** `x-amzn-errortype`, in which AWS's REST services give the error code. */
      errorType?: string | null;
    }
  | { reached: false; code: "unreachable" | "timeout" | "response_too_large" | "aborted" };

export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * The stage of a discovery at which an upstream failed: `refresh` is the legacy refresh-token
 * exchange, `role` assuming a cloud-b role, `installation` the token for an installation of the
 * app.
 */
export type UpstreamStage =
  | "sts"
  | "impersonation"
  | "refresh"
  | "role"
  | "installation"
  | "enumerate";

/**
 * A run's error_jsonb (second seed, "Discovery token flow" step 5): the upstream's own words, never
 * a token. `http_status` is null if there was no response.
 */
export interface UpstreamFault {
  stage: UpstreamStage;
  http_status: number | null;
  code: string;
  description: string;
}

/** Time and randomness, injected. `sleep` resolves to false if the work has to stop. */
export interface Pace {
  sleep: (ms: number) => Promise<boolean>;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const MAX_DESCRIPTION = 1000;

/**
 * Reads a fault from a response. Understands `{error, error_description}`,
 * `{error: {code, message, status, details}}` and `{message}`.
 */
export function faultOf(
  stage: UpstreamStage,
  answer: HttpAnswer,
  secrets: readonly string[] = [],
): UpstreamFault {
  if (!answer.reached) {
    return { stage, http_status: null, code: answer.code, description: notReached[answer.code] };
  }
  const fault = (code: string, description: string): UpstreamFault => ({
    stage,
    http_status: answer.status,
    code: cutWritten(redacted(code, secrets), 100),
    description: cut(redacted(description, secrets), MAX_DESCRIPTION),
  });
  const { error, error_description: words, message: text } = record(parseJson(answer.text));
  if (typeof error === "string") return fault(error, typeof words === "string" ? words : error);
  if (typeof error === "object" && error !== null) {
    const { message, status } = record(error);
    const code = reasonOf(error) ?? (typeof status === "string" ? status : `http_${answer.status}`);
    return fault(code, typeof message === "string" ? message : code);
  }
  if (typeof text === "string" && text !== "") return fault(`http_${answer.status}`, text);
  return fault(`http_${answer.status}`, `The ${answer.status} response had no error document.`);
}

const notReached: Record<Extract<HttpAnswer, { reached: false }>["code"], string> = {
  unreachable: "The address could not be reached.",
  timeout: "No response arrived in time.",
  response_too_large: "The response was larger than allowed.",
  aborted: "The request was cancelled here.",
};

/** `details[].reason` of an ErrorInfo, which is more specific than the status. */
function reasonOf(error: object): string | null {
  const { details } = record(error);
  if (!Array.isArray(details)) return null;
  const reasons = details.map((detail) => record(detail).reason);
  return reasons.find((reason) => typeof reason === "string") ?? null;
}

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * An upstream's JSON, of any depth: one deep resource must not cost the whole page of a list. Code that
 * walks it limits the depth itself (`plainJson`). Undefined for text that is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a retry may help: no response, too many requests, or a server error. */
export const mayPass = (answer: HttpAnswer): boolean =>
  answer.reached
    ? answer.status === 429 || answer.status === 408 || answer.status >= 500
    : answer.code === "unreachable" || answer.code === "timeout";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 32_000;

/**
 * How long to wait before the next attempt, in ms: exponential backoff with jitter, or longer if
 * Retry-After (seconds or a date) asks for it, up to a minute.
 */
export function waitBefore(attempt: number, answer: HttpAnswer, pace: Pace): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  const own = most / 2 + (pace.random() * most) / 2;
  const asked = answer.reached ? (retryAfterMs(answer.retryAfter, pace.now()) ?? 0) : 0;
  return Math.max(own, Math.min(asked, 60_000));
}
