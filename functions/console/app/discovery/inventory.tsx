import { useState } from "preact/hooks";
import { visible } from "#shared/domain/text.ts";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { csv, download } from "../parts/download.ts";
import { line, words } from "../parts/format.ts";
import { Choice, Search } from "../parts/search.tsx";
import { Pages, Table, useFilters } from "../parts/table.tsx";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { call, callAll, type Failure, type Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

type Artifact = Item<"listArtifacts">;
const WEEK = 7 * 86_400_000;
const MOST = 20_000;

const isNew = ({ first_seen_at }: Artifact): boolean =>
  Date.parse(first_seen_at) > Date.now() - WEEK;

const fits: Readonly<Record<string, (one: Artifact) => boolean>> = {
  present: ({ retired_at }) => retired_at === null,
  new: (one) => one.retired_at === null && isNew(one),
  gone: ({ retired_at }) => retired_at !== null,
  ai: ({ classification }) => classification?.is_ai_system === true,
  unclassified: ({ classification }) => classification === null,
};

/** What was found, a page at a time; filters sift the page that is shown. */
export function Inventory() {
  const { values, set, cursor, key } = useFilters(["search", "connection_id", "kind", "state"]);
  const { connection_id, kind, state } = values;
  const connections = useLoad("connections", () => callAll("listConnections", {}));
  const query = { limit: "100", connection_id, kind, cursor };
  const list = useLoad(`artifacts ${key}`, () => call("listArtifacts", { query }));
  const part = values.search.toLowerCase();
  const items = list.data?.items ?? [];
  const rows = items
    .filter(({ name, provider_ref }) => `${name} ${provider_ref}`.toLowerCase().includes(part))
    .filter(fits[state] ?? (() => true));
  const kinds = [...new Set([kind, ...items.map((one) => one.kind)])].filter(Boolean).sort();
  return (
    <Screen title={t.title} lead={t.lead} aside={<Export query={{ connection_id, kind }} />}>
      <search class="filters">
        <Search
          label={t.search}
          value={values.search}
          onSearch={(search) => set({ search }, true)}
        />
        <Choice
          id="connection"
          label={t.connection}
          value={connection_id}
          options={[
            ["", shell.all],
            ...(connections.data ?? []).map(
              ({ id, display_name }) => [id, line(display_name)] as const,
            ),
          ]}
          onChoose={(id) => set({ connection_id: id })}
        />
        <Choice
          id="kind"
          label={t.kind}
          value={kind}
          options={[["", shell.all], ...kinds.map((one) => [one, words(one)] as const)]}
          onChoose={(one) => set({ kind: one })}
        />
        <Choice
          id="state"
          label={t.state}
          value={state}
          options={[["", shell.all], ...Object.entries(t.states)]}
          onChoose={(one) => set({ state: one })}
        />
      </search>
      <Pending of={list} />
      {list.data && items.length === 0 && cursor === "" && (
        <Empty action={{ to: "/connections", label: t.toConnections }}>{t.empty}</Empty>
      )}
      {items.length > 0 && rows.length === 0 && <Empty>{t.noneFits}</Empty>}
      {rows.length > 0 && (
        <Table name={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <Pages
        next={list.data?.next_cursor ?? null}
        cursor={cursor}
        onGo={(to) => set({ cursor: to })}
      />
    </Screen>
  );
}

const columns = [
  {
    name: t.columns.name,
    cell: (row: Artifact) => (
      <>
        {line(row.name)}{" "}
        {row.retired_at ? (
          <Badge tone="quiet">{t.gone}</Badge>
        ) : isNew(row) ? (
          <Badge tone="wait">{t.isNew}</Badge>
        ) : null}
        <p class="soft fine">
          <code>{line(row.provider_ref)}</code>
        </p>
      </>
    ),
  },
  { name: t.columns.kind, cell: (row: Artifact) => words(line(row.kind)) },
  { name: t.columns.ai, cell: (row: Artifact) => <Classified row={row} /> },
  {
    name: t.columns.rules,
    cell: ({ classification }: Artifact) =>
      classification && classification.matched_rules.length > 0
        ? classification.matched_rules.map(({ use_case_id, review_status }) => (
            <p key={use_case_id} class="fine">
              <code>{line(use_case_id)}</code>{" "}
              <span class="soft">{t.ruleStatuses[review_status]}</span>
            </p>
          ))
        : t.noRules,
  },
  { name: t.columns.seen, cell: (row: Artifact) => <Time iso={row.last_seen_at} isRelative /> },
];

function Classified({ row }: { row: Artifact }) {
  const found = row.classification;
  if (found === null) return <Badge tone="quiet">{t.unknown}</Badge>;
  return (
    <>
      <Badge tone={found.is_ai_system ? "warn" : "good"}>{found.is_ai_system ? t.yes : t.no}</Badge>
      <details class="fine">
        <summary>
          {t.why} ({t.confidence(found.confidence)})
        </summary>
        <p class="text">{visible(found.rationale)}</p>
        <p class="soft">
          {found.provider} {line(found.model)}
        </p>
      </details>
    </>
  );
}

/** Everything that the connection and kind filters let through, as CSV; with its progress. */
function Export({ query }: { query: { connection_id: string; kind: string } }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await callAll("listArtifacts", { query }, MOST);
    setBusy(false);
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download("inventory.csv", "text/csv", csvOf(outcome.body));
  };
  return (
    <>
      {failure && <Trouble failure={failure} />}
      <button type="button" onClick={run} aria-disabled={isBusy}>
        {t.csv}
        {isBusy && " …"}
      </button>
    </>
  );
}

const csvOf = (all: readonly Artifact[]): string =>
  csv([
    [
      "name",
      "kind",
      "provider_ref",
      "location",
      "first_seen_at",
      "last_seen_at",
      "retired_at",
      "is_ai_system",
      "confidence",
      "matched_rules",
    ],
    ...all.map(({ classification, ...one }) => [
      one.name,
      one.kind,
      one.provider_ref,
      one.location,
      one.first_seen_at,
      one.last_seen_at,
      one.retired_at,
      classification === null ? "" : String(classification.is_ai_system),
      classification?.confidence ?? null,
      (classification?.matched_rules ?? []).map(({ use_case_id }) => use_case_id).join(" "),
    ]),
  ]);
