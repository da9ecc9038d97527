import { bookOptions, currentFirst, type Framework, isCurrent, nameAmong } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { line } from "../parts/format.ts";
import { useFilters } from "../parts/table.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { t as shell } from "../shell/texts.ts";
import { filterNames, isFiltered } from "./coverage-filter.tsx";
import { t } from "./texts.ts";

/** More books than this become a list to choose from. */
const MAX_TABS = 8;

/** The rule books by their short names, current ones first. A choice keeps the other filters. */
export function BookTabs({ books, id }: { books: readonly Framework[]; id: string }) {
  const { values, set } = useFilters(["days", ...filterNames]);
  if (books.length > MAX_TABS) {
    return (
      <div class="filters">
        <SelectInput
          name="framework_id"
          label={t.book}
          value={id}
          options={bookOptions(books)}
          onChoose={(framework_id) => set({ framework_id } as Record<string, string>)}
        />
      </div>
    );
  }
  const given = Object.entries(values).filter(([, value]) => value !== "");
  const at = (book: string) =>
    `/coverage?${new URLSearchParams([...(book === "" ? [] : [["framework_id", book]]), ...given])}`;
  return (
    <Tabs
      label={t.book}
      current={at(id)}
      tabs={[
        // Rules of several books are shown as a list, not as a picture.
        ...(isFiltered(values) ? [[at(""), t.allBooks] as const] : []),
        ...currentFirst(books).map((book) => {
          const name = nameAmong(books, book);
          return [
            at(book.id),
            isCurrent(book) ? name : shell.superseded(name),
            line(book.display_name),
          ] as const;
        }),
      ]}
    />
  );
}
