import { callAll, type Item, may } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { line } from "./format.ts";

export type Framework = Item<"listFrameworks">;

/** The fields of a rule book that distinguish it from other books. */
type Book = Pick<Framework, "id" | "short_name" | "display_name" | "status">;

/** All rule books, sorted by name. */
export const useBooks = () => useAll("listFrameworks", {});

export const isCurrent = ({ status }: Pick<Book, "status">): boolean => status === "current";

/** The books, current ones first. */
export const currentFirst = <B extends Book>(books: readonly B[]): B[] =>
  books.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));

/** The name of a rule book in tables, tabs and charts: its short name, or else its title. */
export const shortName = ({
  short_name,
  display_name,
}: Pick<Framework, "short_name" | "display_name">): string => line(short_name ?? display_name);

/** The same, but the title if another book has the same short name. */
export function nameAmong(books: readonly Book[], book: Book): string {
  const name = shortName(book);
  const isShared = books.some((other) => other.id !== book.id && shortName(other) === name);
  return isShared ? line(book.display_name) : name;
}

/** Options for choosing a rule book: current ones first, superseded ones marked as such. */
export const bookOptions = (books: readonly Book[] | null, none?: string) => [
  ...(none === undefined ? [] : [["", none] as const]),
  ...currentFirst(books ?? []).map((book) => {
    const name = nameAmong(books ?? [], book);
    return [book.id, isCurrent(book) ? name : t.superseded(name)] as const;
  }),
];

/** A book's short name by its id; the id where the book is not known (yet). */
export function bookName(books: readonly Framework[] | null, id: string): string {
  const book = books?.find((one) => one.id === id);
  return books && book ? nameAmong(books, book) : line(id);
}

/** Lists the names of books, given their ids. */
export type BookNames = (ids: readonly string[]) => string;

/** The names of books. Shows ids until names are loaded, and to users who may not list books. */
export function useBookNames(): BookNames {
  const books = useAll("listFrameworks", may("listFrameworks") ? {} : null);
  return (ids) => ids.map((id) => bookName(books.data, id)).join(", ");
}

/** All counsel of one rule book, or of all of them if the id is empty. */
export const askCounsel = (frameworkId: string, active?: "true") =>
  callAll("listCounsel", {
    query: {
      ...(frameworkId === "" ? {} : { framework_id: frameworkId }),
      ...(active ? { active } : {}),
    },
  });
