import { Link } from "wouter-preact";
import { requestAt } from "../parts/addresses.ts";
import { nameAmong } from "../parts/books.ts";
import { mayChange } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

/** Which books have rules whose approved wording is no longer live, and the review of exactly those. */
export function Drift() {
  const day = new Date().toISOString().slice(0, 10);
  const books = useAll("listFrameworks", { query: { due_by: day } });
  const drifted = (books.data ?? []).filter(({ due }) => (due?.changed ?? 0) > 0);
  if (drifted.length === 0 || !mayChange()) return null;
  return (
    <ul class="drift note">
      {drifted.map((book) => (
        <li key={book.id} class="row">
          <span>{t.drifted(book.due?.changed ?? 0, nameAmong(books.data ?? [], book))}</span>
          <Link
            href={requestAt({ framework_id: book.id, due: "changed" })}
            class="button small primary"
            aria-label={t.requestDriftedOf(
              book.due?.changed ?? 0,
              nameAmong(books.data ?? [], book),
            )}
          >
            {t.requestDrifted(book.due?.changed ?? 0)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
