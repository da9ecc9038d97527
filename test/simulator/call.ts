/** What happens to a call. */
export type Fate = "passes" | "dies before" | "dies after" | "is throttled";

/** Decides which call is next and what happens to it. */
export interface Plan {
  /** Of so many functions with a waiting call, which one goes on. */
  choose(among: number): number;
  /** @param unit the function that makes the call */
  fateOf(call: Call, unit: string): Fate;
}

/** One run of one function, from its event to its answer. */
export interface Run {
  number: number;
  unit: string;
  waiting: Call[];
  /** Calls that were let go and are not answered yet. */
  asked: number;
  die: (reason: string) => void;
  isDead: boolean;
  /** It has answered; what it asked and did not wait for goes on with its process. */
  isOver: boolean;
}

export interface Call {
  /** What is asked, for the trace: `getReview GetItem`. */
  name: string;
  /** What is asked, whole: of two calls at once, it says which one is first. */
  body: unknown;
  /** Whether the call may change something. */
  isWrite: boolean;
  release: (fate: Fate) => void;
}
