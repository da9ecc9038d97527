import { cut, parseBounded } from "#shared/domain/text/text.ts";
import type { Reading, Usage, WireAnswer } from "./call.ts";
import type { FailureCode } from "./failure.ts";

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

export const failed = (code: FailureCode, usage: Usage = noUsage): Reading => ({
  ok: false,
  code,
  usage,
});

/** The failure that a status implies; null for 200, where the body decides. */
function statusFailure(status: number): FailureCode | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return "credential_invalid";
  if (status === 408) return "timeout";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "upstream_error";
  if (status >= 300 && status < 400) return "redirect_refused";
  return "contract_violation";
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The JSON object in a body; null for anything else (an HTML page, an empty body, an array). */
export const objectIn = (text: string): Fields | null => fieldsOf(parsed(text));

/**
 * The JSON object of a good response; a failure code for other statuses and forms, and for a 200
 * that contains an error.
 */
export function goodObject(answer: WireAnswer): Fields | FailureCode {
  const code = statusFailure(answer.status);
  if (code !== null) return code;
  const fields = objectIn(answer.body);
  if (fields === null || (fields["error"] !== undefined && fields["error"] !== null)) {
    return "contract_violation";
  }
  return fields;
}

/** The JSON value that a model wrote, without the code fences that some models add. */
export function jsonIn(text: string): { ok: true; value: unknown } | { ok: false } {
  const value = parsed(unfenced(text.trim()));
  return value === undefined ? { ok: false } : { ok: true, value };
}

const FENCE = "```";

/** The text between two code fences; the text itself if it is not fenced. */
function unfenced(text: string): string {
  const firstLineEnd = text.indexOf("\n");
  if (firstLineEnd === -1 || !text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  const language = text.slice(FENCE.length, firstLineEnd).trim();
  return /^[\w-]*$/.test(language) ? text.slice(firstLineEnd + 1, -FENCE.length) : text;
}

/** Parses JSON; undefined if it is invalid or nested too deeply. */
function parsed(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

const MAX_TOKENS = 1_000_000_000;

/** A token count; 0 for an impossible one. */
export const tokens = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS
    ? (value as number)
    : 0;

/** The tokens used, read from the provider's own field names. */
export const usageIn = (
  counted: Readonly<Record<string, unknown>> | null,
  input: string,
  output: string,
): Usage => ({ inputTokens: tokens(counted?.[input]), outputTokens: tokens(counted?.[output]) });

export const textOr = (value: unknown, otherwise: string | null): string | null =>
  typeof value === "string" && value !== "" ? cut(value, 200) : otherwise;
