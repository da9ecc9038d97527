import { type Answer, call, type Item, type Outcome, type Request } from "../shell/client.ts";
import { filteredPage } from "../shell/filtered.ts";
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

/** The query parameters of a filter choice; none for an unknown one. */
export const askedByState = (state: string): Asked =>
  Object.hasOwn(askedOf, state) ? askedOf[state as State]() : {};

/**
 * A page of matching artifacts; for rare matches the API reads only a limited number per request.
 */
export const askPage = (query: Asked, cursor: string): Promise<Outcome<Answer<"listArtifacts">>> =>
  filteredPage(cursor, PAGE, (from) =>
    call("listArtifacts", {
      query: { ...query, limit: String(PAGE), ...(from === "" ? {} : { cursor: from }) },
    }),
  );
