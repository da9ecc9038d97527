/** What happens to a call. */
export type Fate = "passes" | "dies before" | "dies after" | "is throttled";

/** Decides which call is next and what happens to it. */
export interface Plan {
  /** Chooses which of this many functions with a waiting call goes on. */
  choose(among: number): number;
  /** @param unit the function that makes the call */
  fateOf(call: Call, unit: string): Fate;
}

/** One run of one function, from its event to its answer. */
export interface Run {
  number: number;
  unit: string;
  waiting: Call[];
  /** How many released calls are not answered yet. */
  asked: number;
  die: (reason: string) => void;
  isDead: boolean;
  /** The run has answered. Calls for which it did not wait go on with its process. */
  isOver: boolean;
}

export interface Call {
  /** The call's name in the trace: `getReview GetItem`. */
  name: string;
  /** The whole request. It decides which of two simultaneous calls comes first. */
  body: unknown;
  /** Whether the call may change something. */
  isWrite: boolean;
  release: (fate: Fate) => void;
}
