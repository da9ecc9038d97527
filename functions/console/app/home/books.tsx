import { Link } from "wouter-preact";
import { Badge, Empty, type Tone } from "../parts/basics.tsx";
import { shortName } from "../parts/books.ts";
import { lawDay, line } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

export type Book = Answer<"getOverview">["books"][number];
type States = Book["states"];
type State = keyof States;

const tones: Readonly<Record<State, Tone>> = {
  approved: "good",
  changed: "warn",
  objected: "bad",
  open: "wait",
  never: "quiet",
};
const order = Object.keys(tones) as State[];

/** Per cent, rounded down: only all of it is 100. */
const percent = (part: number, all: number): number =>
  all === 0 ? 0 : Math.floor((100 * part) / all);

/** The states that some rules have, with their counts and shapes. */
const Counts = ({ states, only = order }: { states: States; only?: readonly State[] }) => (
  <span class="states fine">
    {only
      .filter((state) => states[state] > 0)
      .map((state) => (
        <Badge key={state} tone={tones[state]}>
          {states[state]} {t.states[state]}
        </Badge>
      ))}
  </span>
);

function Bar({ book: { states, rules } }: { book: Book }) {
  let x = 0;
  return (
    <>
      <svg class="book-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-back" width="100" height="8" />
        {order.map((state) => {
          const width = rules === 0 ? 0 : (100 * states[state]) / rules;
          const rect = (
            <rect key={state} class={`fill ${tones[state]}`} x={x} width={width} height="8" />
          );
          x += width;
          return rect;
        })}
      </svg>
      <Counts states={states} />
    </>
  );
}

/** How the approved part has changed over 30 days, in percentage points. */
function Change({ book: { states, rules, before } }: { book: Book }) {
  if (before === null) return <span class="soft">{t.unknown}</span>;
  if (before.rules === 0) return <span class="soft">{t.isNew}</span>;
  const points = percent(states.approved, rules) - percent(before.approved, before.rules);
  return <span class={points === 0 ? "soft" : ""}>{t.points(points)}</span>;
}

/** The next day on which law starts to apply: ready, or what of it is not approved. */
function Next({ book: { id, next } }: { book: Book }) {
  if (next === null) return <span class="soft">{t.noDate}</span>;
  const isReady = next.states.approved === next.rules;
  return (
    <>
      <strong>{lawDay(next.day)}</strong>{" "}
      <Badge tone={isReady ? "good" : "warn"}>{isReady ? t.ready : t.missing}</Badge>
      <p class="fine soft">{t.startsWith(next.rules)}</p>
      {!isReady && (
        <Link href={`/coverage?framework_id=${id}`} class="plain-link">
          <Counts states={next.states} only={order.slice(1)} />
        </Link>
      )}
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
  [
    t.bookColumns.approved,
    (book) => <strong>{percent(book.states.approved, book.rules)} %</strong>,
    "number",
  ],
  [t.bookColumns.change, (book) => <Change book={book} />],
  [t.bookColumns.next, (book) => <Next book={book} />],
];

/** How each current rule book stands. */
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
