import { withoutTrailing } from "#shared/domain/text/text.ts";

/*
 * Requests for the JSON below the page's own address. The page requests nothing before the reader
 * presses "Enter".
 */

/** Why the service gave no answer. */
interface Refused {
  kind: "refused";
  status: number;
  /** The service's own code; empty if something in front of the service answered. */
  code: string;
  detail: string;
  requestId: string;
  /** From `Retry-After`; null: not given. */
  retryAfterS: number | null;
  errors: readonly { path: string; message: string }[];
}
export type Failure = Refused | { kind: "unreachable" };
export type Outcome<T> = { kind: "done"; body: T; headers?: Headers } | Failure;

/** Read once, because the page has another address while it is printed. */
const room = withoutTrailing("/", location.pathname);
const PATIENCE_MS = 45_000;

const addressOf = (path: string): string => `${room}${path}`;

/** Sends a request below the room's address and returns the body as raw bytes. */
export async function ask(path: string, init: RequestInit = {}): Promise<Outcome<Uint8Array>> {
  try {
    const response = await fetch(addressOf(path), {
      headers: { accept: "application/json" },
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return { kind: "done", body: bytes, headers: response.headers };
    return refused(response, bytes);
  } catch {
    return { kind: "unreachable" };
  }
}

/** Something other than the service may have answered. Then only the status is known. */
function refused(response: Response, bytes: Uint8Array): Refused {
  const after = Number(response.headers.get("retry-after") ?? "");
  const found = parsed(bytes) as Partial<Record<string, unknown>> | null;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    kind: "refused",
    status: response.status,
    code: text(found?.["code"]),
    detail: text(found?.["detail"]),
    requestId: text(found?.["request_id"]),
    retryAfterS: after > 0 ? after : null,
    errors: Array.isArray(found?.["errors"]) ? found["errors"] : [],
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

export async function get<T>(path: string): Promise<Outcome<T>> {
  return asJson(await ask(path));
}

export async function post<T>(path: string, body: object): Promise<Outcome<T>> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return asJson(await ask(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

function asJson<T>(outcome: Outcome<Uint8Array>): Outcome<T> {
  if (outcome.kind !== "done") return outcome;
  const body = parsed(outcome.body);
  // A hotel's login page also answers 200.
  return body === null ? { kind: "unreachable" } : { ...outcome, body: body as T };
}

/**
 * At most this many pages of a list are read at once, because a room answers 60 requests a minute and
 * we read two lists: rules and reviews.
 */
const MAX_PAGES = 20;

/** All items of a list; `isWhole` is false if there were more pages than we read. */
export async function getAll<T>(path: string): Promise<Outcome<{ items: T[]; isWhole: boolean }>> {
  const items: T[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const further: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const outcome = await get<{ items: T[]; next_cursor: string | null }>(
      `${path}${path.includes("?") ? "&" : "?"}limit=200${further}`,
    );
    if (outcome.kind !== "done") return outcome;
    items.push(...outcome.body.items);
    cursor = outcome.body.next_cursor;
    if (cursor === null) return { ...outcome, body: { items, isWhole: true } };
  }
  return { kind: "done", body: { items, isWhole: false } };
}
