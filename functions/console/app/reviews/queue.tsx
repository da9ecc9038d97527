import { useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { Empty, Live, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { BookChoice, Search } from "../parts/search.tsx";
import { StatusBadge, TimeLeft } from "../parts/states.tsx";
import { Entry, List, useFilters } from "../parts/table.tsx";
import { call, type Item } from "../shell/client.ts";
import { askAhead, useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t as panels } from "./panel-texts.ts";
import { t } from "./texts.ts";

type Queued = Item<"listReviews">;
type Status = Queued["status"];
const FRESH_MS = 4000;

const loadKey = (search: string): string => `reviews ${search}`;

const filters = ["status", "framework_id", "mail", "search"] as const;

/** @param search the filters and the cursor, as in the address */
function askPage(search: string) {
  const given = new URLSearchParams(search);
  const query = [...filters, "cursor"].map((name) => [name, given.get(name) ?? ""]);
  return call("listReviews", { query: { limit: "50", ...Object.fromEntries(query) } });
}

/** Requests the first page before the queue renders. */
export function askQueueAhead(): void {
  const search = new URLSearchParams(location.search).toString();
  askAhead(loadKey(search), () => askPage(search));
}

/** The queue: every review by status, with its age and the time left. */
export function Queue() {
  const { values, set, cursor, key } = useFilters(filters);
  const books = useBooks();
  const list = useLoad(loadKey(key), () => askPage(key), cursor === "" ? FRESH_MS : 0);
  const isFiltered = filters.some((name) => values[name] !== "");
  return (
    <Screen
      title={t.title}
      aside={
        <>
          <Link href="/reviews/panels" class="button">
            {panels.title}
          </Link>
          <Link href="/reviews/new" class="button primary">
            {t.request}
          </Link>
        </>
      }
    >
      <Tabs
        status={values.status}
        frameworkId={values.framework_id}
        seen={list.data?.items}
        onChoose={(status) => set({ status })}
      />
      <search class="filters">
        <Search
          label={t.searchLabel}
          value={values.search}
          onSearch={(search) => set({ search }, true)}
        />
        <BookChoice
          label={t.framework}
          books={books.data}
          value={values.framework_id}
          onChoose={(framework_id) => set({ framework_id })}
        />
        <div class="field">
          <label for="mail">{t.mailFact}</label>
          <select
            id="mail"
            value={values.mail}
            onChange={({ currentTarget }) => set({ mail: currentTarget.value })}
          >
            <option value="">{t.anyMail}</option>
            {Object.entries(t.mailStates).map(([state, says]) => (
              <option key={state} value={state}>
                {says}
              </option>
            ))}
          </select>
        </div>
      </search>
      {list.data && <Live>{`${list.data.items.length} ${t.title}`}</Live>}
      <List
        of={list}
        rows={list.data?.items ?? []}
        empty={
          <Empty {...(isFiltered ? {} : { action: { to: "/reviews/new", label: t.requestFirst } })}>
            {isFiltered ? t.empty : t.emptyAll}
          </Empty>
        }
        name={t.title}
        columns={columnsOf((id) => bookName(books.data, id))}
        keyOf={({ id }) => id}
        pages={{ next: list.data?.next_cursor, cursor, onGo: (to) => set({ cursor: to }) }}
      />
    </Screen>
  );
}

const columnsOf = (nameOf: (id: string) => string) => [
  {
    name: t.columns.review,
    cell: (row: Queued) => (
      <>
        <Entry to={`/reviews/${row.id}`}>{nameOf(row.framework_id)}</Entry>
        <p class="soft fine">{t.rules(row.rule_use_case_ids.length)}</p>
      </>
    ),
  },
  {
    name: t.columns.counsel,
    cell: (row: Queued) => (
      <>
        {line(row.counsel_display_name)}
        {row.counsel_firm && <p class="soft fine">{line(row.counsel_firm)}</p>}
      </>
    ),
  },
  {
    name: t.columns.status,
    cell: (row: Queued) => (
      <>
        <StatusBadge of={row} />
        {row.status === "pending" && (
          <p class="soft fine">{row.viewed_at ? t.viewed : t.notViewed}</p>
        )}
      </>
    ),
  },
  { name: t.columns.requested, cell: (row: Queued) => <Time iso={row.created_at} isRelative /> },
  { name: t.columns.left, cell: (row: Queued) => <TimeLeft of={row} /> },
];

/** How often a value has changed since it was first defined. */
function useChanges(value: string | undefined): number {
  const seen = useRef({ value, changes: 0 });
  if (value !== undefined && value !== seen.current.value) {
    const isFirst = seen.current.value === undefined;
    seen.current = { value, changes: seen.current.changes + (isFirst ? 0 : 1) };
  }
  return seen.current.changes;
}

/** The statuses with their counts, which are reloaded when the list changes. */
function Tabs(props: {
  status: string;
  frameworkId: string;
  seen: readonly Queued[] | undefined;
  onChoose: (status: string) => void;
}) {
  const changes = useChanges(props.seen?.map(({ id, status }) => id + status).join());
  const counts = useLoad(`counts ${props.frameworkId} ${changes}`, () =>
    call("countReviews", { query: { framework_id: props.frameworkId } }),
  );
  const all = counts.data?.counts ?? [];
  const name = (status: Status): string => {
    const found = all.find((one) => one.status === status);
    return `${t.statuses[status]}${found ? ` ${found.count}${found.is_more ? "+" : ""}` : ""}`;
  };
  const entries = [
    ["", shell.all],
    ...(Object.keys(t.statuses) as Status[]).map((status) => [status, name(status)] as const),
  ] as const;
  return (
    <ul class="tabs" aria-label={t.status}>
      {entries.map(([status, label]) => (
        <li key={status}>
          <button
            type="button"
            class="tab"
            {...(status === props.status ? { "aria-current": "true" as const } : {})}
            onClick={() => props.onChoose(status)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
