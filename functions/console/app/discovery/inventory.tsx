import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { classNames } from "../parts/classes.ts";
import { line, words } from "../parts/format.ts";
import { ruleWords } from "../parts/rule-words.ts";
import { ChoiceFilter, Proposals, Search, TypedFilter } from "../parts/search.tsx";
import { type Columns, Entry, type Filters, List, useFilters } from "../parts/table.tsx";
import { useAll, useLoad } from "../shell/load.ts";
import { type Artifact, type Asked, askedByState, askPage, isNew } from "./artifacts.ts";
import { ClassBadge, type ClassName, Open, rulesOf } from "./class.tsx";
import { Export } from "./export.tsx";
import { t } from "./texts.ts";

const names = ["search", "connection_id", "kind", "state", "class"] as const;

/** The query for the filters' values. */
const askedIn = (values: Record<(typeof names)[number], string>): Asked => ({
  ...(values.search ? { search: values.search } : {}),
  ...(values.connection_id ? { connection_id: values.connection_id } : {}),
  ...(values.kind ? { kind: values.kind } : {}),
  ...askedByState(values.state),
  ...(Object.hasOwn(classNames, values.class) ? { class: values.class as ClassName } : {}),
});

/** The artifacts found, one page at a time. */
export function Inventory() {
  const filters = useFilters(names);
  const { values, cursor, key } = filters;
  const connections = useAll("listConnections", {});
  const query = askedIn(values);
  const list = useLoad(`artifacts ${key}`, () => askPage(query, cursor));
  const items = list.data?.items ?? [];
  const areProposals = allProposed(items);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Screen title={t.title} lead={t.lead} aside={<Export query={query} />}>
      <search class="filters">
        <Search of={filters} name="search" label={t.search} />
        <ChoiceFilter
          of={filters}
          name="connection_id"
          label={t.connection}
          choices={(connections.data ?? []).map((one) => [one.id, line(one.display_name)] as const)}
        />
        <Kind of={filters} seen={items} />
        <ChoiceFilter of={filters} name="class" label={t.columns.class} choices={classNames} />
        <ChoiceFilter of={filters} name="state" label={t.state} choices={t.states} />
      </search>
      {areProposals && <p class="note">{t.allProposals}</p>}
      <List
        of={list}
        empty={
          isFiltered || cursor !== "" ? (
            <Empty>{t.noneFits}</Empty>
          ) : (
            <Empty action={{ to: "/connections", label: t.toConnections }}>{t.empty}</Empty>
          )
        }
        name={t.title}
        columns={columnsOf(areProposals)}
        pages={filters}
      />
    </Screen>
  );
}

/** The filter by kind, with the page's kinds as suggestions. */
const Kind = (props: { of: Filters<"kind">; seen: readonly Artifact[] }) => (
  <>
    <TypedFilter
      of={props.of}
      name="kind"
      label={t.kind}
      type="text"
      list="kinds"
      show={words}
      read={(text) => text.toLowerCase().replaceAll(" ", "_")}
    />
    <Proposals id="kinds" texts={props.seen.map(({ kind }) => words(kind))} />
  </>
);

/** Whether the page can say just once that nobody has confirmed any of its classes. */
const allProposed = (rows: readonly Artifact[]): boolean =>
  rows.length > 1 && rows.every(({ classification }) => classification?.state === "proposed");

const columnsOf = (areProposals: boolean): Columns<Artifact> => [
  [
    t.columns.name,
    (row) => (
      <>
        <Entry to={`/inventory/${row.id}`}>{line(row.name)}</Entry>{" "}
        {row.retired_at ? (
          <Badge tone="quiet">{t.gone}</Badge>
        ) : isNew(row) ? (
          <Badge tone="wait">{t.isNew}</Badge>
        ) : null}
        {row.provider_ref !== row.name && (
          <p class="soft fine">
            <code>{line(row.provider_ref)}</code>
          </p>
        )}
      </>
    ),
  ],
  [t.columns.kind, (row) => words(line(row.kind))],
  [t.columns.class, (row) => <ClassBadge of={row.classification} isShort={areProposals} />],
  [t.columns.open, ({ classification }) => <Open of={classification} />],
  [
    t.columns.rules,
    ({ classification }) => {
      const rules = rulesOf(classification);
      return rules.length === 0
        ? t.noRules
        : rules.map((id) => (
            <p key={id} class="fine" title={line(id)}>
              {ruleWords(id)}
            </p>
          ));
    },
  ],
  [t.columns.seen, (row) => <Time iso={row.last_seen_at} isRelative />],
];
