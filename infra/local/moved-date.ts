/**
 * Shifts this thread's `Date` by an offset in shared memory (milliseconds), so that the local run
 * can move time for code that runs in other threads.
 */
export function moveDate(offset: Float64Array): void {
  const RealDate = Date;
  const movedNow = (): number => RealDate.now() + (offset[0] ?? 0);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
    get: (target, key, receiver) => (key === "now" ? movedNow : Reflect.get(target, key, receiver)),
  });
}
