import { useMemo, useState } from "preact/hooks";
import { groupByPlace } from "#shared/domain/frameworks/act-order.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { Badge, Empty, Facts, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { nameAmong, useBooks } from "../parts/books.ts";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { ruleTones } from "../parts/rule-states.ts";
import { Search } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { WebLink } from "../parts/web-link.tsx";
import { callAll, type Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { BookForm } from "./book-form.tsx";
import { askEnforcement, LawLine } from "./law-line.tsx";
import { ObjectionBadge } from "./objections.tsx";
import { RecordEvent } from "./record-event.tsx";
import { rulesAsCsv } from "./rule-files.ts";
import { t } from "./texts.ts";

type LiveRule = Item<"listRules">;

/** The label of a rule's own provision; empty if it cites nothing. */
const ownLabel = ({ citations }: LiveRule): string => citations[0]?.label ?? "";

/** One rule book and its live rules, in the order of the act. */
export function Book({ id }: { id: string }) {
  const books = useBooks();
  const rules = useLoad(`rules ${id}`, () =>
    callAll("listRules", { params: { framework_id: id } }),
  );
  const enforcement = useLoad(`enforcement ${id}`, () => askEnforcement(id));
  const [isEdited, setEdited] = useState(false);
  const filters = useFilters(["search"]);
  const book = books.data?.find((one) => one.id === id);
  const part = filters.values.search.toLowerCase();
  const inOrder = useMemo(
    () =>
      groupByPlace(rules.data ?? [], ownLabel).flatMap((group) => group.rows.map(({ row }) => row)),
    [rules.data],
  );
  const shown = inOrder.filter((rule) =>
    `${rule.use_case_id}\n${rule.title}\n${ownLabel(rule)}`.toLowerCase().includes(part),
  );
  const columns: Columns<LiveRule> = [
    [
      t.ruleColumns.rule,
      (row) => (
        <>
          <Entry to={`/rule-books/${id}/rules/${encodeURIComponent(row.use_case_id)}`}>
            {line(row.title)}
          </Entry>
          <p class="soft fine">
            {provisionOf(line(ownLabel(row)))} <code>{line(row.use_case_id)}</code>
          </p>
        </>
      ),
    ],
    [
      t.ruleColumns.status,
      (row) => (
        <>
          <Badge tone={ruleTones[row.review_status]}>{t.statuses[row.review_status]}</Badge>
          {row.objection && <ObjectionBadge objection={row.objection} />}
        </>
      ),
    ],
    [t.ruleColumns.law, (row) => <LawState in_force={row.in_force} enforcement={null} />],
    [t.ruleColumns.version, (row) => row.version, "number"],
    [t.ruleColumns.updated, (row) => <Time iso={row.updated_at} isRelative />],
  ];
  const source = book?.source_url ?? null;
  return (
    <Screen
      title={book ? nameAmong(books.data ?? [], book) : line(id)}
      aside={
        <>
          <LinkButton to={`/coverage?framework_id=${id}`} label={t.coverage} />
          <button type="button" onClick={() => setEdited(true)}>
            {t.editNames}
          </button>
          <LinkButton to={`/rule-books/${id}/new-rule`} label={t.newRule} />
          <RecordEvent
            id={id}
            onDone={() => {
              enforcement.reload();
              rules.reload();
            }}
          />
          <LinkButton to={`/rule-books/${id}/import`} label={t.import} isPrimary />
        </>
      }
    >
      {book && (
        <Facts
          rows={[
            [t.fields.display_name, line(book.display_name)],
            [t.fields.id, <code>{book.id}</code>],
            [t.bookColumns.jurisdiction, line(book.jurisdiction) || "–"],
            [t.bookColumns.state, book.status === "current" ? t.current : t.superseded],
            [t.source, source ? <WebLink url={source} /> : "–"],
          ]}
        />
      )}
      {book && isEdited && (
        <BookForm
          book={book}
          onDone={() => {
            setEdited(false);
            books.reload();
          }}
          onClose={() => setEdited(false)}
        />
      )}
      {rules.data && rules.data.length > 0 && (
        <LawLine id={id} rules={rules.data} enforcement={enforcement} />
      )}
      <h2>{t.rulesTitle}</h2>
      <div class="row">
        <button
          type="button"
          aria-disabled={!rules.data?.length}
          onClick={() =>
            rules.data?.length && download(`${id}.csv`, "text/csv", rulesAsCsv(rules.data))
          }
        >
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
        columns={columns}
        keyOf={({ use_case_id }) => use_case_id}
      />
    </Screen>
  );
}
