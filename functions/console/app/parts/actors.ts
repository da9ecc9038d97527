import { isPart } from "#shared/domain/reviews/actions.ts";
import { session } from "../shell/session.ts";
import { line } from "./format.ts";

/** The parts of a row that tell who acted. */
interface Row {
  action: string;
  actor_type: string;
  actor_user_id: string | null;
  context: Readonly<Record<string, unknown>>;
}

/** Known names: of counsel and of users, by their ids. */
export interface Known {
  counselName: (id: string) => string | undefined;
  userName?: (id: string) => string | undefined;
}

const namedIn = (value: unknown): string | undefined => {
  const name = (value as { display_name?: unknown } | null | undefined)?.display_name;
  return typeof name === "string" && name !== "" ? name : undefined;
};

/** Whether counsel wrote this row of a review or panel, although they are not a user of ours. */
const isCounsels = ({ action, actor_user_id, context }: Row): boolean =>
  actor_user_id === null &&
  (isPart(action, "view") ||
    isPart(action, "decision") ||
    action === "counsel.reminders_stopped" ||
    context["reason"] === "delegated" ||
    context["delegated_by"] !== undefined);

/**
 * Who did what a row records, in words: a user by e-mail, `you`, `counsel Dr. Ada Lex` for an act of
 * counsel by link, whose rows have no user; null for an act of the service itself.
 */
export function actorOf(row: Row, { counselName, userName }: Known): string | null {
  const { actor_user_id: user, context } = row;
  if (user !== null) {
    const name = userName?.(user) ?? user;
    return session.value?.person.userId === user ? "you" : line(name);
  }
  if (row.actor_type === "room") return "a visitor";
  if (row.actor_type === "machine") return `machine ${line(String(context["machine_id"]))}`;
  if (!isCounsels(row)) return null;
  const id = context["counsel_id"];
  const name =
    namedIn(context["delegated_by"]) ??
    namedIn(context["counsel"]) ??
    (typeof id === "string" ? counselName(id) : undefined);
  return name === undefined ? "counsel" : `counsel ${line(name)}`;
}
