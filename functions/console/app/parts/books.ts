import { callAll, type Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { line } from "./format.ts";

export type Framework = Item<"listFrameworks">;

/** Every rule book, by name. */
export const useBooks = () => useLoad("books", () => callAll("listFrameworks", {}));

export const isCurrent = ({ status }: Framework): boolean => status === "current";

/** Options for choosing a rule book: current ones first, superseded ones marked as such. */
export const bookOptions = (books: readonly Framework[] | null, all: string) =>
  [
    ["", all],
    ...[true, false].flatMap((wanted) =>
      (books ?? [])
        .filter((book) => isCurrent(book) === wanted)
        .map(({ id, display_name }) => {
          const name = line(display_name);
          return [id, wanted ? name : t.superseded(name)] as const;
        }),
    ),
  ] as const;

export const bookName = (books: readonly Framework[] | null, id: string): string =>
  line(books?.find((book) => book.id === id)?.display_name ?? id);

/** All counsel of one rule book, or of all of them if the id is empty. */
export const askCounsel = (frameworkId: string, active?: "true") =>
  callAll("listCounsel", {
    query: {
      ...(frameworkId === "" ? {} : { framework_id: frameworkId }),
      ...(active ? { active } : {}),
    },
  });
