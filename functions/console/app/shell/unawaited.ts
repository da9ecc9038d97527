/** For work that nobody waits for: its failures are shown as outcomes; others count as uncaught. */
export function unawaited(work: Promise<unknown>): void {
  work.catch(reportError);
}
