import { exceptionsIn, mixedText, outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import { Badge, Empty, Screen, Time, type Tone } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { BookFilter, ChoiceFilter } from "../parts/search.tsx";
import { MAX_NAMED, statusTones } from "../parts/states.tsx";
import { type Columns, Entry, List, Noted, useFilters } from "../parts/table.tsx";
import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./panel-texts.ts";
import { t as reviews } from "./texts.ts";
import { titleOf } from "./title.ts";

export type Panel = Item<"listPanels">;

/** A result that leaves a rule out is not shown as an approval. */
export const panelTone = (of: Panel): Tone =>
  exceptionsIn(outcomesOfPanel(of)).length > 0 ? "warn" : statusTones[of.status];

const PanelBadge = ({ of }: { of: Panel }) => (
  <Badge tone={panelTone(of)}>
    {mixedText(outcomesOfPanel(of), MAX_NAMED) ?? t.statuses[of.status]}
  </Badge>
);

/** Every panel, newest first. */
export function Panels() {
  const filters = useFilters(["status", "framework_id"]);
  const { values, cursor } = filters;
  const books = useBooks();
  const list = useCall("listPanels", { query: { limit: "50", ...values, cursor } as object });
  return (
    <Screen title={t.title} lead={t.lead}>
      <search class="filters">
        <ChoiceFilter of={filters} name="status" label={t.status} choices={t.statuses} />
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
          {row.status !== "open" &&
            `${row.status === "undecided" ? reviews.endedOn : reviews.decidedOn} `}
          <Time iso={row.ends_at} isDay />
        </>
      ),
  ],
];
