import { expiryDays } from "#shared/domain/reviews/limits.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import { amended, amendments, chosen } from "./amendments.ts";
import { DAYS, type Happening } from "./calendar.ts";
import type { SampleClient } from "./client.ts";
import { type CounselKey, counsel } from "./counsel.ts";
import { courseOfPanel, plannedPanels } from "./panels.ts";
import { type PlannedReview, reviewsOf } from "./reviews.ts";

/** The day on which one counsel retires, after the last decision. */
const RETIREMENT = 150;

/** The time of day at which something happens to a panel, in minutes after midnight. */
const PANELS_MINUTE = 11 * 60;

/** Counsel, reviews, panels and amendments of the half year. */
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
    ...amendments
      .filter(({ isInShort }) => !isShort || isInShort)
      .map((amendment) => ({
        day: amendment.day,
        minute: 600,
        run: () =>
          client.admin("PUT", `/admin/frameworks/${amendment.book}/rules`, {
            rules: amended(amendment),
          }),
      })),
    {
      day: RETIREMENT,
      minute: 990,
      run: () => client.admin("POST", `/admin/counsel/${idOf("laurent")}/deactivate`),
    },
    ...reviewsOf(isShort).flatMap((review, index) =>
      courseOf(client, review, 9 * 60 + ((index * 37) % 480), idOf, expire),
    ),
    ...plannedPanels.flatMap((panel) =>
      courseOfPanel(panel, PANELS_MINUTE, { client, idOf, expire }),
    ),
  ];
}

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
      // Counsel takes days to read, so that reading and deciding fall into different sittings.
      return [requested, on(Math.max(0, after - 3), view), on(after, decide)];
  }
}
