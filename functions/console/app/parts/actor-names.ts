import { type Item, may } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { session } from "../shell/session.ts";
import { actorOf } from "./actors.ts";
import { bookName } from "./books.ts";
import { line } from "./format.ts";

type AuditRow = Item<"listAudit">;

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
  const reviews = useCall("listReviews", isAsked ? { query: { limit: "100" } } : null);
  const things = useThings(rows);
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
      if (isOfReview(row)) return few(byId.get(row.resource_id)?.articles ?? []);
      return things(row);
    },
  };
}

const few = (articles: readonly string[]): string | null =>
  articles.length === 0
    ? null
    : articles
        .slice(0, MOST_ARTICLES)
        .map((one) => line(one))
        .join(", ") + (articles.length > MOST_ARTICLES ? " …" : "");

const textIn = (row: AuditRow, name: string): string | null => {
  const value = row.context[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** What a row calls its subject itself. */
const ownName = (row: AuditRow): string | null =>
  textIn(row, "display_name") ?? (row.resource_type === "tenant" ? textIn(row, "name") : null);

/** As many connections and books are known by name. */
const query = { limit: "200" };

/** Names of connections, with their runs and deliveries, of rule books, and of what rows name themselves. */
function useThings(rows: readonly AuditRow[]): (row: AuditRow) => string | null {
  const ofConnections = rows.some((row) => !ownName(row) && textIn(row, "connection_id"));
  const ofBooks = may("listFrameworks") && rows.some((row) => row.resource_type === "framework");
  const connections = useCall(
    may("listAllConnections") ? "listAllConnections" : "listConnections",
    ofConnections ? { query } : null,
  );
  const books = useCall("listFrameworks", ofBooks ? { query } : null);
  const byId = new Map(connections.data?.items.map(({ id, display_name }) => [id, display_name]));
  const known = books.data?.items ?? [];
  return (row) => {
    if (row.resource_type === "framework") {
      return known.some(({ id }) => id === row.resource_id)
        ? bookName(known, row.resource_id)
        : null;
    }
    const name = ownName(row) ?? byId.get(textIn(row, "connection_id") ?? "");
    return name === undefined ? null : line(name);
  };
}

const MOST_ARTICLES = 3;
