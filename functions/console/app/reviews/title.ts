import { line } from "../parts/format.ts";
import { t } from "./detail-texts.ts";

/** What a request or panel is called: its articles, how many rules, and the book's short name. */
export const titleOf = (
  {
    articles,
    rule_use_case_ids,
  }: { articles: readonly string[]; rule_use_case_ids: readonly string[] },
  book: string,
): string => t.title(articles.map(line), rule_use_case_ids.length, book);
