/**
 * Until when a source host wants no calls for an installation. Its rate limit counts all of them, so
 * what one request is told holds for every lane and worker.
 */
export interface Quiet {
  /** Milliseconds since the epoch; in the past if it may be called. */
  until: () => Promise<number>;
  /** Notes what a response said. */
  note: (until: number) => Promise<void>;
}
