import { type Answer, call, type Item, type Outcome, type Request } from "../shell/client.ts";
import type { t } from "./texts.ts";

export type Artifact = Item<"listArtifacts">;
export type Asked = NonNullable<Request<"listArtifacts">["query"]>;
type State = keyof typeof t.states;

const DAY = 86_400_000;
const PAGE = 100;

/** Was it found first in the last seven days? */
export const isNew = ({ first_seen_at }: Artifact): boolean =>
  Date.parse(first_seen_at) > Date.now() - 7 * DAY;

/** What each choice of the filter asks of the API. */
const askedOf: Readonly<Record<State, () => Asked>> = {
  present: () => ({ state: "present" }),
  new: () => ({
    state: "present",
    // By the whole day, so that the next page is of the same list.
    first_seen_from: new Date(Math.floor(Date.now() / DAY) * DAY - 7 * DAY).toISOString(),
  }),
  gone: () => ({ state: "gone" }),
  ai: () => ({ classification: "ai_system" }),
  unclassified: () => ({ classification: "unclassified" }),
};

/** What a choice of the filter asks of the API; nothing for a text that is none. */
export const askedByState = (state: string): Asked =>
  Object.hasOwn(askedOf, state) ? askedOf[state as State]() : {};

/**
 * A page of what fits. The API looks through so many at a time, so a page of a rare thing is asked
 * for until there is enough, or no more.
 */
export async function askPage(query: Asked): Promise<Outcome<Answer<"listArtifacts">>> {
  const items: Artifact[] = [];
  let cursor = query.cursor;
  for (;;) {
    const limit = String(PAGE - items.length);
    const outcome = await call("listArtifacts", {
      query: { ...query, limit, ...(cursor ? { cursor } : {}) },
    });
    if (outcome.kind !== "done") return outcome;
    items.push(...outcome.body.items);
    const { next_cursor } = outcome.body;
    if (next_cursor === null || items.length >= PAGE) {
      return { kind: "done", body: { items, next_cursor } };
    }
    cursor = next_cursor;
  }
}
