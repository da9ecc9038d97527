import { isInChain } from "#shared/domain/audit/chains.ts";
import { type AuditRow, isLogged } from "#shared/domain/audit/row.ts";
import { committedRow } from "#shared/domain/audit/told-row.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { resourceName, type Trail } from "#shared/domain/log/watch.ts";

const AT_ONCE = 8;

/** A deployment as its HTTP interface shows it. */
export interface Deployment {
  /** The later of the own clock and any answer's Date, in milliseconds since the epoch. */
  latest(): number;
  /** Since when the deployment says that its log is a fork; null: it does not. */
  forkedSince(): string | null;
  /** A file of the log; null: there is none. */
  readLogFile(path: string): Promise<Uint8Array | null>;
  /** All logged rows, and each chained resource's own trail. */
  readTrail(token: string): Promise<Trail>;
}

export function deploymentAt(baseUrl: string): Deployment {
  let latest = Date.now();
  let forked: string | null = null;
  const get = async (path: string, token?: string): Promise<Response> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${baseUrl}${path}`, { headers, redirect: "error" }).catch(() => {
      throw new Error(`${baseUrl}${path} is not reached.`);
    });
    const date = Date.parse(response.headers.get("date") ?? "");
    latest = Math.max(latest, Date.now(), Number.isNaN(date) ? 0 : date);
    forked ??= response.headers.get("log-forked-since");
    if (response.status === 200 || (response.status === 404 && token === undefined)) {
      return response;
    }
    throw new Error(`${path} answered ${response.status}.`);
  };
  const rowsAt = async (query: string, token: string): Promise<AuditRow[]> => {
    const rows: AuditRow[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const response = await get(`/admin/audit?limit=200${query}${next}`, token);
      const page = (await response.json()) as { items: AuditRow[]; next_cursor: string | null };
      rows.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return rows.filter(isLogged).map(committedRow);
  };
  return {
    latest: () => latest,
    forkedSince: () => forked,
    readLogFile: async (path) => {
      const response = await get(`/evidence/log/${path}`);
      return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer());
    },
    readTrail: async (token) => {
      const rows = await rowsAt("", token);
      const own = new Map<string, AuditRow[]>();
      const chained = rows.filter(isInChain);
      const resources = new Map(chained.map((row) => [resourceName(row), row]));
      await eachBounded([...resources], AT_ONCE, async ([name, row]) => {
        const query = new URLSearchParams({
          resource_type: row.resource_type,
          resource_id: row.resource_id,
        });
        own.set(name, await rowsAt(`&${query}`, token));
      });
      return { rows, own };
    },
  };
}
