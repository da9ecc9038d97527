import type { Framework } from "../parts/books.ts";
import { FormOpener } from "../parts/confirm.tsx";
import { Fields } from "../parts/form.tsx";
import { call } from "../shell/client.ts";
import { t } from "./texts.ts";

/**
 * A button that asks for a rule book's names, jurisdiction and source.
 * @param book the book to change; null: a new one
 */
export const BookForm = ({
  book,
  done,
}: {
  book: Framework | null;
  done: (id: string) => void;
}) => (
  <FormOpener
    label={book ? t.editNames : t.newBook}
    title={book ? t.editBook : t.newBook}
    isPrimary={book === null}
    act={book ? t.saveBook : t.create}
    initial={{
      framework_id: book?.id ?? "",
      display_name: book?.display_name ?? "",
      short_name: book?.short_name ?? "",
      jurisdiction: book?.jurisdiction ?? "",
      source_url: book?.source_url ?? "",
    }}
    send={({ framework_id, display_name, short_name, jurisdiction, source_url }) =>
      call("putFramework", {
        params: { framework_id: framework_id || " " },
        body: {
          display_name,
          short_name: short_name || null,
          jurisdiction: jurisdiction || null,
          source_url: source_url || null,
        },
      })
    }
    done={({ id }) => done(id)}
  >
    {(form) => (
      <Fields
        form={form}
        words={t.fields}
        of={{
          framework_id: book === null && {},
          display_name: {},
          short_name: { isOptional: true },
          jurisdiction: { isOptional: true },
          source_url: { type: "url", isOptional: true },
        }}
      />
    )}
  </FormOpener>
);
