import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { lawDaysIn } from "#shared/domain/frameworks/enforcement.ts";
import { Empty, LinkButton, Screen } from "../parts/basics.tsx";
import { isCurrent, useBooks } from "../parts/books.ts";
import { isUnderReview } from "../parts/open-beside.tsx";
import { useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { askAhead, callAhead, useCall, useLoad } from "../shell/load.ts";
import { BookTabs } from "./book-tabs.tsx";
import { Drawer } from "./coverage-drawer.tsx";
import { CoverageFilter, filterNames, isFiltered } from "./coverage-filter.tsx";
import { Filtered } from "./coverage-filtered.tsx";
import { Groups, groupsOf } from "./coverage-groups.tsx";
import { daysOf, LawDays } from "./coverage-law.tsx";
import { Legend, type Row } from "./coverage-marks.tsx";
import { Months, useMonths } from "./coverage-months.tsx";
import { RuleTable } from "./coverage-table.tsx";
import { changesOf } from "./law-days.ts";
import { instantOf, Slider, withinReach } from "./slider.tsx";
import { t } from "./texts.ts";

const askReport = (id: string, days: number) =>
  call("getCoverage", {
    params: { framework_id: id },
    query: { view: "outline", ...(days === 0 ? {} : { as_of: instantOf(days) }) },
  });

const reportKey = (id: string, days: number): string => `coverage ${id} ${days}`;

/** For a book with more rules than this, the months are loaded only on request. */
const MAX_AT_ONCE = 1000;

/** How much of a rule book is approved, now and at any instant. */
export function Coverage() {
  const filters = useFilters(["framework_id", "days", ...filterNames]);
  const { values, set } = filters;
  const books = useBooks();
  const id = values.framework_id || ((books.data?.find(isCurrent) ?? books.data?.[0])?.id ?? "");
  const days = withinReach(Number(values.days));
  useLayoutEffect(() => {
    // The address names the rule book: its report need not wait for the list of books.
    if (values.framework_id === "" || isFiltered(values)) return;
    askAhead(reportKey(id, days), () => askReport(id, days));
    callAhead("getEnforcement", { params: { framework_id: id } });
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
          <BookTabs books={books.data} id={isFiltered(values) ? values.framework_id : id} />
          <Slider
            days={days}
            onChoose={(chosen) => set({ days: chosen === 0 ? "" : String(chosen) }, true)}
          />
          <CoverageFilter of={filters} />
          {isFiltered(values) ? (
            <Filtered
              key={filters.key}
              books={books.data.filter((book) =>
                values.framework_id === "" ? isCurrent(book) : book.id === values.framework_id,
              )}
              all={books.data}
              filters={values}
              days={days}
            />
          ) : (
            <ReportAt key={id} id={id} days={days} />
          )}
        </>
      )}
    </Screen>
  );
}

function ReportAt({ id, days }: { id: string; days: number }) {
  const report = useLoad(reportKey(id, days), () => askReport(id, days));
  const enforcement = useCall("getEnforcement", { params: { framework_id: id } });
  const rows = report.data?.outline ?? [];
  return (
    <>
      <Pending of={report} />
      {enforcement.failure && <Pending of={enforcement} />}
      {report.data && rows.length === 0 && (
        <Empty action={{ to: `/rule-books/${id}/import`, label: t.import }}>
          {days < 0 ? t.noRulesThen : t.noRules}
        </Empty>
      )}
      {report.data && rows.length > 0 && (
        <Report
          id={id}
          days={days}
          rows={rows}
          report={report.data}
          events={enforcement.data?.events ?? []}
        />
      )}
    </>
  );
}

/** The rule changed since its approval, and nobody is asked about its present wording. */
const isDrifted = (row: Row): boolean =>
  row.status === "approved_then_changed" && !isUnderReview(row);

function Report(props: {
  id: string;
  days: number;
  rows: readonly Row[];
  report: Answer<"getCoverage">;
  events: Answer<"getEnforcement">["events"];
}) {
  const { id, days, rows, events } = props;
  const { as_of, totals } = props.report;
  const [opened, setOpened] = useState<Row | null>(null);
  const [areMonthsWanted, setMonthsWanted] = useState(rows.length <= MAX_AT_ONCE);
  const on = as_of.slice(0, 10);
  const groups = useMemo(() => groupsOf(rows), [rows]);
  const changes = useMemo(() => changesOf(rows, events, on), [rows, events, on]);
  const inOrder = useMemo(
    () => groups.flatMap((group) => group.rows.map(({ row }) => row)),
    [groups],
  );
  return (
    <>
      <Legend id={id} days={days} rows={rows} />
      {days === 0 && rows.some(isDrifted) && (
        <p>
          <LinkButton to={`/reviews/new?framework_id=${id}&due=changed`} label={t.reReview} />
        </p>
      )}
      <Groups groups={groups} lawDays={lawDaysIn(changes)} on={on} onOpen={setOpened} />
      {opened && (
        <Drawer
          key={opened.use_case_id}
          id={id}
          row={opened}
          event={events.find((event) => event.id === opened.event_id) ?? null}
          asOf={as_of}
          onClose={() => setOpened(null)}
        />
      )}
      {areMonthsWanted ? (
        <MonthsOf id={id} now={{ day: on, totals }} days={daysOf(changes)} />
      ) : (
        <p>
          <button type="button" onClick={() => setMonthsWanted(true)}>
            {t.loadMonths}
          </button>
        </p>
      )}
      <LawDays id={id} days={days} changes={changes} rows={rows} today={on} />
      <RuleTable id={id} rows={inOrder} events={events} asOf={as_of} />
    </>
  );
}

function MonthsOf(props: {
  id: string;
  now: { day: string; totals: Answer<"getCoverage">["totals"] };
  days: readonly string[];
}) {
  const months = useMonths(props.id, props.now.day);
  return <Months months={months} now={props.now} days={props.days} />;
}
