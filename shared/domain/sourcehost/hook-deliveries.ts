import { type HttpAnswer, record } from "#shared/domain/discovery/upstream.ts";
import { retryAfterMs } from "#shared/domain/retry-after.ts";
import { withoutTrailing } from "#shared/domain/trailing.ts";
import { type AppPorts, apiHeaders } from "./app-api.ts";
import { rateLimitMs } from "./rate-limit.ts";

/*
 * The deliveries of the app's webhook as the source host remembers them, newest first, each attempt
 * an entry of its own (GitHub's "REST API endpoints for GitHub App webhooks").
 */

/** One attempt to deliver. */
export interface Attempt {
  /** The host's number of the attempt (digits, up to 64 bits), by which it is asked for another. */
  id: string;
  /** Of the delivery: the same for every attempt. */
  guid: string;
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  isTaken: boolean;
}

export type AttemptPage =
  | { ok: true; attempts: readonly Attempt[]; next: string | null }
  | { ok: false; refusal: Refusal };

/** Why the host did nothing. */
export interface Refusal {
  http_status: number | null;
  /** When it may be asked again, in milliseconds; null: it has not said. */
  waitMs: number | null;
}

const PAGE_SIZE = 100;

/** One page of attempts, newest first. @param next as the page before named it */
export async function readAttempts(
  { http, apiUrl, jwt }: AppPorts,
  next: string | null,
  now: number,
): Promise<AttemptPage> {
  const list = `${withoutTrailing("/", apiUrl)}/app/hook/deliveries?per_page=${PAGE_SIZE}`;
  const url = next === null ? list : `${list}&cursor=${encodeURIComponent(next)}`;
  const answer = await http({ method: "GET", url, headers: apiHeaders(jwt) });
  if (!answer.reached || answer.status !== 200)
    return { ok: false, refusal: refusalIn(answer, now) };
  const listed = parseWithIds(answer.text);
  const entries = Array.isArray(listed) ? listed : [];
  return { ok: true, attempts: entries.flatMap(attemptOf), next: nextCursor(answer.link ?? null) };
}

/** What the host came to when it was asked to deliver again. */
export type Asked =
  | { asked: true }
  /** It no longer knows the attempt. */
  | { asked: false; isForgotten: true }
  | { asked: false; isForgotten: false; refusal: Refusal };

/** Asks for another attempt; it carries the same delivery id. */
export async function askAgain(
  { http, apiUrl, jwt }: AppPorts,
  attemptId: string,
  now: number,
): Promise<Asked> {
  const answer = await http({
    method: "POST",
    url: `${withoutTrailing("/", apiUrl)}/app/hook/deliveries/${attemptId}/attempts`,
    headers: apiHeaders(jwt),
  });
  if (answer.reached && answer.status >= 200 && answer.status < 300) return { asked: true };
  const isForgotten = answer.reached && (answer.status === 404 || answer.status === 422);
  return isForgotten
    ? { asked: false, isForgotten }
    : { asked: false, isForgotten, refusal: refusalIn(answer, now) };
}

const refusalIn = (answer: HttpAnswer, now: number): Refusal =>
  answer.reached
    ? {
        http_status: answer.status,
        waitMs: rateLimitMs(answer, now) ?? retryAfterMs(answer.retryAfter, now),
      }
    : { http_status: null, waitMs: null };

/** JSON with its ids as they are written: they may be larger than a number is exact. */
function parseWithIds(text: string): unknown {
  const asWritten = (name: string, value: unknown, context?: { source?: string }): unknown =>
    name === "id" && typeof value === "number" ? context?.source : value;
  try {
    return JSON.parse(text, asWritten);
  } catch {
    return undefined;
  }
}

function attemptOf(entry: unknown): Attempt[] {
  const { id, guid, delivered_at, status_code } = record(entry);
  const at = typeof delivered_at === "string" ? Date.parse(delivered_at) : Number.NaN;
  const isKnown = typeof id === "string" && /^\d{1,20}$/.test(id) && typeof guid === "string";
  if (!isKnown || Number.isNaN(at) || guid.length > 200) return [];
  const isTaken = typeof status_code === "number" && status_code >= 200 && status_code < 300;
  return [{ id, guid, at: new Date(at).toISOString(), isTaken }];
}

/** The cursor of `<…?cursor=…>; rel="next"`; null: this was the last page. */
function nextCursor(link: string | null): string | null {
  const next = (link ?? "").split(",").find((part) => part.includes('rel="next"'));
  const url = next?.slice(next.indexOf("<") + 1, next.indexOf(">")) ?? "";
  return URL.canParse(url) ? new URL(url).searchParams.get("cursor") : null;
}

/**
 * The deliveries of which no attempt was taken, each by its newest attempt, oldest first.
 * @param attempts newest first
 */
export function failedAmong(attempts: readonly Attempt[]): readonly Attempt[] {
  const taken = new Set(attempts.filter(({ isTaken }) => isTaken).map(({ guid }) => guid));
  const newest = new Map<string, Attempt>();
  for (const attempt of attempts) {
    if (!taken.has(attempt.guid) && !newest.has(attempt.guid)) newest.set(attempt.guid, attempt);
  }
  return [...newest.values()].toReversed();
}
