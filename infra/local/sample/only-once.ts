import { DomainError } from "#shared/domain/errors.ts";

/**
 * Fills the system. A second call during the work shares the result of the first.
 * @throws DomainError `conflict` if it asks for the other size
 */
export function onlyOnceAtATime<T>(fill: (isShort: boolean) => Promise<T>) {
  let atWork: { isShort: boolean; done: Promise<T> } | null = null;
  return async (isShort: boolean): Promise<T> => {
    if (atWork !== null && atWork.isShort !== isShort) {
      throw new DomainError("conflict", "The sample is being made in its other size.");
    }
    atWork ??= {
      isShort,
      done: fill(isShort).finally(() => {
        atWork = null;
      }),
    };
    return atWork.done;
  };
}
