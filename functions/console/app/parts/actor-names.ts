import { type Item, may, type Operation } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { session } from "../shell/session.ts";
import { actorOf } from "./actors.ts";
import { bookName } from "./books.ts";
import { classNames } from "./classes.ts";
import { joined, line } from "./format.ts";
import { useTenantNames } from "./tenants.ts";

type AuditRow = Item<"listAudit">;

/** Names for the people and resources in audit rows. */
export interface ActorNames {
  /** A user by e-mail, `you`, `counsel Dr. Ada Lex`; the id of an unknown user; null: the service. */
  who: (row: AuditRow) => string | null;
  /** Whether some names are still being loaded. */
  isAsking: boolean;
  /** The name of a row's subject; null: only its id is known. */
  about: (row: AuditRow) => string | null;
  /** A review, named by its articles; null: it is not among the newest. */
  review: (id: string) => string | null;
}

/** The reviews that a row is about, or that it names. */
function reviewsIn({ resource_type, resource_id, context }: AuditRow): string[] {
  const idIn = (value: unknown): string => textOf(value, "review_id") ?? "";
  const { members, from, to } = context;
  return [
    ...(resource_type === "rule_review_request" ? [resource_id] : []),
    ...[context, from, to, ...(Array.isArray(members) ? members : [])].map(idIn),
  ].filter((id) => id !== "");
}

/**
 * The names that rows contain, and those from the newest reviews: who requested them, and which counsel
 * they went to. Reviews are loaded only if some row is about one.
 * @param tenants names by id, if the screen knows them already
 */
export function useActorNames(
  rows: readonly AuditRow[],
  tenants?: ReadonlyMap<string, string>,
): ActorNames {
  const isAsked =
    may("listReviews") &&
    rows.some(
      (row) =>
        reviewsIn(row).length > 0 ||
        (row.actor_user_id !== null && row.actor_user_id !== session.value?.person.userId),
    );
  const reviews = useCall("listReviews", isAsked ? { query: { limit: "100" } } : null);
  const { name: things, isAsking } = useThings(rows, tenants);
  const all = reviews.data?.items ?? [];
  const byId = new Map(all.map((review) => [review.id, review]));
  const counsel = new Map(all.map((one) => [one.counsel_id, one.counsel_display_name]));
  const emails = new Map(
    all.flatMap(({ requested_by_user_id: user, requested_by_email: email }) =>
      user && email ? [[user, email] as const] : [],
    ),
  );
  const review = (id: string): string | null => few(byId.get(id)?.articles ?? []);
  return {
    isAsking: isAsking || reviews.isLoading,
    who: (row) => {
      const who = actorOf(row, {
        counselName: (id) => counsel.get(id),
        userName: (id) => emails.get(id),
      });
      const own = who === "counsel" ? byId.get(row.resource_id) : undefined;
      return own?.counsel_display_name ? `counsel ${line(own.counsel_display_name)}` : who;
    },
    about: (row) => {
      if (row.resource_type === "room") return things(row);
      const [own] = reviewsIn(row);
      return own === undefined ? things(row) : review(own);
    },
    review,
  };
}

const few = (articles: readonly string[]): string | null =>
  articles.length === 0
    ? null
    : articles
        .slice(0, MAX_ARTICLES)
        .map((one) => line(one))
        .join(", ") + (articles.length > MAX_ARTICLES ? " …" : "");

/** The text of a member of a value from a row; null if there is none. */
function textOf(value: unknown, name: string): string | null {
  const text = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof text === "string" && text !== "" ? text : null;
}

/** The name that a row itself gives its subject. */
function ownName({ resource_type, context }: AuditRow): string | null {
  const url = textOf(context, "url");
  return (
    textOf(context, "display_name") ??
    (resource_type === "room" ? textOf(context, "title") : null) ??
    (resource_type === "tenant" ? textOf(context, "name") : null) ??
    (url !== null && URL.canParse(url) ? new URL(url).host : null)
  );
}

/** What we know of an unnamed subject: the class of a system, the event that was delivered. */
function kindIn({ context }: AuditRow): string | null {
  const found = textOf(context, "class") ?? textOf(context, "to");
  if (found !== null && Object.hasOwn(classNames, found)) {
    return classNames[found as keyof typeof classNames];
  }
  return textOf(context, "event");
}

/** We know the names of this many of each kind. */
const query = { limit: "200" };

/**
 * Names of connections, with their runs and deliveries, and of rule books, rooms, systems and tenants,
 * and the names in the rows themselves. Each list is loaded only if some row needs it.
 */
function useThings(
  rows: readonly AuditRow[],
  tenants: ReadonlyMap<string, string> | undefined,
): { name: (row: AuditRow) => string | null; isAsking: boolean } {
  const unnamed = rows.filter((row) => ownName(row) === null);
  const wanted = (operation: Operation, kind: string) =>
    may(operation) && unnamed.some(({ resource_type }) => resource_type === kind)
      ? { query }
      : null;
  const ofConnections = unnamed.some(({ context }) => textOf(context, "connection_id"));
  const connections = useCall(
    may("listAllConnections") ? "listAllConnections" : "listConnections",
    ofConnections ? { query } : null,
  );
  const books = useCall("listFrameworks", wanted("listFrameworks", "framework"));
  const rooms = useCall("listRooms", wanted("listRooms", "room"));
  const artifacts = useCall("listArtifacts", wanted("listArtifacts", "artifact"));
  const asked = useTenantNames(
    tenants === undefined && unnamed.some(({ tenant_id }) => tenant_id !== null),
  );
  const named = tenants ?? asked;
  const byId = new Map<string, string | null>([
    ...(connections.data?.items ?? []).map((one) => [one.id, one.display_name] as const),
    ...(rooms.data?.items ?? []).map((one) => [one.id, one.title] as const),
    ...(artifacts.data?.items ?? []).map((one) => [one.id, one.name] as const),
    ...named,
  ]);
  const known = books.data?.items ?? [];
  const name = (row: AuditRow): string | null => {
    const { resource_type, resource_id, context, tenant_id } = row;
    if (resource_type === "framework") {
      return known.some(({ id }) => id === resource_id) ? bookName(known, resource_id) : null;
    }
    const own =
      ownName(row) ?? byId.get(resource_id) ?? byId.get(textOf(context, "connection_id") ?? "");
    if (own) return line(own);
    const kind = kindIn(row);
    return kind === null ? null : joined(kind, named.get(tenant_id ?? ""));
  };
  const isAsking = [connections, books, rooms, artifacts].some(({ isLoading }) => isLoading);
  return { name, isAsking };
}

const MAX_ARTICLES = 3;
