import { countOf } from "#shared/domain/text/text.ts";
import { Empty, LinkButton, Live, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { line } from "../parts/format.ts";
import { BookFilter, ChoiceFilter, Search } from "../parts/search.tsx";
import { StatusBadge, TimeLeft } from "../parts/states.tsx";
import { type Columns, Entry, List, Noted, useFilters } from "../parts/table.tsx";
import { call, type Item } from "../shell/client.ts";
import { filteredPage } from "../shell/filtered.ts";
import { askAhead, useLoad } from "../shell/load.ts";
import { Drift } from "./drift.tsx";
import { t as panels } from "./panel-texts.ts";
import { requesterOf } from "./requester.ts";
import { signerOf } from "./signer.ts";
import { StatusTabs } from "./status-tabs.tsx";
import { t } from "./texts.ts";
import { titleOf } from "./title.ts";

type Queued = Item<"listReviews">;
const FRESH_MS = 4000;

const loadKey = (search: string): string => `reviews ${search}`;

const names = ["status", "stage", "framework_id", "counsel_id", "mail", "search"] as const;
const PAGE = 25;

/** @param search the filters and the cursor, as in the address */
function askPage(search: string) {
  const given = new URLSearchParams(search);
  const query = Object.fromEntries(names.map((name) => [name, given.get(name) ?? ""]));
  return filteredPage(given.get("cursor") ?? "", PAGE, (cursor) =>
    call("listReviews", { query: { limit: String(PAGE), ...query, cursor } }),
  );
}

/** Requests the first page before the queue renders. */
export function askQueueAhead(): void {
  const search = new URLSearchParams(location.search).toString();
  askAhead(loadKey(search), () => askPage(search));
}

/** The queue: every review by status, with its age and the time left. */
export function Queue() {
  const filters = useFilters(names);
  const { values, set, cursor, key } = filters;
  const books = useBooks();
  const list = useLoad(loadKey(key), () => askPage(key), cursor === "" ? FRESH_MS : 0);
  const isFiltered = names.some((name) => values[name] !== "");
  return (
    <Screen
      title={t.title}
      aside={
        <>
          <LinkButton to="/reviews/panels" label={panels.title} />
          <LinkButton to="/reviews/new" label={t.request} isPrimary />
        </>
      }
    >
      <Drift />
      <StatusTabs
        status={values.status}
        isUncounted={[values.search, values.mail, values.counsel_id].some((one) => one !== "")}
        frameworkId={values.framework_id}
        seen={list.data?.items}
        onChoose={(status) => set({ status, stage: "" })}
      />
      <search class="filters">
        <Search of={filters} name="search" label={t.searchLabel} />
        <BookFilter of={filters} label={t.framework} books={books.data} />
        {values.counsel_id !== "" && (
          <ChoiceFilter
            of={filters}
            name="counsel_id"
            label={t.columns.counsel}
            choices={[
              [values.counsel_id, nameOfCounsel(list.data?.items ?? [], values.counsel_id)],
            ]}
          />
        )}
        <SelectInput
          name="stage"
          label={t.stage}
          value={values.stage}
          options={[["", t.anyStage], ...Object.entries(t.stages)]}
          onChoose={(stage) => set({ stage, ...(stage === "" ? {} : { status: "pending" }) })}
        />
        <ChoiceFilter of={filters} name="mail" label={t.mailFact} choices={t.mailStates} />
      </search>
      {list.data && <Live>{countOf(list.data.items.length, "review")}</Live>}
      <List
        of={list}
        empty={
          <Empty {...(isFiltered ? {} : { action: { to: "/reviews/new", label: t.requestFirst } })}>
            {isFiltered ? t.empty : t.emptyAll}
          </Empty>
        }
        name={t.title}
        columns={columnsOf((id) => bookName(books.data, id))}
        pages={filters}
      />
    </Screen>
  );
}

/** Counsel's name, if the list has a review of theirs; otherwise the id. */
const nameOfCounsel = (seen: readonly Queued[], id: string): string =>
  line(seen.find((one) => one.counsel_id === id)?.counsel_display_name ?? id);

const columnsOf = (nameOf: (id: string) => string): Columns<Queued> => [
  [
    t.columns.review,
    (row) => (
      <Entry
        to={`/reviews/${row.id}`}
        note={[row.panel_id && t.inPanel, row.delegated_from && t.wasDelegated]
          .filter(Boolean)
          .join(", ")}
      >
        {titleOf(row, nameOf(row.framework_id))}
      </Entry>
    ),
  ],
  [
    t.columns.counsel,
    (row) => {
      const { display_name, firm } = signerOf(row);
      return <Noted note={line(firm)}>{line(display_name)}</Noted>;
    },
  ],
  [
    t.columns.status,
    (row) => (
      <>
        <StatusBadge of={row} />
        {row.status === "pending" && (
          <p class="soft fine">{row.viewed_at ? t.viewed : t.notViewed}</p>
        )}
        {row.matter_reference !== undefined && (
          <p class="soft fine">{line(row.matter_reference)}</p>
        )}
        {row.mail && <p class="soft fine">{`${t.mailFact}: ${t.mailStates[row.mail.status]}`}</p>}
      </>
    ),
  ],
  [
    t.columns.requested,
    (row) => (
      <Noted note={t.by(requesterOf(row))}>
        <Time iso={row.created_at} isDay />
      </Noted>
    ),
  ],
  [t.columns.due, (row) => <DueOrDecided row={row} />],
];

/** The date when a decision is due, with a bar, or when it was made, or when time ran out. */
function DueOrDecided({ row }: { row: Queued }) {
  if (row.decided_at !== null) {
    return (
      <>
        {t.decidedOn} <Time iso={row.decided_at} isDay />
      </>
    );
  }
  if (row.status === "cancelled") return <span class="soft">–</span>;
  if (row.status === "expired") {
    return (
      <>
        {t.endedOn} <Time iso={row.expires_at} isDay />
      </>
    );
  }
  return (
    <>
      <Time iso={row.expires_at} isDay />
      <TimeLeft of={row} />
    </>
  );
}
