import { Link } from "wouter-preact";
import { bookOptions, type Framework, isCurrent, nameAmong } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { Choice } from "../parts/search.tsx";
import { useFilters } from "../parts/table.tsx";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

/** More books than these are a list to choose from. */
const MOST_TABS = 8;

/** The rule books by their short names, current ones first; the other filters stay. */
export function BookTabs({ books, id }: { books: readonly Framework[]; id: string }) {
  const { values, set } = useFilters(["days"]);
  if (books.length > MOST_TABS) {
    return (
      <div class="filters">
        <Choice
          id="framework_id"
          label={t.book}
          value={id}
          options={bookOptions(books, t.chooseBook).slice(1)}
          onChoose={(framework_id) => set({ framework_id } as Record<string, string>)}
        />
      </div>
    );
  }
  const days = values.days === "" ? "" : `&days=${encodeURIComponent(values.days)}`;
  const inOrder = books.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  return (
    <ul class="tabs" aria-label={t.book}>
      {inOrder.map((book) => {
        const name = nameAmong(books, book);
        return (
          <li key={book.id}>
            <Link
              href={`/coverage?framework_id=${book.id}${days}`}
              class="tab"
              title={line(book.display_name)}
              {...(book.id === id ? { "aria-current": "page" as const } : {})}
            >
              {isCurrent(book) ? name : shell.superseded(name)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
