import { type HttpAnswer, record } from "#shared/domain/discovery/upstream.ts";
import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";
import { parseBounded, withoutTrailing } from "#shared/domain/text/text.ts";
import { type AppPorts, apiHeaders } from "./app-api.ts";
import { rateLimitMs } from "./rate-limit.ts";

/*
 * The app's webhook deliveries as recorded by the source host, newest first, one entry per attempt
 * (GitHub's "REST API endpoints for GitHub App webhooks").
 */

/** One delivery attempt. */
export interface Attempt {
  /** The host's attempt number (digits, up to 64 bits), used to request a redelivery. */
  id: string;
  /** The delivery's GUID: the same for every attempt. */
  guid: string;
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  isTaken: boolean;
}

export type AttemptPage =
  | { ok: true; attempts: readonly Attempt[]; next: string | null }
  | { ok: false; refusal: Refusal };

/** The host's refusal. */
export interface Refusal {
  http_status: number | null;
  /** How long to wait before asking again, in milliseconds; null if the host did not say. */
  waitMs: number | null;
}

const PAGE_SIZE = 100;

/**
 * One page of attempts, newest first.
 * @param next the cursor from the previous page; null: the first page
 */
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

/** The host's response to a redelivery request. */
export type Asked =
  | { asked: true }
  /** The host no longer has the attempt. */
  | { asked: false; isForgotten: true }
  | { asked: false; isForgotten: false; refusal: Refusal };

/** Requests a redelivery, which will have the same delivery id. */
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

/** Parses JSON, keeping ids as written: they may exceed the safe integers. */
function parseWithIds(text: string): unknown {
  const asWritten = (name: string, value: unknown, context?: { source?: string }): unknown =>
    name === "id" && typeof value === "number" ? context?.source : value;
  try {
    return parseBounded(text, { reviver: asWritten });
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

/** The cursor in `<…?cursor=…>; rel="next"`; null if this was the last page. */
function nextCursor(link: string | null): string | null {
  const next = (link ?? "").split(",").find((part) => part.includes('rel="next"'));
  const url = next?.slice(next.indexOf("<") + 1, next.indexOf(">")) ?? "";
  const cursor = URL.canParse(url) ? new URL(url).searchParams.get("cursor") : null;
  return cursor === null || cursor.length > LONGEST_CURSOR ? null : cursor;
}

/** The longest cursor that is kept between ticks; the host's have about 50 characters. */
const LONGEST_CURSOR = 500;

/**
 * The newest attempt of each delivery that was never accepted, oldest first.
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
