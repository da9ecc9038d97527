/**
 * Allows an action at most once per `everyMs`, so that forged signatures cannot make an instance
 * re-read the secrets on every request.
 * @returns a function that says whether the action is allowed at `now` (milliseconds since the
 *   epoch)
 */
export function createThrottle(everyMs: number): (now: number) => boolean {
  let allowedAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (Math.abs(now - allowedAt) < everyMs) return false;
    allowedAt = now;
    return true;
  };
}
