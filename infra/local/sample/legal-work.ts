import coloradoSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { expiryDays } from "#shared/domain/reviews/limits.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import { DAYS, type Happening } from "./calendar.ts";
import type { SampleClient } from "./client.ts";
import { type CounselKey, counsel } from "./counsel.ts";
import { type PlannedReview, reviewsOf } from "./reviews.ts";

interface Rule {
  use_case_id: string;
  suggested_verdict_copy: string;
}
const books: Readonly<Record<string, readonly Rule[]>> = {
  eu_ai_act: euAiAct.rules,
  co_sb_26_189: coloradoSb26189.rules,
};

/** Amendments: the day, the book, and what is added to the verdict of the rules named. */
const amendments = [
  {
    day: 60,
    book: "eu_ai_act",
    rules: ["art5.1.a", "art5.1.c", "art50.2"],
    added: "Record who was told, and when.",
  },
  {
    day: 126,
    book: "eu_ai_act",
    rules: ["art5.1.b", "art5.1.d", "art5.1.e", "annex3.5.b"],
    added: "Name the person who answers for the system.",
  },
  {
    day: 171,
    book: "eu_ai_act",
    rules: ["annex3.4.a", "annex3.4.b", "art50.3"],
    added: "Tell the people concerned before the system is first used.",
  },
] as const;

/** The day on which one counsel retires, after the last decision. */
const RETIREMENT = 150;

/** Counsel, reviews and amendments of the half year. */
export function legalWork(
  client: SampleClient,
  expire: () => Promise<unknown>,
  isShort: boolean,
): Happening[] {
  const ids = new Map<CounselKey, string>();
  const register = async () => {
    for (const [key, body] of Object.entries(counsel)) {
      ids.set(key as CounselKey, (await client.admin("POST", "/admin/counsel", body)).id);
    }
  };
  const idOf = (key: CounselKey) => ids.get(key) ?? "";
  return [
    { day: 1, minute: 540, run: register },
    ...amendments.map(({ day, book, rules, added }) => ({
      day,
      minute: 600,
      run: async () => {
        const changed = chosen(book, rules).map((rule) => ({
          ...rule,
          suggested_verdict_copy: `${rule.suggested_verdict_copy} ${added}`,
        }));
        await client.admin("PUT", `/admin/frameworks/${book}/rules`, { rules: changed });
      },
    })),
    {
      day: RETIREMENT,
      minute: 990,
      run: () => client.admin("POST", `/admin/counsel/${idOf("laurent")}/deactivate`),
    },
    ...reviewsOf(isShort).flatMap((review, index) =>
      courseOf(client, review, 9 * 60 + ((index * 37) % 480), idOf, expire),
    ),
  ];
}

const chosen = (book: string, beginnings: readonly string[]): Rule[] =>
  (books[book] ?? []).filter(({ use_case_id }) =>
    beginnings.some((beginning) => use_case_id.startsWith(beginning)),
  );

/** What happens to one review, from its request to its end. */
function courseOf(
  client: SampleClient,
  { day, counsel: key, rules, course, after, comment, objection }: PlannedReview,
  minute: number,
  idOf: (key: CounselKey) => string,
  expire: () => Promise<unknown>,
): Happening[] {
  const book = counsel[key].framework_id;
  let review: Json;
  const path = () => new URL(review.magic_link_url).pathname;
  const request = async () => {
    review = await client.admin("POST", "/admin/rule-reviews", {
      framework_id: book,
      counsel_id: idOf(key),
      rule_use_case_ids: chosen(book, rules).map(({ use_case_id }) => use_case_id),
      expiry_days: expiryDays.usual,
    });
  };
  const view = () => client.anyone("GET", path());
  const decide = () =>
    client.anyone("POST", `${path()}/decide`, {
      decision: course,
      ...(comment === undefined ? {} : { comment }),
      ...(objection === undefined ? {} : { rule_verdicts: verdicts(objection) }),
    });
  const verdicts = ({ rule, text }: NonNullable<PlannedReview["objection"]>) =>
    chosen(book, [rule]).map(({ use_case_id }) => ({
      use_case_id,
      verdict: "changes_requested",
      text,
    }));
  const requested: Happening = { day, minute, run: request };
  const on = (days: number, run: () => Promise<unknown>): Happening => ({
    day: Math.min(day + days, DAYS - 1),
    minute: Math.min(minute + 25, 1439),
    run,
  });
  switch (course) {
    case "unopened":
      return [requested];
    case "reading":
      return [requested, on(after, view)];
    case "expired":
      return [requested, on(expiryDays.usual + 1, expire)];
    case "cancelled":
      return [
        requested,
        on(after, () => client.admin("POST", `/admin/rule-reviews/${review.id}/cancel`)),
      ];
    default:
      // Counsel takes days to read, so that the two are not of one sitting.
      return [requested, on(Math.max(0, after - 3), view), on(after, decide)];
  }
}
