/*
 * The life of a request, as the seeds describe it. An admin asks; counsel may open the request, and
 * then decides once. A request that nobody decides ends in another way: an admin withdraws it, alone or
 * with its panel; its time runs out; counsel passes it on to somebody else; or its panel has reached
 * its result. An ended request never changes again.
 */

export type Event =
  | "requested"
  | "opened"
  | "decided"
  | "withdrawn"
  | "lapsed"
  | "passed on"
  | "withdrawn with its panel"
  | "ended by its panel";

const ends = [
  "decided",
  "withdrawn",
  "lapsed",
  "passed on",
  "withdrawn with its panel",
  "ended by its panel",
] as const;

/** What may follow an event. Counsel who decide without opening the request may still open it. */
export const mayFollow: Readonly<Record<Event | "nothing", readonly Event[]>> = {
  nothing: ["requested"],
  requested: ["opened", ...ends],
  opened: ends,
  decided: ["opened"],
  withdrawn: [],
  lapsed: [],
  "passed on": [],
  "withdrawn with its panel": [],
  "ended by its panel": [],
};

/**
 * Who can cause an event. A panel ends by a vote, a withdrawal, or the end of its members' time, at which
 * the courier comes. Whoever acts in it also ends the requests of other members whose time is over.
 */
export const causes: Readonly<Record<Event, readonly string[]>> = {
  requested: ["request a review", "ask a panel", "pass on"],
  opened: ["open"],
  decided: ["decide"],
  withdrawn: ["withdraw"],
  lapsed: ["run the courier", "end what has lapsed", "decide", "withdraw", "withdraw the panel"],
  "passed on": ["pass on"],
  "withdrawn with its panel": ["withdraw the panel"],
  "ended by its panel": [
    "run the courier",
    "end what has lapsed",
    "decide",
    "withdraw",
    "withdraw the panel",
  ],
};

/** When a refusal is true: one of these events has happened, or had to happen by now. */
export const refusals: Readonly<Record<string, readonly (Event | "its time is over")[]>> = {
  already_decided: ["decided"],
  review_cancelled: ["withdrawn", "withdrawn with its panel"],
  review_expired: ["lapsed", "its time is over"],
  review_delegated: ["passed on"],
  panel_decided: ["ended by its panel"],
  review_not_pending: [...ends, "its time is over"],
};
