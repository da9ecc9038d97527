/*
 * The rule books that come with the project. The list is closed: the compiler asks whoever adds a book
 * for its gates, its topics, its acts (test/support/acts.ts) and where it is loaded
 * (infra/local/rule-books.ts).
 */

export const bookIds = [
  "eu_ai_act",
  "co_sb_26_189",
  "us_ca_admt",
  "us_tx_hb_149",
  "us_hiring",
] as const;
export type BookId = (typeof bookIds)[number];

interface Book {
  /** Whether facts about an artifact are judged by its rules; or why they are not. */
  gates: "judged" | { none: string };
  /** Whether the crosswalk relates its rules to those of other books; or why it does not. */
  topics: "related" | { none: string };
}

const REVIEWS_ONLY = {
  none: "It is for counsel's reviews only: what it asks is no fact about a system.",
} as const;

export const books = {
  eu_ai_act: { gates: "judged", topics: "related" },
  co_sb_26_189: { gates: "judged", topics: "related" },
  us_ca_admt: { gates: REVIEWS_ONLY, topics: "related" },
  us_tx_hb_149: { gates: REVIEWS_ONLY, topics: "related" },
  us_hiring: { gates: REVIEWS_ONLY, topics: "related" },
} as const satisfies Readonly<Record<BookId, Book>>;

/** The books by whose rules artifacts are judged. */
export const gatedBooks: readonly BookId[] = bookIds.filter((id) => books[id].gates === "judged");
