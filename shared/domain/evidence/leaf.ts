/** Where a row is in the log, and when the log took it. */
export interface Leaf {
  index: number;
  /** ISO 8601 UTC. */
  time: string;
}
