/**
 * For work that nobody waits for: its expected failures are outcomes that the screen shows; anything
 * else is reported as an uncaught error, never lost.
 */
export function unawaited(work: Promise<unknown>): void {
  work.catch(reportError);
}
