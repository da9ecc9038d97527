import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import coSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import usCaAdmt from "#shared/domain/frameworks/rule-books/us-ca-admt.json" with { type: "json" };
import usHiring from "#shared/domain/frameworks/rule-books/us-hiring.json" with { type: "json" };
import usTxHb149 from "#shared/domain/frameworks/rule-books/us-tx-hb-149.json" with {
  type: "json",
};

/** A rule book as it comes with the project. */
export interface LawBook {
  framework_id: string;
  display_name: string;
  rules: readonly GivenRule[];
}

/** The five current books. */
export const currentBooks = [
  euAiAct,
  coSb26189,
  usCaAdmt,
  usTxHb149,
  usHiring,
] as readonly LawBook[];
