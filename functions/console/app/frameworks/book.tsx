import { useMemo } from "preact/hooks";
import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { groupByPlace } from "#shared/domain/frameworks/act-order.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Empty, Facts, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { type Framework, nameAmong, useBooks } from "../parts/books.ts";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { Search } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { WebLink } from "../parts/web-link.tsx";
import type { Item } from "../shell/client.ts";
import { type Loaded, useAll, useCall } from "../shell/load.ts";
import { BookForm } from "./book-form.tsx";
import { LawLine } from "./law-line.tsx";
import { ReviewState } from "./objections.tsx";
import { RecordEvent } from "./record-event.tsx";
import { rulesAsCsv } from "./rule-files.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;

/** The label of a rule's own provision; empty if it cites nothing. */
const ownLabel = ({ citations }: LiveRule): string => citations[0]?.label ?? "";

/** One rule book and its live rules, in the order of the act. */
export function Book({ id }: { id: string }) {
  const books = useBooks();
  const rules = useAll("listRules", { params: { framework_id: id } });
  const enforcement = useCall("getEnforcement", { params: { framework_id: id } });
  const book = books.data?.find((one) => one.id === id);
  const reload = () => {
    enforcement.reload();
    rules.reload();
  };
  return (
    <Screen
      title={book ? nameAmong(books.data ?? [], book) : line(id)}
      aside={
        <>
          <LinkButton to={`/coverage?framework_id=${id}`} label={t.coverage} />
          {book && <BookForm book={book} done={books.reload} />}
          <LinkButton to={`/rule-books/${id}/new-rule`} label={t.newRule} />
          <RecordEvent id={id} onDone={reload} />
          <LinkButton to={`/rule-books/${id}/import`} label={t.import} isPrimary />
        </>
      }
    >
      {book && <BookFacts of={book} />}
      {rules.data && rules.data.length > 0 && (
        <LawLine id={id} rules={rules.data} enforcement={enforcement} />
      )}
      <Rules id={id} rules={rules} />
    </Screen>
  );
}

const BookFacts = ({ of }: { of: Framework }) => (
  <Facts
    rows={[
      [t.fields.display_name[0], line(of.display_name)],
      [t.fields.framework_id[0], <code>{of.id}</code>],
      [t.fields.jurisdiction[0], line(of.jurisdiction) || "–"],
      [t.state, of.status === "current" ? t.current : t.superseded],
      [t.source, of.source_url ? <WebLink url={of.source_url} /> : "–"],
    ]}
  />
);

/** The rules, which users can search and save as a table. */
function Rules({ id, rules }: { id: string; rules: Loaded<LiveRule[]> }) {
  const filters = useFilters(["search"]);
  const inOrder = useMemo(
    () =>
      groupByPlace(rules.data ?? [], ownLabel).flatMap((group) => group.rows.map(({ row }) => row)),
    [rules.data],
  );
  const shown = findRulesBy(inOrder, filters.values.search);
  const save = () => rules.data?.length && download(`${id}.csv`, rulesAsCsv(rules.data));
  return (
    <>
      <h2>{t.rulesTitle}</h2>
      <div class="row">
        <button type="button" aria-disabled={!rules.data?.length} onClick={save}>
          {t.rulesCsv}
        </button>
      </div>
      <search class="filters">
        <Search of={filters} name="search" label={t.search} />
      </search>
      <List
        of={rules}
        rows={shown}
        empty={
          rules.data?.length === 0 ? (
            <Empty action={{ to: `/rule-books/${id}/import`, label: t.import }}>{t.noRules}</Empty>
          ) : (
            <Empty>{t.noneFits}</Empty>
          )
        }
        name={t.rules(shown.length)}
        columns={columnsOf(id)}
        keyOf={({ use_case_id }) => use_case_id}
      />
    </>
  );
}

const columnsOf = (id: string): Columns<LiveRule> => [
  [
    t.ruleColumns.rule,
    (row) => (
      <Entry
        to={ruleAt(id, row.use_case_id)}
        note={
          <>
            {provisionOf(line(ownLabel(row)))} <code>{line(row.use_case_id)}</code>
          </>
        }
      >
        {line(row.title)}
      </Entry>
    ),
  ],
  [
    t.ruleColumns.status,
    (row) => <ReviewState status={row.review_status} objection={row.objection} />,
  ],
  [t.ruleColumns.law, (row) => <LawState in_force={row.in_force} enforcement={null} />],
  [t.ruleColumns.version, (row) => row.version, "number"],
  [t.ruleColumns.updated, (row) => <Time iso={row.updated_at} isRelative />],
];
