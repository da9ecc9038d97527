import { type Answer, call, type Item, type Outcome, type Request } from "../shell/client.ts";
import { filteredPage } from "../shell/filtered.ts";
import type { t } from "./texts.ts";

export type Artifact = Item<"listArtifacts">;
export type Asked = NonNullable<Request<"listArtifacts">["query"]>;
type State = keyof typeof t.states;

const DAY = 86_400_000;
const PAGE = 100;

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
  ai: () => ({ classification: "ai_system" }),
  unclassified: () => ({ classification: "unclassified" }),
};

/** The query parameters for a choice of the filter; none for an unknown choice. */
export const askedByState = (state: string): Asked =>
  Object.hasOwn(askedOf, state) ? askedOf[state as State]() : {};

/**
 * A page of matching artifacts. The API reads a limited number of items per request, so a page with
 * rare matches may need several requests.
 */
export const askPage = (query: Asked, cursor: string): Promise<Outcome<Answer<"listArtifacts">>> =>
  filteredPage(cursor, PAGE, (from) =>
    call("listArtifacts", {
      query: { ...query, limit: String(PAGE), ...(from === "" ? {} : { cursor: from }) },
    }),
  );
