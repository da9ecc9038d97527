/**
 * A `Date` that runs ahead by an offset (milliseconds), so that the local run can
 * move time for code that runs in other threads, or beside other systems in this one.
 */
export function movedDate(offset: () => number): DateConstructor {
  const RealDate = Date;
  const movedNow = (): number => RealDate.now() + offset();
  return new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
    get: (target, key, receiver) => (key === "now" ? movedNow : Reflect.get(target, key, receiver)),
  });
}
