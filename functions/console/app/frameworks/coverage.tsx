import { useLayoutEffect } from "preact/hooks";
import { Link } from "wouter-preact";
import { csv } from "#shared/domain/text/csv.ts";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { bookOptions, isCurrent, useBooks } from "../parts/books.ts";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { fieldName } from "../parts/rule-text.tsx";
import { Choice } from "../parts/search.tsx";
import { Table, useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, callAll } from "../shell/client.ts";
import { askAhead, useLoad } from "../shell/load.ts";
import { HeatMap, OverTime, useOverTime } from "./coverage-pictures.tsx";
import { ObjectionBadge } from "./objections.tsx";
import { instantOf, Slider, withinReach } from "./slider.tsx";
import { t } from "./texts.ts";
import { Upcoming } from "./upcoming.tsx";

type Report = Answer<"getCoverage">;
type Row = Report["rules"][number];

const askReport = (id: string, days: number) =>
  call("getCoverage", {
    params: { framework_id: id },
    query: days === 0 ? {} : { as_of: instantOf(days) },
  });
const askRules = (id: string) => callAll("listRules", { params: { framework_id: id } });

const reportKey = (id: string, days: number): string => `coverage ${id} ${days}`;
const rulesKey = (id: string): string => `rules ${id}`;

/** How much of a rule book is approved, now and at any instant. */
export function Coverage() {
  const { values, set } = useFilters(["framework_id", "days"]);
  const books = useBooks();
  const id = values.framework_id || ((books.data?.find(isCurrent) ?? books.data?.[0])?.id ?? "");
  const days = withinReach(Number(values.days));
  useLayoutEffect(() => {
    // The address names the rule book: its report need not wait for the list of books.
    if (values.framework_id === "") return;
    askAhead(reportKey(id, days), () => askReport(id, days));
    askAhead(rulesKey(id), () => askRules(id));
  }, []);
  if (books.data === null) {
    return (
      <Screen title={t.coverage}>
        <Pending of={books} />
      </Screen>
    );
  }
  return (
    <Screen title={t.coverage} lead={t.coverageLead}>
      {id === "" ? (
        <Empty action={{ to: "/rule-books", label: t.books }}>{t.noBooks}</Empty>
      ) : (
        <>
          <div class="filters">
            <Choice
              id="book"
              label={t.book}
              value={id}
              options={bookOptions(books.data, t.chooseBook).slice(1)}
              onChoose={(framework_id) => set({ framework_id })}
            />
          </div>
          <Slider
            days={days}
            onChoose={(chosen) => set({ days: chosen === 0 ? "" : String(chosen) }, true)}
          />
          <ReportAt key={id} id={id} days={days} />
        </>
      )}
    </Screen>
  );
}

function ReportAt({ id, days }: { id: string; days: number }) {
  const report = useLoad(reportKey(id, days), () => askReport(id, days));
  const rules = useLoad(rulesKey(id), () => askRules(id));
  const overTime = useOverTime(id, (offset) => askReport(id, offset));
  const titles = new Map((rules.data ?? []).map(({ use_case_id, title }) => [use_case_id, title]));
  const data = report.data;
  const columns = [
    {
      name: t.columns.rule,
      cell: (row: Row) => (
        <>
          <Link
            href={`/rule-books/${id}/rules/${encodeURIComponent(row.use_case_id)}`}
            class="entry"
            data-entry
          >
            {line(titles.get(row.use_case_id) ?? row.use_case_id)}
          </Link>
          <p class="soft fine">
            <code>{line(row.use_case_id)}</code>
          </p>
        </>
      ),
    },
    {
      name: t.columns.status,
      cell: (row: Row) => (
        <>
          <Badge tone={ruleTones[row.status]}>{t.statuses[row.status]}</Badge>
          {row.objection && <ObjectionBadge objection={row.objection} />}
        </>
      ),
    },
    {
      name: t.columns.law,
      cell: (row: Row) => <LawState in_force={row.in_force} enforcement={row.enforcement} />,
    },
    {
      name: t.columns.decided,
      cell: (row: Row) =>
        row.review_id ? (
          <Link href={`/reviews/${row.review_id}`}>
            <Time iso={row.decided_at} />
          </Link>
        ) : (
          "–"
        ),
    },
    {
      name: t.columns.changed,
      cell: (row: Row) => row.changed_fields.map(({ field }) => fieldName(field)).join(", ") || "–",
    },
  ];
  return (
    <>
      <Pending of={report} />
      {data && (
        <>
          <ul class="totals">
            {(Object.keys(t.statuses) as RuleStatus[]).map((status) => (
              <li key={status}>
                <strong>{data.totals[status] ?? 0}</strong>{" "}
                <Badge tone={ruleTones[status]}>{t.statuses[status]}</Badge>
              </li>
            ))}
          </ul>
          <HeatMap
            rules={data.rules}
            titleOf={(rule) => line(titles.get(rule) ?? rule)}
            hrefOf={(rule) => `/rule-books/${id}/rules/${encodeURIComponent(rule)}`}
          />
          <div class="row">
            <button
              type="button"
              onClick={() =>
                download(
                  `coverage-${id}-${data.as_of.slice(0, 10)}.csv`,
                  "text/csv",
                  csvOf(data, titles),
                )
              }
            >
              {t.csv}
            </button>
            {(data.totals.approved_then_changed ?? 0) > 0 && days === 0 && (
              <Link class="button" href={`/reviews/new?framework_id=${id}&due=changed`}>
                {t.reReview}
              </Link>
            )}
          </div>
          <Table
            name={t.coverage}
            columns={columns}
            rows={data.rules}
            keyOf={({ use_case_id }) => use_case_id}
          />
          <OverTime reports={overTime} />
          <Upcoming rules={rules.data ?? []} />
        </>
      )}
    </>
  );
}

const csvOf = ({ as_of, rules }: Report, titles: ReadonlyMap<string, string>): string =>
  csv([
    [
      "use_case_id",
      "title",
      "status",
      "in_force",
      "enforcement",
      "review_id",
      "decided_at",
      "changed_fields",
      "as_of",
    ],
    ...rules.map((row) => [
      row.use_case_id,
      titles.get(row.use_case_id) ?? "",
      row.status,
      row.in_force,
      row.enforcement?.id ?? "",
      row.review_id,
      row.decided_at,
      row.changed_fields.map(({ field }) => field).join(" "),
      as_of,
    ]),
  ]);
