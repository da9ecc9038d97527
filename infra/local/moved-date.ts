/**
 * A `Date` that takes the current time from a clock (milliseconds since the epoch). With it, the local
 * run can move time for code that runs in other threads, or beside other systems in this thread.
 */
export function movedDate(movedNow: () => number): DateConstructor {
  const RealDate = Date;
  return new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
    get: (target, key, receiver) => (key === "now" ? movedNow : Reflect.get(target, key, receiver)),
  });
}
