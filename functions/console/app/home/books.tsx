import { Link } from "wouter-preact";
import { inDays } from "#shared/domain/frameworks/days.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { type CoverageAt, coverageAt } from "../parts/addresses.ts";
import { today } from "../parts/answer.tsx";
import { Badge, Empty } from "../parts/basics.tsx";
import { shortName } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { type RuleStatus, ruleTones } from "../parts/rule-states.ts";
import { type Columns, Table } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

export type Book = Answer<"getOverview">["books"][number];
type Totals = Book["totals"];

const order = Object.keys(t.states) as RuleStatus[];

/** The statuses of a book's rules, with shapes and counts that link to those rules. */
const Counts = ({
  of,
  totals,
  only = order,
}: {
  of: CoverageAt;
  totals: Totals;
  only?: readonly RuleStatus[];
}) => (
  <span class="states fine">
    {only
      .filter((state) => (totals[state] ?? 0) > 0)
      .map((state) => (
        <Link key={state} href={coverageAt({ ...of, status: state })} class="plain-link">
          <Badge tone={ruleTones[state]}>
            {totals[state]} {t.states[state]}
          </Badge>
        </Link>
      ))}
  </span>
);

function Bar({ book: { id, totals, rules } }: { book: Book }) {
  let x = 0;
  return (
    <>
      <svg class="book-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-back" width="100" height="8" />
        {order.map((state) => {
          const width = rules === 0 ? 0 : (100 * (totals[state] ?? 0)) / rules;
          const rect = (
            <rect key={state} class={`fill ${ruleTones[state]}`} x={x} width={width} height="8" />
          );
          x += width;
          return rect;
        })}
      </svg>
      <Counts of={{ framework_id: id }} totals={totals} />
    </>
  );
}

/** The change of the approved share over 30 days, in percentage points. */
function Change({ book: { percent, before } }: { book: Book }) {
  if (before === null) return <span class="soft">{t.unknown}</span>;
  if (before.rules === 0) return <span class="soft">{t.isNew}</span>;
  const points = percent - before.percent;
  return <span class={points === 0 ? "soft" : ""}>{t.points(points)}</span>;
}

/** The next day on which law starts to apply: ready, or the rules that are not approved. */
function Next({ book: { id, next } }: { book: Book }) {
  if (next === null) return <span class="soft">{t.noDate}</span>;
  const isReady = next.is_ready;
  const of = { framework_id: id, starts: next.day };
  return (
    <>
      <strong>{dayText(next.day)}</strong>{" "}
      <Badge tone={isReady ? "good" : "warn"}>{isReady ? t.ready : t.missing}</Badge>
      <p class="fine soft law-next">
        <Link href={coverageAt(of)}>
          {t.startsWith(next.rules)} {inDays(today(), next.day)}
        </Link>
      </p>
      {!isReady && <Counts of={of} totals={next.totals} only={order.slice(1)} />}
    </>
  );
}

const columns: Columns<Book> = [
  [
    t.bookColumns.book,
    (book) => (
      <Link
        href={`/coverage?framework_id=${book.id}`}
        class="entry"
        title={line(book.display_name)}
      >
        {shortName(book)}
      </Link>
    ),
  ],
  [t.bookColumns.states, (book) => <Bar book={book} />],
  [t.bookColumns.approved, (book) => <strong>{book.percent} %</strong>, "number"],
  [t.bookColumns.change, (book) => <Change book={book} />],
  [t.bookColumns.next, (book) => <Next book={book} />],
];

/** The state of each current rule book. */
export const Books = ({ books }: { books: readonly Book[] }) => (
  <section class="home-books">
    <h2>{t.books}</h2>
    {books.length === 0 ? (
      <Empty action={{ to: "/rule-books", label: t.toBooks }}>{t.noBooks}</Empty>
    ) : (
      <Table name={t.books} columns={columns} rows={books} />
    )}
  </section>
);
