import { useState } from "preact/hooks";
import { type AuditRow, AuditTable } from "../parts/audit-table.tsx";
import { Empty, Live, Screen } from "../parts/basics.tsx";
import { Search } from "../parts/search.tsx";
import { Pages, useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

const names = ["action", "resource_type", "resource_id", "tenant_id", "from", "to"] as const;
const FRESH_MS = 4000;
const HOUR = 3_600_000;

type Page = { items: AuditRow[]; next_cursor: string | null };

/** Those who may not see every tenant's rows see their own. */
const ask = (query: Record<string, string>): Promise<Outcome<Page>> =>
  may("listAudit") ? call("listAudit", { query }) : call("listTenantAudit", { query });

/** A day or an instant as people type it, as an instant with an offset. */
const asInstant = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
};

/** All rows, by filters; or the newest ones, as they come. */
export function AuditList() {
  const { values, set, cursor, key } = useFilters(names);
  const [isLive, setLive] = useState(false);
  const { from, to, ...exact } = values;
  const offered = may("listAudit") ? names : names.filter((name) => name !== "tenant_id");
  const filters = Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== ""));
  const query = {
    limit: "100",
    ...filters,
    ...(isLive || from === "" ? {} : { from: asInstant(from) }),
    ...(isLive || to === "" ? {} : { to: asInstant(to) }),
    ...(isLive || cursor === "" ? {} : { cursor }),
  };
  const list = useLoad(
    `audit ${key} ${isLive}`,
    () => (isLive ? newest(query) : ask(query)),
    isLive ? FRESH_MS : 0,
  );
  const rows = list.data?.items ?? [];
  return (
    <Screen
      title={t.title}
      lead={t.lead}
      aside={
        <button type="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
          {t.live}
        </button>
      }
    >
      <search class="filters">
        {offered.map((name, index) =>
          index === 0 ? (
            <Search
              key={name}
              label={t.filters[name]}
              value={values[name]}
              onSearch={(text) => set({ [name]: text }, true)}
            />
          ) : (
            <div class="field" key={name}>
              <label for={`filter-${name}`}>{t.filters[name]}</label>
              <input
                id={`filter-${name}`}
                type={name === "from" || name === "to" ? "datetime-local" : "text"}
                value={values[name]}
                onChange={({ currentTarget }) => set({ [name]: currentTarget.value.trim() }, true)}
              />
            </div>
          ),
        )}
      </search>
      {isLive && <p role="status">{t.following}</p>}
      <Pending of={list} />
      <Live>{isLive && rows.length > 0 ? t.arrived(rows.length) : ""}</Live>
      {list.data && rows.length === 0 && <Empty>{t.empty}</Empty>}
      {rows.length > 0 && <AuditTable name={t.title} rows={rows} />}
      {!isLive && (
        <Pages
          next={list.data?.next_cursor ?? null}
          cursor={cursor}
          onGo={(next) => set({ cursor: next })}
        />
      )}
    </Screen>
  );
}

const MINUTE = 60_000;
const MOST_SHOWN = 200;

/**
 * The newest rows, newest first: out of the last minute, and out of ever longer times before it, up to
 * an hour, until there are enough.
 */
async function newest(query: Record<string, string>): Promise<Outcome<Page>> {
  const now = Date.now();
  let rows: AuditRow[] = [];
  let to = now + MINUTE;
  for (let span = MINUTE; to > now - HOUR && rows.length < MOST_SHOWN; span *= 4) {
    const from = Math.max(now - HOUR, now - span);
    const bounds = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const outcome = await allOf({ ...query, ...bounds });
    if (outcome.kind !== "done") return outcome;
    rows = [...outcome.body, ...rows];
    to = from;
  }
  const items = rows.toReversed().slice(0, MOST_SHOWN);
  return { kind: "done", body: { items, next_cursor: null } };
}

/** Every row that the filters let through. */
async function allOf(query: Record<string, string>): Promise<Outcome<AuditRow[]>> {
  const rows: AuditRow[] = [];
  let cursor: string | null = null;
  do {
    const page = { ...query, limit: "200", ...(cursor === null ? {} : { cursor }) };
    const outcome: Outcome<Page> = await ask(page);
    if (outcome.kind !== "done") return outcome;
    rows.push(...outcome.body.items);
    cursor = outcome.body.next_cursor;
  } while (cursor !== null);
  return { kind: "done", body: rows };
}
