import { isInChain } from "#shared/domain/audit/chains.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { committedRow } from "#shared/domain/audit/told-row.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { LogSource } from "#shared/domain/log/read-log.ts";
import { resourceName, type Trail } from "#shared/domain/log/watch.ts";
import type { Service } from "./state/asked.ts";
import { type Members, RefusedAnswer } from "./state/difference.ts";

const AT_ONCE = 8;
/** An answer's Date has whole seconds, so something written just before may be this much later. */
const WITHIN_A_SECOND_MS = 999;

/** A deployment as seen through its HTTP interface. */
export interface Deployment {
  /** The later of our own clock and any answer's Date, in milliseconds since the epoch. */
  latest(): number;
  log: LogSource;
  /** What an admin's or a reader's token gives access to. */
  as(token: string): Reader;
}

interface Reader extends Service {
  /** Every audit row, oldest first. */
  readRows(): Promise<AuditRow[]>;
  /** The same rows with each chained resource's own trail. */
  withOwnTrails(rows: readonly AuditRow[]): Promise<Trail>;
}

/** @throws Error with one sentence from any call, if nothing answers or the answer is a refusal */
export function deploymentAt(baseUrl: string): Deployment {
  let latest = Date.now();
  let forked: string | null = null;
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${baseUrl}${path}`, { ...init, redirect: "error" }).catch(() => {
      throw new Error(`${baseUrl}${path} is not reached.`);
    });
    const date = Date.parse(response.headers.get("date") ?? "");
    latest = Math.max(latest, Date.now(), Number.isNaN(date) ? 0 : date + WITHIN_A_SECOND_MS);
    return response;
  };
  const read = async (path: string): Promise<Uint8Array | null> => {
    const response = await send(`/evidence/log/${path}`);
    forked ??= response.headers.get("log-forked-since");
    if (response.status === 404) return null;
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return {
    latest: () => latest,
    log: { read, forkedSince: () => forked },
    as: (token) => readerOf(send, token),
  };
}

function readerOf(
  send: (path: string, init?: RequestInit) => Promise<Response>,
  token: string,
): Reader {
  const call = async (path: string, body?: object): Promise<Members> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await send(path, { headers, ...sent });
    if (response.status !== 200) throw new RefusedAnswer(path, response.status);
    return (await response.json()) as Members;
  };
  const list = async (path: string): Promise<Members[]> => {
    const items: Members[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await call(`${path}${path.includes("?") ? "&" : "?"}limit=200${next}`);
      items.push(...(page.items as Members[]));
      cursor = page.next_cursor as string | null;
    } while (cursor !== null);
    return items;
  };
  const rowsAt = async (query = ""): Promise<AuditRow[]> =>
    ((await list(`/admin/audit${query}`)) as unknown as AuditRow[]).map(committedRow);
  return {
    list,
    get: (path) => call(path),
    ask: (path, body) => call(path, body),
    readRows: () => rowsAt(),
    withOwnTrails: async (rows) => {
      const chained = rows.filter((row) => isInChain(row));
      const resources = new Map(chained.map((row) => [resourceName(row), row]));
      const own = new Map<string, AuditRow[]>();
      await eachBounded([...resources], AT_ONCE, async ([name, row]) => {
        const { resource_type, resource_id } = row;
        own.set(name, await rowsAt(`?${new URLSearchParams({ resource_type, resource_id })}`));
      });
      return { rows, own };
    },
  };
}
