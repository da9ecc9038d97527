import { Badge, Empty, Screen, Time, type Tone } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { BookFilter, ChoiceFilter } from "../parts/search.tsx";
import { type Columns, Entry, List, Noted, useFilters } from "../parts/table.tsx";
import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./panel-texts.ts";
import { t as reviews } from "./texts.ts";
import { titleOf } from "./title.ts";

export type Panel = Item<"listPanels">;

export const panelTones: Readonly<Record<Panel["status"], Tone>> = {
  open: "wait",
  approved: "good",
  approved_with_changes: "good",
  changes_requested: "warn",
  rejected: "bad",
  undecided: "quiet",
  cancelled: "quiet",
};

/** A panel past its expiry gets no further vote, though it is open until the daily job has run. */
export const shownPanelStatus = ({ status, expires_at }: Pick<Panel, "status" | "expires_at">) =>
  status === "open" && Date.parse(expires_at) < Date.now() ? "undecided" : status;

const PanelBadge = ({ of }: { of: Panel }) => {
  const status = shownPanelStatus(of);
  return <Badge tone={panelTones[status]}>{t.statuses[status]}</Badge>;
};

/** Every panel, newest first. */
export function Panels() {
  const filters = useFilters(["status", "framework_id"]);
  const { values, cursor } = filters;
  const books = useBooks();
  const list = useCall("listPanels", { query: { limit: "50", ...values, cursor } as object });
  return (
    <Screen title={t.title} lead={t.lead}>
      <search class="filters">
        <ChoiceFilter
          of={filters}
          name="status"
          label={t.status}
          options={[["", t.any], ...Object.entries(t.statuses)]}
        />
        <BookFilter of={filters} label={reviews.framework} books={books.data} />
      </search>
      <List
        of={list}
        empty={<Empty>{t.empty}</Empty>}
        name={t.title}
        columns={columnsOf((id) => bookName(books.data, id))}
        pages={filters}
      />
    </Screen>
  );
}

const columnsOf = (nameOf: (id: string) => string): Columns<Panel> => [
  [
    t.columns.panel,
    (row) => (
      <Entry to={`/reviews/panels/${row.id}`} note={t.needsOf(row.need, row.members.length)}>
        {titleOf(row, nameOf(row.framework_id))}
      </Entry>
    ),
  ],
  [
    t.columns.members,
    (row) => (
      <Noted
        note={t.answered(row.members.filter((one) => one.decided_at).length, row.members.length)}
      >
        {row.members.map((member) => line(member.counsel_display_name)).join(", ")}
      </Noted>
    ),
  ],
  [t.columns.status, (row) => <PanelBadge of={row} />],
  [t.columns.requested, (row) => <Time iso={row.created_at} isDay />],
  [
    reviews.columns.due,
    (row) =>
      row.status === "cancelled" ? (
        <span class="soft">–</span>
      ) : (
        <>
          {row.decided_at && `${reviews.decidedOn} `}
          <Time iso={row.decided_at ?? row.expires_at} isDay />
        </>
      ),
  ],
];
