import { dayText } from "#shared/domain/standing/day-text.ts";
import { Badge, Mark } from "../parts/basics.tsx";
import { shortName } from "../parts/books.ts";
import { lawTones } from "../parts/law-state.tsx";
import { type Columns, Table } from "../parts/table.tsx";
import type { Book } from "./books.tsx";
import { t } from "./texts.ts";

const DAY = 86_400_000;
const LANE = 34;
const TOP = 22;
/** The line shows no more than this many years ahead; the table shows all. */
const MAX_AHEAD_MS = 5 * 366 * DAY;

interface Dated {
  book: Book;
  day: string;
  to: Book["dates"][number]["to"];
  rules: number;
}

/** Every book's dates of the law on one line, and as a table. */
export function TimeLine({ books }: { books: readonly Book[] }) {
  const dates = books
    .flatMap((book) => book.dates.map((date): Dated => ({ book, ...date })))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  if (dates.length === 0) return null;
  return (
    <section class="law-dates">
      <h2>{t.line}</h2>
      <Line dates={dates} books={books.filter(({ dates: own }) => own.length > 0)} />
      <details>
        <summary>{t.asTable}</summary>
        <Table
          name={t.line}
          columns={columns}
          rows={dates}
          keyOf={({ book, day, to }) => `${book.id} ${day} ${to}`}
        />
      </details>
    </section>
  );
}

const columns: Columns<Dated> = [
  [t.lineColumns.day, ({ day }) => <time dateTime={day}>{dayText(day)}</time>],
  [t.lineColumns.book, ({ book }) => shortName(book)],
  [t.lineColumns.what, ({ to, rules }) => <Badge tone={lawTones[to]}>{t.change(rules, to)}</Badge>],
];

/**
 * The picture: one lane per book, the years below, today across. Positions are per cent of its width.
 */
function Line({ dates, books }: { dates: readonly Dated[]; books: readonly Book[] }) {
  const now = Date.now();
  const times = dates.map(({ day }) => Date.parse(day)).filter((at) => at < now + MAX_AHEAD_MS);
  const first = Math.min(now, ...times) - 30 * DAY;
  const last = Math.max(now, ...times) + 60 * DAY;
  const place = (at: number): number => (100 * (at - first)) / (last - first);
  const bottom = TOP + books.length * LANE;
  const at = (time: number): string => `${place(time).toFixed(2)}%`;
  return (
    <svg
      class="law-line"
      width="100%"
      height={bottom + 26}
      role="img"
      aria-label={t.lineSays(dates.length, books.length)}
    >
      {yearsWithin(first, last).map((year) => (
        <g key={year}>
          <line class="year" x1={at(Date.UTC(year))} x2={at(Date.UTC(year))} y1={TOP} y2={bottom} />
          <text class="soft" x={at(Date.UTC(year))} y={bottom + 18} text-anchor="middle">
            {year}
          </text>
        </g>
      ))}
      {books.map((book, index) => (
        <Lane
          key={book.id}
          book={book}
          y={TOP + (index + 0.5) * LANE}
          place={(day) => (Date.parse(day) > last ? null : at(Date.parse(day)))}
        />
      ))}
      <line class="now" x1={at(now)} x2={at(now)} y1={TOP - 4} y2={bottom + 4} />
      <text class="now" x={at(now)} y={TOP - 9} text-anchor={anchor(place(now))}>
        {t.today}
      </text>
    </svg>
  );
}

const anchor = (place: number) => (place < 10 ? "start" : place > 90 ? "end" : "middle");

/** This many characters fit above a lane at 320 px. */
const MAX_NAME = 32;

/** A picture does not wrap text. A long name is cut there; the table shows all of it. */
function laneName(book: Book): string {
  const name = [...shortName(book)];
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).join("")}…` : name.join("");
}

function Lane(props: { book: Book; y: number; place: (day: string) => string | null }) {
  const { book, y, place } = props;
  return (
    <g>
      <text class="lane-name" x="0" y={y - 9}>
        {laneName(book)}
      </text>
      <line class="lane" x1="0" x2="100%" y1={y + 4} y2={y + 4} />
      {book.dates.map(({ day, to, rules }) => {
        const x = place(day);
        return (
          x !== null && (
            <svg key={`${day} ${to}`} x={x} y={y + 4} overflow="visible">
              <title>{`${dayText(day)}: ${shortName(book)}, ${t.change(rules, to)}`}</title>
              <svg x="-6" y="-6" width="12" height="12" aria-hidden="true">
                <circle class="ground" cx="6" cy="6" r="6" />
                <Mark tone={lawTones[to]} />
              </svg>
            </svg>
          )
        );
      })}
    </g>
  );
}

function yearsWithin(first: number, last: number): number[] {
  const from = new Date(first).getUTCFullYear() + 1;
  const until = new Date(last).getUTCFullYear();
  return Array.from({ length: Math.max(0, until - from + 1) }, (_, i) => from + i);
}
