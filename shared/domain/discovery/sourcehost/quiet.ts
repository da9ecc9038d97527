/**
 * Until when a source host wants no calls for an installation. Its rate limit counts all of the
 * installation's calls, so a limit that one request meets holds for every lane and worker.
 */
export interface Quiet {
  /** Milliseconds since the epoch; in the past if the host may be called. */
  until: () => Promise<number>;
  /** Notes what a response said. */
  note: (until: number) => Promise<void>;
}
