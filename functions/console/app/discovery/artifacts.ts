import { type Answer, call, type Item, type Outcome, type Request } from "../shell/client.ts";
import { filteredPage } from "../shell/filtered.ts";
import type { t } from "./texts.ts";

export type Artifact = Item<"listArtifacts">;
export type Asked = NonNullable<Request<"listArtifacts">["query"]>;
type State = keyof typeof t.states;

const DAY = 86_400_000;
const PAGE = 25;

/** Whether it was first found within the last seven days. */
export const isNew = ({ first_seen_at }: Artifact): boolean =>
  Date.parse(first_seen_at) > Date.now() - 7 * DAY;

/** The query parameters for each choice of the filter. */
const askedOf: Readonly<Record<State, () => Asked>> = {
  present: () => ({ state: "present" }),
  new: () => ({
    state: "present",
    // Rounded to a whole day, so that the next page belongs to the same list.
    first_seen_from: new Date(Math.floor(Date.now() / DAY) * DAY - 7 * DAY).toISOString(),
  }),
  gone: () => ({ state: "gone" }),
  open: () => ({ confirmed: "false", state: "present" }),
  decided: () => ({ confirmed: "true", state: "present" }),
  unclassified: () => ({ confirmed: "false", unclassified: "true", state: "present" }),
  by_one: () => ({ confirmed: "true", allowed_by_one: "true", state: "present" }),
};

/** The query parameters for a choice of the filter; none for an unknown choice. */
export const askedByState = (state: string): Asked =>
  Object.hasOwn(askedOf, state) ? askedOf[state as State]() : {};

/** Prefix of cursors into the second part of a list: artifacts that somebody decided on. */
const DECIDED = "decided:";

/**
 * A page of matching artifacts. Those that nobody has decided on come first. The API reads a limited
 * number of items per request, so a page with rare matches may need several requests.
 */
export async function askPage(
  query: Asked,
  cursor: string,
): Promise<Outcome<Answer<"listArtifacts">>> {
  if (query.confirmed !== undefined) return askPart(query, cursor);
  if (cursor.startsWith(DECIDED)) return askDecided(query, cursor.slice(DECIDED.length), []);
  const open = await askPart({ ...query, confirmed: "false" }, cursor);
  if (open.kind !== "done" || open.body.next_cursor !== null) return open;
  return askDecided(query, "", open.body.items);
}

async function askDecided(
  query: Asked,
  cursor: string,
  before: readonly Artifact[],
): Promise<Outcome<Answer<"listArtifacts">>> {
  const decided = await askPart({ ...query, confirmed: "true" }, cursor);
  if (decided.kind !== "done") return decided;
  const { items, next_cursor } = decided.body;
  return {
    kind: "done",
    body: {
      items: [...before, ...items],
      next_cursor: next_cursor === null ? null : `${DECIDED}${next_cursor}`,
    },
  };
}

const askPart = (query: Asked, cursor: string): Promise<Outcome<Answer<"listArtifacts">>> =>
  filteredPage(cursor, PAGE, (from) =>
    call("listArtifacts", {
      query: { ...query, limit: String(PAGE), ...(from === "" ? {} : { cursor: from }) },
    }),
  );
