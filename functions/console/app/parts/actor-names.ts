import { call, type Item, may } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { session } from "../shell/session.ts";
import { actorOf } from "./actors.ts";
import { line } from "./format.ts";

type AuditRow = Item<"listAudit">;
type Review = Item<"listReviews">;

/** How audit rows name people and things. */
export interface ActorNames {
  /** A user by e-mail, `you`, `counsel Dr. Ada Lex`; the id of an unknown user; null: the service. */
  who: (row: AuditRow) => string | null;
  /** What a row is about, by name; null: only its id is known. */
  about: (row: AuditRow) => string | null;
}

const isOfReview = ({ resource_type }: AuditRow): boolean =>
  resource_type === "rule_review_request";

/**
 * The names that rows tell by themselves, and those of the newest reviews: who requested them, and
 * which counsel they went to. Reviews are asked for only if some row is about one.
 */
export function useActorNames(rows: readonly AuditRow[]): ActorNames {
  const isAsked =
    may("listReviews") &&
    rows.some(
      (row) =>
        isOfReview(row) ||
        (row.actor_user_id !== null && row.actor_user_id !== session.value?.person.userId),
    );
  const reviews = useLoad(`names ${isAsked}`, async () =>
    isAsked
      ? call("listReviews", { query: { limit: "100" } })
      : { kind: "done" as const, body: { items: [] as Review[], next_cursor: null } },
  );
  const all = reviews.data?.items ?? [];
  const byId = new Map(all.map((review) => [review.id, review]));
  const counsel = new Map(all.map((one) => [one.counsel_id, one.counsel_display_name]));
  const emails = new Map(
    all.flatMap(({ requested_by_user_id: user, requested_by_email: email }) =>
      user && email ? [[user, email] as const] : [],
    ),
  );
  return {
    who: (row) => {
      const who = actorOf(row, {
        counselName: (id) => counsel.get(id),
        userName: (id) => emails.get(id),
      });
      const review = who === "counsel" && isOfReview(row) ? byId.get(row.resource_id) : undefined;
      return review?.counsel_display_name ? `counsel ${line(review.counsel_display_name)}` : who;
    },
    about: (row) => {
      const named = row.context["display_name"];
      if (row.resource_type === "counsel" && typeof named === "string") return line(named);
      const articles = isOfReview(row) ? (byId.get(row.resource_id)?.articles ?? []) : [];
      const few = articles.slice(0, MOST_ARTICLES).map((one) => line(one));
      return few.length === 0
        ? null
        : `${few.join(", ")}${articles.length > few.length ? " …" : ""}`;
    },
  };
}

const MOST_ARTICLES = 3;
